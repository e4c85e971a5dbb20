"""What happens to chips, put into their record."""

from collections.abc import Callable, Mapping
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import chips as e
from feltro.tournament.facts import sales as desk
from feltro.tournament.facts.draws import SealedAnew
from feltro.tournament.state import TournamentState, count
from feltro.tournament.state.chips import Counted, Race, Raced, Voucher

RACE = "race"
LATE = "late"
CORRECTION = "correction"


def stack_counted(state: TournamentState, event: e.StackCounted) -> None:
    state.chips.stacks[event.entry] = Counted(chips=event.chips, level=event.level, at=event.at)


def stack_told(state: TournamentState, event: e.StackTold) -> None:
    state.chips.told[event.entry] = Counted(chips=event.chips, level=event.level, at=event.at)


def stacks_ordered(state: TournamentState, event: e.StacksOrdered) -> None:
    """Kept in the log: an order changes no chips."""


def color_up_called(state: TournamentState, event: e.ColorUpCalled) -> None:
    state.chips.races[event.race] = Race(remove=event.remove, keep=event.keep, commitment=event.commitment)


def table_raced(state: TournamentState, event: e.TableRaced) -> None:
    race = state.chips.races[event.race]
    race.tables[event.table] = event.gained
    table = state.floor.tables.get(event.table)
    race.raced[event.table] = _raced(event, race.commitment, table.players if table else {})
    _come_or_go(state, RACE, event.gained, table.day if table else "")
    if event.collected:
        _change_pieces(state, {race.remove: event.collected}, {race.keep: event.given})


def _raced(event: e.TableRaced, commitment: str, players: dict[int, str]) -> Raced:
    cards: dict[int, list[str]] = {}
    for seat, name in event.cards:
        cards.setdefault(seat, []).append(name)
    odd = dict(event.odd)
    people = {seat: players[seat] for seat in odd if seat in players}
    return Raced(
        odd=odd,
        cards=cards,
        awards=dict(event.awards),
        kept_alive=event.kept_alive,
        drawn=event.drawn,
        commitment=commitment,
        people=people,
    )


def race_closed(state: TournamentState, event: e.RaceClosed) -> None:
    race = state.chips.races[event.race]
    race.closed = True
    race.secret = event.secret


def sealed_anew(state: TournamentState, event: SealedAnew) -> None:
    for race in state.chips.races.values():
        if race.commitment == event.instead_of:
            race.commitment = event.commitment


def chips_exchanged(state: TournamentState, event: e.ChipsExchanged) -> None:
    _change_pieces(state, dict(event.gives), dict(event.gets))


def late_chips_found(state: TournamentState, event: e.LateChipsFound) -> None:
    _come_or_go(state, LATE, event.given - event.chips, _day(state, event.entry))


def chips_removed(state: TournamentState, event: e.ChipsRemoved) -> None:
    _come_or_go(state, event.ground, -event.chips, _day(state, event.entry))
    counted = state.chips.stacks.get(event.entry)
    if event.from_count and counted:
        counted.chips -= event.chips


def chips_returned(state: TournamentState, event: e.ChipsReturned) -> None:
    """They never left play."""


def chips_added(state: TournamentState, event: e.ChipsAdded) -> None:
    _come_or_go(state, CORRECTION, event.chips, _day(state, event.entry))


def extra_sold(state: TournamentState, event: desk.ExtraSold) -> None:
    """What was announced at the table has its chips; what was bought at the desk walks there as a voucher."""
    if event.chips and not event.announced:
        state.chips.vouchers[event.sale] = Voucher(entry=event.entry, chips=event.chips)
        state.chips.waiting += event.chips


def voucher_redeemed(state: TournamentState, event: e.VoucherRedeemed) -> None:
    state.chips.waiting -= state.chips.vouchers.pop(event.sale).chips


def chip_set_counted(state: TournamentState, event: e.ChipSetCounted) -> None:
    state.chips.sets[event.when] = dict(event.pieces)


def _day(state: TournamentState, entry: str) -> str:
    return state.entries[entry].day if entry else ""


def _come_or_go(state: TournamentState, ground: str, chips: int, day: str) -> None:
    """Chips come into play or leave it; where the day is known, its bags have to come to as many."""
    if day:
        count(state.days.chips, day, chips)
    if chips >= 0:
        state.chips_issued += chips
        count(state.chips.added, ground, chips)
    else:
        state.chips_removed -= chips
        count(state.chips.removed, ground, -chips)


def _change_pieces(state: TournamentState, gives: Mapping[int, int], gets: Mapping[int, int]) -> None:
    pieces = state.chips.pieces
    for value, number in gives.items():
        pieces[value] = pieces.get(value, 0) - number
    for value, number in gets.items():
        pieces[value] = pieces.get(value, 0) + number


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.StackCounted: stack_counted,
    e.StackTold: stack_told,
    e.StacksOrdered: stacks_ordered,
    e.ColorUpCalled: color_up_called,
    e.TableRaced: table_raced,
    e.RaceClosed: race_closed,
    e.ChipsExchanged: chips_exchanged,
    e.LateChipsFound: late_chips_found,
    e.ChipsRemoved: chips_removed,
    e.ChipsReturned: chips_returned,
    e.ChipsAdded: chips_added,
    e.VoucherRedeemed: voucher_redeemed,
    e.ChipSetCounted: chip_set_counted,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    desk.ExtraSold: extra_sold,
    SealedAnew: sealed_anew,
}
