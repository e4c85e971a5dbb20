"""A walk through the demonstration for each role: a few steps, each on a page and before something that is really there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.people.public_ids import public_ids
from feltro.app.tonight import playing
from feltro.web.frame.gate import now

if TYPE_CHECKING:
    from litestar import Request

    from feltro.app.handling import House


class TourStep(NamedTuple):
    """What is said is `tour.<key>` and `tour.<key>.text` in words/."""

    key: str
    path: str
    """`EVENT` in it is the one that is being played, `CARD` what the code on a seat card of it opens."""
    point: str
    """What is pointed at: the first of these that is on the page."""


PLAYER = ""
"""Nobody in particular: whoever comes without a name sees what players see."""
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
    PLAYER: (
        TourStep("find_seat", "/", ".front-find"),
        TourStep("my_seat", "CARD", ".pass"),
        TourStep("my_clock", "CARD", ".pocket"),
        TourStep("check", "/sorteio/EVENT", "main h1"),
        TourStep("shelf", "/regulamentos", "main h1"),
    ),
}


def tour_for(request: Request[Any, Any, Any], role: str) -> list[TourStep]:
    """Nothing outside the demonstration. A step without a page of its own stands on the one before it."""
    if not request.app.state.demo or role not in TOURS:
        return []
    house, found = request.app.state.house, list[TourStep]()
    with house.world.lock:
        event = playing(house, now(request))
        card = _a_card(house, event) if role == PLAYER else ""
    for step in TOURS[role]:
        path = step.path.replace("CARD", card).replace("EVENT", event) if step.path else found[-1].path
        found.append(step._replace(path=path))
    return [step for step in found if step.path]


def _a_card(house: House, event: str) -> str:
    """Of somebody who sits; nothing while nobody does. Hold the world's lock."""
    chairs = house.world.live(f"tournament:{event}").state.floor.chair_of if event else {}
    seated = next(iter(chairs), "")
    return f"/jogador/{event}/{public_ids(house.store).entry(event, seated)}" if seated else ""
