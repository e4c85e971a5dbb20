"""Bags counted twice, days closed, and the players who come back."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.procedures.control import control
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import day_of, the_day
from feltro.tournament.days import commands as c
from feltro.tournament.days.bags import sum_agrees
from feltro.tournament.days.end import playing_in
from feltro.tournament.facts import days as e
from feltro.tournament.facts.days import EntryBagged
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import BAGGED, LIVE, Entry, TournamentState
from feltro.tournament.time_bank.decide import cards_each_day


def bag(command: c.Bag, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The first count; or another one, while no second person has verified it. With the last one the sum is asked."""
    entry = state.entries.get(command.entry)
    if entry is None or entry.status not in {LIVE, BAGGED}:
        return Refused("entry.not_playing", {"entry": command.entry})
    counted = state.days.bags.get(entry.id)
    if entry.status == BAGGED and (counted is None or counted.verified_by):
        return Refused("bag.verified", {"entry": entry.id})
    chair = state.floor.chair_of.get(entry.id)
    day = _day_bagged(entry, state)
    last = state.pace.last_hands_of(day)
    if chair and last and last.left.get(chair.table):
        cites = book["end_of_day.same_for_all_tables"].cites
        return Refused("bag.hands_left", {"table": chair.table, "hands": last.left[chair.table]}, cites)
    table = chair.table if chair else counted.table if counted else 0
    bagged = EntryBagged(
        entry=entry.id, chips=command.chips, by=now.who, day=day, table=table, absent=command.absent
    )
    return (bagged, *sum_agrees(the_day(state, day), state, book, bagged))


def _day_bagged(entry: Entry, state: TournamentState) -> str:
    """Of its table; counted again, when it has left it: the later day that is being played, else its own."""
    later = (day for day in reversed(state.days.started) if day not in state.days.ended)
    return day_of(state, entry.id) if entry.id in state.floor.chair_of else next(later, entry.day)


def verify_bag(command: c.VerifyBag, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = state.days.bags.get(command.entry)
    two = book["end_of_day.bag.two_people"]
    if found is None:
        return Refused("bag.none", {"entry": command.entry})
    if found.verified_by:
        return Refused("bag.verified", {"entry": command.entry})
    alone: Refused | tuple[Event, ...] = ()
    if two.value and now.is_same_person(found.by):
        size = control(book)
        refused = Refused("bag.second_person", cites=(*two.cites, *size.cites))
        nobody = now.seconds.nobody_else
        alone = size.without_second("VerifyBag", command.entry, refused, nobody_else=nobody)
    if isinstance(alone, Refused):
        return alone
    if found.chips != command.chips:
        # The first count is kept back: who hears it only has to repeat it, and nobody counted twice.
        return Refused("bag.counts_differ", {"second": command.chips}, two.cites)
    because, cites = "bag.counted_twice", cited(two)
    verified = e.BagVerified(entry=command.entry, chips=command.chips, by=now.who, because=because, cites=cites)
    return (verified, *alone)


def report_difference(command: c.ReportBagDifference, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The bag is opened in front of the dealer; once cards were dealt nobody can say any more what was in it."""
    entry, table = state.entries.get(command.entry), state.floor.table_of(command.entry)
    if entry is None or entry.status != LIVE:
        return Refused("entry.not_playing", {"entry": command.entry})
    if not entry.bagged or not state.days.started:
        return Refused("bag.not_from_a_bag", {"entry": command.entry})
    cites = book["end_of_day.bag.two_people"].cites
    if table is not None and (table.hands or table.dealing):
        return Refused("bag.hand_dealt", {"table": table.number}, cites)
    if command.chips == entry.chips:
        return Refused("bag.as_written", {"chips": entry.chips})
    return (e.BagDiffered(entry=entry.id, bagged=entry.chips, found=command.chips, by=now.who, at=now.at),)


def end_day(command: c.EndDay, state: TournamentState, book: Settled, now: Now) -> Outcome:
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    if day.id in state.days.ended:
        return Refused("days.ended", {"day": day.id})
    if not day.is_first and day.id not in state.days.started:
        return Refused("days.not_started", {"day": day.id})
    left = playing_in(state, day)
    if left:
        return Refused("days.still_playing", {"players": left})
    bagged = len(state.days.bags)
    if day.is_first:
        bagged = sum(state.entries[entry].day == day.id for entry in state.days.bags)
    return (
        *sum_agrees(day, state, book),
        e.DayEnded(
            day=day.id,
            players=bagged,
            entries=state.days.entered.get(day.id, 0) if day.is_first else state.entries_sold,
            in_the_money=command.in_the_money,
            at=now.at,
        ),
    )


def start_day(command: c.StartDay, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """One stack for each person: the best or the first, as the sheet's addendum says."""
    refused = _refuse_start(command.day, state, book)
    if refused:
        return refused
    forward = book["reentry.after_bagging"]
    chosen = one_stack_each(state, forward.value)
    entries = tuple(entry for entry in state.days.bags if entry in chosen)
    dropped = tuple(entry for entry in state.days.bags if entry not in chosen)
    identity, added = book["entry.photo_id.checked_at"], book["action_clock.cards.added_at"]
    cards, kept = cards_each_day(state, book), book["action_clock.cards.left_are_kept"]
    asked = "each_later_day" in identity.value
    cites = (*((forward,) if dropped else ()), *((identity,) if asked else ()), *((added, kept) if cards else ()))
    return (
        e.DayStarted(
            day=command.day,
            entries=entries,
            dropped=dropped,
            identity_pending=asked,
            cards=cards,
            initial_cards=book["action_clock.cards.initial"].value,
            cards_kept=kept.value,
            at=now.at,
            because="days.players_come_back",
            cites=cited(*cites),
        ),
    )


def _refuse_start(day_id: str, state: TournamentState, book: Settled) -> Refused | None:
    day = state.the_sheet.day(day_id)
    if day is None or day.is_first:
        return Refused("tournament.no_such_day", {"day": day_id})
    if day.id in state.days.started:
        return Refused("days.started", {"day": day.id})
    if day.id in state.days.ended:
        return Refused("days.ended", {"day": day.id})
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    still = sum(state.days.live.values())
    if still:
        return Refused("days.still_playing", {"players": still})
    if not state.days.bags:
        return Refused("days.nobody_bagged")
    two = book["end_of_day.bag.two_people"]
    if two.value and state.days.unverified:
        return Refused("days.bags_unverified", {"bags": state.days.unverified}, two.cites)
    return None


def one_stack_each(state: TournamentState, forward: str) -> set[str]:
    """Of each person's bags the one that goes on: the first to be bagged, or the best, the earlier of equal ones."""
    chosen: dict[str, Entry] = {}
    for entry_id in state.days.bags:
        entry = state.entries[entry_id]
        other = chosen.get(entry.person)
        if other is None or (forward != "first_stack_forward" and entry.chips > other.chips):
            chosen[entry.person] = entry
    return {entry.id for entry in chosen.values()}


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.Bag: bag,
    c.VerifyBag: verify_bag,
    c.ReportBagDifference: report_difference,
    c.EndDay: end_day,
    c.StartDay: start_day,
}
