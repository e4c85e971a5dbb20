"""A tap at a table: one command, with the key that it was made with, when it was tapped and when it was sent.

A tablet without a network keeps its taps and sends them in order when somebody answers. What crossed something
meanwhile is asked of the floor; what is refused on arrival is told to both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from litestar.response import Response

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import TABLES
from feltro.tournament.now import LATE
from feltro.tournament.taps.commands import ReportTap
from feltro.web.dealer.tablet import ADDRESS, way_back
from feltro.web.director.orders import command_of
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import hand_over, new_key, said_of
from feltro.web.frame.fields import NAME, Form, digits, text
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form
from feltro.web.frame.known import by_name, known_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.world.plan import Done
    from feltro.kernel.commands import Command

TAPS = frozenset(
    """MarkArrived MarkAbsent MarkAway MarkBack BustHand AnnounceRebuy CallFloor CloseCall HearMessage EndHand
    ReportTable HoldAllIn StartTime StopTime CountStack RollCall RaceTable Bag MarkServed ReportButton""".split()
)
"""What is tapped at a table. Who may, each command says itself."""
COMES_INTO_BEING = {"AnnounceRebuy": ("sale", "s"), "CallFloor": ("call", "c"), "StartTime": ("time", "q")}
"""Ids are made of the key: sent twice, it is the same thing."""
OF_THE_TAP = ("tapped", "sent", "key", "_csrf_token")
A_DAY_MS = 24 * 3600 * 1000
BY_SCRIPT = "x-feltro-tap"
MILLISECOND = 1000


@staff_form(ADDRESS + "/toque", TABLES)
def tap(request: AnyRequest, tournament: str, number: str, data: Form) -> AnyAnswer:
    key = text(data, "key") if re.fullmatch(r"[A-Za-z0-9]{16,64}", text(data, "key")) else new_key()
    table = digits(number) or 0
    with house_of(request).world.lock:
        found = known_event(request, tournament)
        command = _command(data, found, key)
    tapped_at = _tapped_at(data, now(request))
    outcome = command if isinstance(command, Refused) else hand_over(request, command, key, tapped_at)
    if isinstance(outcome, Refused) and not isinstance(command, Refused):
        _tell_floor(request, _report(outcome, command, table, key), tapped_at, key)
        outcome = said_of(request, outcome, command)
    return _answer(request, found, outcome, way_back(request, data, tournament, number))


def _command(data: dict[str, Any], found: EventView, key: str) -> Command | Refused:
    name = text(data, "command")
    if name not in TAPS:
        return Refused("form.unfit", {"said": name})
    form = {field: value for field, value in data.items() if field not in OF_THE_TAP}
    if name in COMES_INTO_BEING:
        field, letter = COMES_INTO_BEING[name]
        form[field] = f"{letter}{key[:6]}x{key[6:12]}"
    return command_of(form, found)


def _tapped_at(data: dict[str, Any], at: Instant) -> Instant | None:
    """By how long it lay in the tablet: whatever hour the tablet believes it is."""
    tapped, sent = digits(text(data, "tapped"), 15), digits(text(data, "sent"), 15)
    if tapped is None or sent is None:
        return None
    return Instant(at - min(max(sent - tapped, 0), A_DAY_MS) * MILLISECOND)


def _tell_floor(request: AnyRequest, report: ReportTap, tapped_at: Instant | None, key: str) -> None:
    """What waited and was refused: somebody of the floor puts it right. What is refused on the spot, the dealer sees."""
    if tapped_at is not None and now(request) - tapped_at >= LATE:
        hand_over(request, report, f"{key[:60]}r", tapped_at)


def _report(refused: Refused, command: Command, table: int, key: str) -> ReportTap:
    entries = [one.entry for one in getattr(command, "busts", ())] or [getattr(command, "entry", "")]
    return ReportTap(
        tournament=getattr(command, "tournament", ""),
        tap=f"k{key[:6]}x{key[6:12]}",
        table=table,
        act=type(command).__name__,
        entries=tuple(one for one in entries if one),
        because=refused.because,
        values=_plain(refused.values),
        cites=tuple(map(str, refused.cites)),
    )


def _plain(values: Any) -> dict[str, str | int]:
    """Ids and numbers: what a person typed is not written down."""
    return {
        name: one
        for name, one in values.items()
        if (isinstance(one, int) and one >= 0) or (isinstance(one, str) and NAME.fullmatch(one))
    }


def _answer(request: AnyRequest, found: EventView, outcome: Done | Refused, back: str) -> AnyAnswer:
    by_script = request.headers.get(BY_SCRIPT) == "1"
    if not isinstance(outcome, Refused):
        asked = any(one.name == "TapAsked" for one in outcome.events)
        return _told({"done": True, "asked": asked}) if by_script else go(request, back)
    with house_of(request).world.lock:
        said = why(by_name(outcome, found), language_of(request))
    if by_script:
        return _told(
            {"done": False, "text": said["text"], "clauses": str(said["clauses"] if said["cites"] else "")}
        )
    return room_page(request, "floor/refused.html", 409, back=back, refused=said)


def _told(answer: dict[str, Any]) -> AnyAnswer:
    return Response(answer, headers={"Cache-Control": "no-store"})
