"""The list of rare acts, and the form of each: beside the room as a sheet, or as a page of its own."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotFoundException

from feltro.web.access.gate import house_of, me, staff_page
from feltro.web.director.acts.asked import Asking, fields_for
from feltro.web.director.acts.listed import RARE, fits, offered_to
from feltro.web.director.ground import ADDRESS, FLOOR, may, show, standing
from feltro.web.room import AnyAnswer
from feltro.web.visitor import language_of

LONGEST = 200


@staff_page(ADDRESS + "/{tournament:str}/atos", FLOOR)
def list_acts(request: Request[Any, Any, Any], tournament: str) -> AnyAnswer:
    with house_of(request).world.lock:
        found = standing(request, tournament)
        groups = {} if found.past else offered_to(may(me(request).role), found.state)
        return show(request, found, "/atos", "director/_acts.html", groups=groups, rare=RARE)


@staff_page(ADDRESS + "/{tournament:str}/ato/{name:str}", FLOOR)
def show_act(request: Request[Any, Any, Any], tournament: str, name: str) -> AnyAnswer:
    """Anything in the address that is one of its fields is filled in already."""
    house, lang = house_of(request), language_of(request)
    if name not in RARE or name not in may(me(request).role):
        raise NotFoundException
    given = {key: value[:LONGEST] for key, value in request.query_params.items()}
    with house.world.lock:
        found = standing(request, tournament)
        asking = Asking(found, house, lang, given)
        step = name == "AmendRule" and given.get("parameter", "") not in found.event.book.rulebook.parameters
        fields = fields_for(name, asking)
        context: dict[str, Any] = {
            "name": name,
            "rare": RARE[name],
            "fields": [one for one in fields if one.name == "parameter"] if step else fields,
            "choosing": step,
            "fits": fits(name, found.state),
            "back": f"{found.path}/jogador/{given['entry']}" if given.get("entry") else f"{found.path}/atos",
        }
        if name == "AmendRule" and not step:
            context["holds"] = found.event.book.rulebook.parameters[given["parameter"]]
            context["now"] = found.event.book.rulebook[given["parameter"]]
        return show(request, found, "/atos", "director/_rare_act.html", **context)


HANDLERS = (list_acts, show_act)
