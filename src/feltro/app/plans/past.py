"""What the log tells of events that are over, in the numbers that the field model speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.event_view import EventView
from feltro.forecast.days import AGAIN
from feltro.forecast.past import PastEvent
from feltro.kernel.instants import MINUTE
from feltro.tournament.days.end import played_out
from feltro.tournament.facts.clock import ClockStarted, LevelChanged, LevelMarked
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import HandPlayed
from feltro.tournament.sheet import last_level
from feltro.tournament.state import GONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.app.handling import House
    from feltro.app.world.history import Fact
    from feltro.kernel.instants import Instant
    from feltro.tournament.sheet import SaleItem
    from feltro.tournament.state import Entry, TournamentState

MOST_EVENTS = 12
"""The latest ones: a house changes."""
FEWEST_PEOPLE = 6
LONGEST_HAND = 6 * MINUTE
"""What lies further apart at a table has a break between it."""


def over_lately(house: House, at: Instant) -> list[EventView]:
    """Events of this house that were played to a champion, the latest first. Hold the world's lock."""
    gists = [live.gist for live in house.world.lives("tournament:")]
    over = [one for one in gists if one and not one.stopped and not one.is_open and one.entries >= FEWEST_PEOPLE]
    latest = sorted(over, key=lambda one: one.last_begins, reverse=True)[: 2 * MOST_EVENTS]
    found = (EventView(house, house.world.live(f"tournament:{one.tournament}"), at) for one in latest)
    return [event for event in found if played_out(event.state, at)][:MOST_EVENTS]


def past_event(event: EventView) -> PastEvent | None:
    """Nothing where the log does not tell enough: no level, or nobody who went out."""
    state, facts = event.state, list(event.happened())[::-1]
    outs = [fact.event for fact in facts if isinstance(fact.event, EntryEliminated)]
    begins = level_starts(facts)
    entered = [one for one in state.entries.values() if one.status not in GONE and one.effective_at is not None]
    if not outs or not begins or 1 not in begins:
        return None
    sheet = state.the_sheet
    again = next((item for kind in AGAIN for item in sheet.items if item.kind == kind), None)
    addon = next((item for item in sheet.items if item.kind == "addon"), None)
    firsts = [one for one in entered if one.kind not in AGAIN]
    hands, hand_minutes = _hands(facts)
    return PastEvent(
        name=sheet.name,
        sheet=sheet,
        people=len(firsts),
        late=sum(one.late for one in firsts),
        again=_again(state, entered, again),
        again_chances=_chances(state, outs, again),
        addons=_sold(state, addon),
        addon_chances=_left(entered, outs, begins, last_level(sheet, addon) + 1) if addon else 0,
        players=tuple(_left(entered, outs, begins, level) for level in range(1, max(begins) + 1)),
        end_minutes=(max(one.at for one in outs) - max(state.starts.values())) / MINUTE,
        hands=hands,
        hand_minutes=hand_minutes,
        expected=sheet.expected_entries or 0,
    )


def level_starts(facts: Sequence[Fact], day: str = "") -> dict[int, Instant]:
    """When each level first began, on a day or on any; a day that takes up a level of the day before does not begin it
    again."""
    found: dict[int, Instant] = {}
    for fact in facts:
        one = fact.event
        starts = isinstance(one, ClockStarted | LevelChanged) or (isinstance(one, LevelMarked) and not one.in_break)
        if starts and day in {"", one.day}:
            found.setdefault(one.level, one.at or fact.meta.at)
    return found


def _left(entered: Sequence[Entry], outs: Sequence[EntryEliminated], begins: dict[int, Instant], level: int) -> int:
    """Players when a level began."""
    at = next((begins[one] for one in range(level, 0, -1) if one in begins), None)
    if at is None:
        return 0
    there = sum(one.effective_at is not None and one.effective_at <= at for one in entered)
    return there - sum(one.at <= at for one in outs)


def _again(state: TournamentState, entered: Sequence[Entry], item: SaleItem | None) -> int:
    return sum(one.kind == "reentry" for one in entered) + (_sold(state, item) if _is_rebuy(item) else 0)


def _chances(state: TournamentState, outs: Sequence[EntryEliminated], item: SaleItem | None) -> int:
    if item is None:
        return 0
    until = last_level(state.the_sheet, item)
    went = sum(one.level <= until for one in outs)
    return went + (_sold(state, item) if _is_rebuy(item) else 0)


def _is_rebuy(item: SaleItem | None) -> bool:
    return item is not None and item.kind == "rebuy"


def _sold(state: TournamentState, item: SaleItem | None) -> int:
    return sum(sale.item == item.id and not sale.gone for sale in state.sales.values()) if item else 0


def _hands(facts: Sequence[Fact]) -> tuple[int, float]:
    """Hands whose length is known, and minutes of them: from one to the next at the same table."""
    gaps = [one for one in _gaps(facts) if 0 < one <= LONGEST_HAND]
    return len(gaps), sum(gaps) / MINUTE


def _gaps(facts: Sequence[Fact]) -> Iterator[int]:
    last: dict[int, Instant] = {}
    for fact in facts:
        if isinstance(fact.event, HandPlayed):
            if fact.event.table in last:
                yield fact.meta.at - last[fact.event.table]
            last[fact.event.table] = fact.meta.at
