"""The rehearsal's page: how fast the room plays, what goes wrong, and what was missed. It exists where a rehearsal is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.exceptions import NotFoundException

from feltro.kernel.instants import MINUTE
from feltro.rulebook.library import shipped
from feltro.sim.rehearsal import INCIDENTS, PACES, Happening, Rehearsal
from feltro.web.frame.answers import AnyAnswer, go, part, room_page
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.words.languages import Lang

ADDRESS = "/ensaio"


class IncidentLine(NamedTuple):
    kind: str
    said: str
    state: str
    """settled, in_part, missed or waiting."""
    minutes: int
    expects: str
    lacks: tuple[str, ...]


def _is_on(request: AnyRequest) -> bool:
    return request.app.state.rehearsal is not None


def _rehearsal(request: AnyRequest) -> Rehearsal:
    found: Rehearsal | None = request.app.state.rehearsal
    if found is None:
        raise NotFoundException
    return found


@staff_page(ADDRESS, OFFICE, menu="rehearsal", needed=_is_on)
def show_rehearsal(request: AnyRequest) -> AnyAnswer:
    return _shown(request)


@staff_form(ADDRESS, OFFICE)
def change_rehearsal(request: AnyRequest, data: Form) -> AnyAnswer:
    """An incident, another pace, or all over again: the button says which."""
    rehearsal = _rehearsal(request)
    kind, pace, sure = text(data, "incident"), text(data, "pace"), bool(text(data, "sure"))
    if kind in INCIDENTS:
        if rehearsal.loses(kind) and not sure:
            return _shown(request, asked=("incident", kind))
        return go(request, ADDRESS) if rehearsal.call(kind) else _shown(request, "rehearsal.not_now")
    if pace in {str(one) for one in PACES}:
        rehearsal.pace = float(pace)
    elif text(data, "do") == "again":
        book = text(data, "book")
        if rehearsal.loses() and not sure:
            return _shown(request, asked=("do", "again"), book=book)
        rehearsal.book = book if book in shipped().ids else rehearsal.book
        rehearsal.begin()
    return go(request, ADDRESS)


def _shown(request: AnyRequest, refused: str = "", asked: tuple[str, str] = ("", ""), book: str = "") -> AnyAnswer:
    """`asked`: the field and the value of a button that throws something away, and waits for a yes."""
    rehearsal, lang = _rehearsal(request), language_of(request)
    with rehearsal.house.world.lock:
        rehearsal.look()
        context: dict[str, Any] = {
            "lines": [_line(rehearsal, one, now(request), lang) for one in reversed(rehearsal.happened)],
            "score": rehearsal.score,
            "incidents": tuple(INCIDENTS),
            "paces": PACES,
            "pace": rehearsal.pace,
            "event": rehearsal.room.tournament if rehearsal.room else "",
            "book": rehearsal.book,
            "shelf": [(one, shipped().book(one).label) for one in shipped().ids],
            "not_now": refused,
            "asked": asked,
            "wished": book,
        }
    if wants_fragment(request):
        return part(request, "rehearsal/_score.html", **context)
    return room_page(request, "rehearsal/page.html", **context)


def _line(rehearsal: Rehearsal, one: Happening, at: int, lang: Lang) -> IncidentLine:
    state = "waiting"
    if one.settled:
        state = "settled" if one.settled == 1 else "in_part"
    elif rehearsal.missed(one):
        state = "missed"
    until = one.settled_at if one.settled_at is not None else at
    said = say(f"rehearsal.{one.kind}.told", lang, **one.told)
    lacks = tuple(say(f"rehearsal.lacks.{part}", lang) for part in one.lacks)
    expects = say(f"rehearsal.{one.kind}.expects", lang)
    return IncidentLine(one.kind, said, state, (until - one.at) // MINUTE, expects, lacks)
