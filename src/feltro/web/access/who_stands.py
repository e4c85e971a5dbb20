"""Who stands at this device: asked before money leaves from a tablet that several share, once in some minutes."""

from __future__ import annotations

from typing import Annotated

from litestar.params import Parameter

from feltro.app.access.doors import state_of
from feltro.app.access.rows import USER, User, find
from feltro.app.access.who_stands import is_shared, stand_at, who_stands
from feltro.app.world.tonight import control_tonight
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import MONEY
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page, who
from feltro.web.frame.visitor import language_of

ADDRESS = "/quem"
DEVICES = ("cashier",)
"""The one role of a shared device that hands out money."""


def on_a_device(request: AnyRequest) -> bool:
    visitor = who(request)
    return visitor is not None and is_shared(visitor.user)


@staff_page(ADDRESS, DEVICES, menu="standing", needed=on_a_device)
def show_standing(request: AnyRequest, volta: Annotated[str, Parameter(query="volta")] = "") -> AnyAnswer:
    return _page(request, volta, None)


@staff_form(ADDRESS, DEVICES)
def say_who(request: AnyRequest, data: Form) -> AnyAnswer:
    back, visitor = text(data, "volta"), me(request)
    if not is_shared(visitor.user):
        return go(request, local_path(back) if back else "/")
    sent = envelope(request, text(data, "key"))
    refused = stand_at(house_of(request).store, visitor.session, text(data, "user"), text(data, "pin"), sent)
    return _page(request, back, refused) if refused else go(request, local_path(back) if back else ADDRESS)


def _page(request: AnyRequest, back: str, refused: Refused | None) -> AnyAnswer:
    house, visitor = house_of(request), me(request)
    with house.world.lock:
        minutes = control_tonight(house.world, house.books, now(request)).pin_minutes
    known = [
        find(house.store, USER, one, User) for one, role in state_of(house.store)[0].users.items() if role in MONEY
    ]
    return room_page(
        request,
        "access/standing.html",
        409 if refused else 200,
        shared=is_shared(visitor.user),
        person=who_stands(house.store, visitor.session, now(request), minutes),
        minutes=minutes,
        people=sorted(((one.id, one.name or one.id) for one in known if one), key=lambda one: one[1]),
        back=back,
        refused=why(refused, language_of(request)) if refused else None,
    )
