"""The bags of a day together: what was in play has to be in them."""

from typing import NamedTuple

from feltro.procedures.control import CIRCUIT, control
from feltro.rulebook.settle import Settled
from feltro.tournament.chips.view import on_tables
from feltro.tournament.days.end import playing_in
from feltro.tournament.facts.days import BagsAgree, EntryBagged
from feltro.tournament.now import cited
from feltro.tournament.sheet import Day
from feltro.tournament.state import BAGGED, TournamentState


class Filled(NamedTuple):
    """The bags of one table."""

    bags: int
    chips: int


class BagSum(NamedTuple):
    """Of one day: what its bags hold, by the table at which they were filled, and what was in play."""

    chips: int
    in_play: int
    by_table: dict[int, Filled]
    playing: int
    """Who has not bagged yet."""

    @property
    def difference(self) -> int:
        return self.chips - self.in_play

    @property
    def closes(self) -> bool:
        return not self.playing and not self.difference


def bag_sum(day: Day, state: TournamentState, typed: EntryBagged | None = None) -> BagSum:
    """As it stands, or with one more bag."""
    bags = {entry: (bag.chips, bag.table) for entry, bag in state.days.bags.items() if _of(day, entry, state)}
    playing = playing_in(state, day)
    if typed is not None:
        playing -= state.entries[typed.entry].status != BAGGED
        bags[typed.entry] = typed.chips, typed.table
    by_table: dict[int, Filled] = {}
    for chips, table in bags.values():
        before = by_table.get(table, Filled(0, 0))
        by_table[table] = Filled(before.bags + 1, before.chips + chips)
    in_play = state.days.chips.get(day.id, 0) if day.is_first else on_tables(state)
    return BagSum(sum(one.chips for one in by_table.values()), in_play, dict(sorted(by_table.items())), playing)


def _of(day: Day, entry: str, state: TournamentState) -> bool:
    return not day.is_first or state.entries[entry].day == day.id


def counted_blind(book: Settled) -> bool:
    """A circuit has every bag counted again by somebody who does not know the first count."""
    return control(book).size == CIRCUIT


def sum_agrees(
    day: Day | None, state: TournamentState, book: Settled, typed: EntryBagged | None = None
) -> tuple[BagsAgree, ...]:
    """Once nobody of the day plays on: where the sum closes no bag is counted again."""
    two = book["end_of_day.bag.two_people"]
    if day is None or not two.value or counted_blind(book):
        return ()
    found = bag_sum(day, state, typed)
    entries = {entry: None for entry in state.days.bags if _of(day, entry, state)}
    if typed is not None:
        entries[typed.entry] = None
    if not found.closes or not entries:
        return ()
    cites = cited(two, book["control.size"])
    return (
        BagsAgree(day=day.id, entries=tuple(entries), chips=found.chips, because="bag.sum_closes", cites=cites),
    )
