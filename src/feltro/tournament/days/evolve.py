"""What bags and new days do to the state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.clock.evolve import stand_still
from feltro.tournament.facts import days as e
from feltro.tournament.facts.days import EntryBagged
from feltro.tournament.state import BAGGED, LIVE, OUT, TournamentState, count
from feltro.tournament.state.days import CountedBag, Ended, OpenedBag


def entry_bagged(state: TournamentState, event: EntryBagged) -> None:
    """The count, or another one of the same bag."""
    entry, days = state.entries[event.entry], state.days
    if entry.status != BAGGED:
        state.leave(entry, BAGGED)
    entry.bagged = True
    if event.entry not in days.bags or days.bags[event.entry].verified:
        days.unverified += 1
    entry.chips = event.chips
    bag = CountedBag(chips=event.chips, by=event.by, table=event.table, absent=event.absent)
    days.bags[event.entry] = bag
    _ask_the_sum_again(state, event.day)


def _ask_the_sum_again(state: TournamentState, day: str) -> None:
    """Another count changes the sum that the day's other bags rested on."""
    flight = state.the_sheet.day(day)
    for entry, bag in state.days.bags.items():
        if bag.by_sum and (flight is None or not flight.is_first or state.entries[entry].day == day):
            bag.by_sum = False
            state.days.unverified += not bag.verified_by


def bags_agree(state: TournamentState, event: e.BagsAgree) -> None:
    for entry in event.entries:
        bag = state.days.bags[entry]
        state.days.unverified -= not bag.verified
        bag.by_sum = True


def bag_differed(state: TournamentState, event: e.BagDiffered) -> None:
    state.days.differed[event.entry] = OpenedBag(bagged=event.bagged, found=event.found, at=event.at)


def bag_verified(state: TournamentState, event: e.BagVerified) -> None:
    bag = state.days.bags[event.entry]
    state.days.unverified -= not bag.verified
    bag.verified_by = event.by


def day_ended(state: TournamentState, event: e.DayEnded) -> None:
    state.days.ended[event.day] = Ended(
        at=event.at, players=event.players, entries=event.entries, in_the_money=event.in_the_money
    )
    stand_still(state, event.day, event.at)
    state.pace.last_hands.pop(event.day, None)
    state.pace.hand_for_hand.pop(event.day, None)


def day_started(state: TournamentState, event: e.DayStarted) -> None:
    for entry_id in event.entries:
        entry = state.entries[entry_id]
        entry.status = LIVE
        entry.came_back = entry.came_back or not event.identity_pending
        count(state.chairs_taken, entry.day, 1)
        count(state.days.live, entry.day, 1)
    for entry_id in event.dropped:
        entry = state.entries[entry_id]
        state.take_out(entry.chips)
        entry.status = OUT
    state.days.bags.clear()
    state.days.differed.clear()
    state.days.unverified = 0
    state.days.started[event.day] = event.at


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    EntryBagged: entry_bagged,
    e.BagVerified: bag_verified,
    e.BagsAgree: bags_agree,
    e.BagDiffered: bag_differed,
    e.DayEnded: day_ended,
    e.DayStarted: day_started,
}
