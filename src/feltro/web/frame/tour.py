"""A walk through the demonstration for each role: a few steps, each on a page and before something that is really there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.tonight import playing
from feltro.web.frame.gate import now

if TYPE_CHECKING:
    from litestar import Request


class TourStep(NamedTuple):
    """What is said is `tour.<key>` and `tour.<key>.text` in words/."""

    key: str
    path: str
    """`EVENT` in it is the one that is being played."""
    point: str
    """What is pointed at: the first of these that is on the page."""


FIND = TourStep("find", "", ".finder")
MINE = TourStep("mine", "", ".menu.mine")
TOURS: dict[str, tuple[TourStep, ...]] = {
    "organiser": (
        TourStep("events", "/eventos", "main h1"),
        TourStep("new_event", "/eventos", "a[href='/eventos/novo']"),
        TourStep("night", "/noite", "main h1"),
        TourStep("staff", "/equipe", "main h1"),
        FIND,
        MINE,
    ),
    "director": (
        TourStep("needs", "/direcao/EVENT", ".d-needs"),
        TourStep("clock", "/direcao/EVENT", ".d-clock"),
        TourStep("room", "/direcao/EVENT/sala", "#plan, main"),
        TourStep("undo", "/direcao/EVENT/sala", "#undo, header.top"),
        FIND,
        MINE,
    ),
    "cashier": (
        TourStep("desk_find", "/balcao/proximo", "#desk-q"),
        TourStep("desk_strip", "/balcao/proximo", ".desk"),
        TourStep("drawer", "/caixa", "main h1"),
        FIND,
        MINE,
    ),
    "floor": (
        TourStep("calls", "/floor", ".pocket-calls"),
        TourStep("decide", "/floor", ".pocket-keys .decide"),
        TourStep("training", "/treino", "main h1"),
        MINE,
    ),
    "dealer": (
        TourStep("dealer", "/dealer", "main h1"),
        TourStep("dealer_call", "/dealer", "main .panel"),
        MINE,
    ),
    "finance": (
        TourStep("drawers", "/caixas", "main h1"),
        TourStep("night", "/noite", "main h1"),
        TourStep("prizes", "/premios", "main h1"),
        FIND,
        MINE,
    ),
}


def tour_for(request: Request[Any, Any, Any], role: str) -> list[TourStep]:
    """Nothing outside the demonstration. A step without a page of its own stands on the one before it."""
    if not request.app.state.demo or role not in TOURS:
        return []
    house, found = request.app.state.house, list[TourStep]()
    with house.world.lock:
        event = playing(house, now(request))
    for step in TOURS[role]:
        path = step.path.replace("EVENT", event) if step.path else found[-1].path
        found.append(step._replace(path=path))
    return found
