"""Another hour or another place, announced after people had bought: what changed, and who is to be told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from feltro.kernel.instants import Instant, local_time
from feltro.tournament.clock.face import standing
from feltro.tournament.state import BAGGED, IN_THE_EVENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.season.state import SeasonState
    from feltro.tournament.state import Entry, TournamentState
    from feltro.tournament.state.tournament import Moved


Known = TypeVar("Known")


class Rearranged(NamedTuple):
    """A key of words/ with its values, and the entries that were sold before it."""

    key: str
    values: dict[str, Any]
    entries: tuple[str, ...]


def changes(state: TournamentState, season: SeasonState, at: Instant) -> list[Rearranged]:
    """While the day has not begun: after that everybody is there, or knows."""
    if state.sheet is None or state.stopped in {"cancelled", "ended"}:
        return []
    return [one for one in (*_hours(state, at), *_places(state, season, at)) if one.entries]


def _hours(state: TournamentState, at: Instant) -> Iterator[Rearranged]:
    zone = state.the_sheet.zone
    for day, moves in state.moved.items():
        if standing(state, day, at).level:
            continue
        known = partial(_start_known, moves, state.starts[day])
        for before, entries in _by_what_they_knew(known, state, day).items():
            was, now = local_time(before, zone), local_time(state.starts[day], zone)
            if was != now:
                values = {"day": day, "was": was.date(), "was_hour": was.time(), "date": now.date()}
                yield Rearranged("notice.start_moved", {**values, "hour": now.time()}, tuple(entries))


def _start_known(moves: list[Moved], last: Instant, sold: Instant) -> Instant:
    """The start that held when somebody bought."""
    return next((one.was for one in moves if sold <= one.at), last)


def _places(state: TournamentState, season: SeasonState, at: Instant) -> Iterator[Rearranged]:
    """Of the announcements of a stage the last one holds; whoever bought under another place is told."""
    told = season.stages.get(state.stage, [])
    if len(told) < 2 or any(standing(state, day, at).level for day in state.starts):
        return
    venue, address = _where(told[-1])
    for (was, street), entries in _by_what_they_knew(partial(_place_known, told), state, "").items():
        if (was, street) != (venue, address):
            values = {"was": was, "venue": venue, "address": address}
            yield Rearranged("notice.venue_moved", values, tuple(entries))


def _place_known(told: list[Any], sold: Instant) -> tuple[str, str]:
    return next((_where(one) for one in reversed(told) if one.at < sold), _where(told[0]))


def _where(announced: Any) -> tuple[str, str]:
    return announced.venue, announced.address


def _by_what_they_knew(
    known: Callable[[Instant], Known], state: TournamentState, day: str
) -> dict[Known, list[str]]:
    """Those who come that day, by what held when they bought."""
    sheet_day = state.the_sheet.day(day)
    first = sheet_day is not None and sheet_day.is_first
    found: dict[Known, list[str]] = {}
    for one in state.entries.values():
        if _comes(one) and (not first or one.day == day):
            found.setdefault(known(state.sales[one.id].sold_at), []).append(one.id)
    return found


def _comes(entry: Entry) -> bool:
    return entry.status in IN_THE_EVENT or entry.status == BAGGED
