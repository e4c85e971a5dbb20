"""Another hour or another place, announced after people had bought: what changed, and who is to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import Instant, local_time
from feltro.tournament.clock.face import standing
from feltro.tournament.state import BAGGED, IN_THE_EVENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.season.state import SeasonState
    from feltro.tournament.state import Entry, TournamentState


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


def changes_for(entry: str, state: TournamentState, season: SeasonState, at: Instant) -> list[Rearranged]:
    return [one for one in changes(state, season, at) if entry in one.entries]


def _hours(state: TournamentState, at: Instant) -> Iterator[Rearranged]:
    zone = state.the_sheet.zone
    for day, moved in state.moved.items():
        if standing(state, day, at).level or moved.was == state.starts[day]:
            continue
        was, now = local_time(moved.was, zone), local_time(state.starts[day], zone)
        values = {"day": day, "was": was.date(), "was_hour": was.time(), "date": now.date(), "hour": now.time()}
        yield Rearranged("notice.start_moved", values, _bought_before(moved.at, state, day))


def _places(state: TournamentState, season: SeasonState, at: Instant) -> Iterator[Rearranged]:
    """Of the announcements of a stage the last one holds; whoever bought under another one is told."""
    told = season.stages.get(state.stage, [])
    if len(told) < 2 or any(standing(state, day, at).level for day in state.starts):
        return
    last = told[-1]
    since = next((one.at for one in reversed(told[1:]) if _where(one) == _where(last)), last.at)
    before = [one for one in told if one.at < since and _where(one) != _where(last)]
    if not before:
        return
    values = {"was": before[-1].venue, "venue": last.venue, "address": last.address}
    yield Rearranged("notice.venue_moved", values, _bought_before(since, state, ""))


def _where(announced: Any) -> tuple[str, str]:
    return announced.venue, announced.address


def _bought_before(moment: Instant, state: TournamentState, day: str) -> tuple[str, ...]:
    sheet_day = state.the_sheet.day(day)
    first = sheet_day is not None and sheet_day.is_first
    return tuple(
        one.id
        for one in state.entries.values()
        if _comes(one) and (not first or one.day == day) and state.sales[one.id].sold_at < moment
    )


def _comes(entry: Entry) -> bool:
    return entry.status in IN_THE_EVENT or entry.status == BAGGED
