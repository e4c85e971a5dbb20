"""Every drawer of the night on one page, with its differences: for the owner and for finance."""

from __future__ import annotations

from typing import Any

from feltro.app.reports import night_drawers
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OWN_MONEY
from feltro.web.desk.drawer import head_of, open_desks, people_of, said_again
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_page
from feltro.web.frame.streams import DESKS, EVENTS

ADDRESS = "/caixas"


@staff_page(ADDRESS, OWN_MONEY, follows=(DESKS, EVENTS), menu="drawers")
def show_drawers(request: AnyRequest) -> AnyAnswer:
    return show_all(request, {}, None)


def show_all(request: AnyRequest, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    """What one's own open drawer should hold is not told: whoever looks may be about to count it."""
    house, whose = house_of(request), me(request)
    with house.world.lock:
        tonight = night_drawers.drawers_tonight(house.world, now(request))
        context = {**people_of(house), **head_of(request, house), "open_desks": open_desks(house.world)}
    shown = [one._replace(expected_centavos={}) if one.cashier == whose.user else one for one in tonight]
    return room_page(
        request,
        "desk/drawers.html",
        409 if refused else 200,
        tonight=shown,
        difference=sum(one.difference_centavos for one in tonight),
        in_transit=sum(one.amount_centavos for one in context["drops"]),
        **said_again(request, typed, refused),
        **context,
    )
