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


def changes_since(state: TournamentState, season: SeasonState, since: Instant, at: Instant) -> list[Rearranged]:
    """The same for somebody who has no entry yet and read what was announced at that moment."""
    if state.sheet is None or state.stopped in {"cancelled", "ended"}:
        return []
    first = [day.id for day in state.sheet.days if day.is_first]
    if any(standing(state, day, at).level for day in first):
        return []
    hours = [
        _hour_moved(state, day, _start_known(state.moved[day], state.starts[day], since))
        for day in first
        if day in state.moved
    ]
    told = season.stages.get(state.stage, [])
    place = _place_moved(told, _place_known(told, since)) if len(told) > 1 else None
    return [one for one in (*hours, place) if one is not None]


def _hours(state: TournamentState, at: Instant) -> Iterator[Rearranged]:
    for day, moves in state.moved.items():
        if standing(state, day, at).level:
            continue
        known = partial(_start_known, moves, state.starts[day])
        for before, entries in _by_what_they_knew(known, state, day).items():
            moved = _hour_moved(state, day, before)
            if moved:
                yield moved._replace(entries=tuple(entries))


def _hour_moved(state: TournamentState, day: str, before: Instant) -> Rearranged | None:
    zone = state.the_sheet.zone
    was, now = local_time(before, zone), local_time(state.starts[day], zone)
    values = {"day": day, "was": was.date(), "was_hour": was.time(), "date": now.date(), "hour": now.time()}
    return Rearranged("notice.start_moved", values, ()) if was != now else None


def _start_known(moves: list[Moved], last: Instant, sold: Instant) -> Instant:
    """The start that held when somebody bought."""
    return next((one.was for one in moves if sold <= one.at), last)


def _places(state: TournamentState, season: SeasonState, at: Instant) -> Iterator[Rearranged]:
    """Of the announcements of a stage the last one holds; whoever bought under another place is told."""
    told = season.stages.get(state.stage, [])
    if len(told) < 2 or any(standing(state, day, at).level for day in state.starts):
        return
    for known, entries in _by_what_they_knew(partial(_place_known, told), state, "").items():
        moved = _place_moved(told, known)
        if moved:
            yield moved._replace(entries=tuple(entries))


def _place_moved(told: list[Any], known: tuple[str, str]) -> Rearranged | None:
    venue, address = _where(told[-1])
    values = {"was": known[0], "venue": venue, "address": address}
    return Rearranged("notice.venue_moved", values, ()) if known != (venue, address) else None


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
