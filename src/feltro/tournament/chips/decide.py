"""Counting, exchanging and taking chips out of play. Races are in `race.py`."""

from collections.abc import Callable, Mapping
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.chips import commands as c
from feltro.tournament.chips import race
from feltro.tournament.chips.view import in_play
from feltro.tournament.clock.face import shown_to
from feltro.tournament.facts import chips as e
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import LIVE, TournamentState

ORDERS = {
    "uncountable": "chips.stacks.size",
    "high_chips_hidden": "chips.high_value.visible",
    "irregular": "chips.stacks.standard",
}
"""What the book says about each thing that a player is told to put right."""


def count_stack(command: c.CountStack, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    refused = _refuse_stack(command.entry, command.chips, state)
    if refused:
        return refused
    level = shown_to(state, command.entry, now.at).level
    return (e.StackCounted(entry=command.entry, chips=command.chips, level=level, at=now.at),)


def tell_stack(command: c.TellStack, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    refused = _refuse_stack(command.entry, command.chips, state)
    if refused:
        return refused
    level = shown_to(state, command.entry, now.at).level
    return (e.StackTold(entry=command.entry, chips=command.chips, level=level, at=now.at),)


def _refuse_stack(entry: str, chips: int, state: TournamentState) -> Refused | None:
    if entry not in state.entries or state.entries[entry].status != LIVE:
        return Refused("entry.not_playing", {"entry": entry})
    if chips > in_play(state):
        return Refused("chips.more_than_in_play", {"chips": chips, "in_play": in_play(state)})
    return None


def order_stacks(command: c.OrderStacks, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    refused = _refuse_stack(command.entry, 0, state)
    may, standard = book["chips.stacks.floor_may_rearrange"], book[ORDERS[command.why]]
    if refused or not may.value:
        return refused or Refused("chips.may_not_order", cites=may.cites)
    because = f"chips.order.{command.why}"
    return (e.StacksOrdered(entry=command.entry, because=because, cites=cited(may, standard)),)


def exchange_chips(command: c.ExchangeChips, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    single, watch = book["chips.color_up.single_players"], book["chips.color_up.right_to_watch"]
    gives, gets = _worth(command.gives), _worth(command.gets)
    refused = _refuse_stack(command.entry, gives, state)
    if refused:
        return refused
    if not single.value:
        return Refused("chips.not_from_one_player", cites=single.cites)
    if gives != gets:
        return Refused("chips.not_equal", {"gives": gives, "gets": gets})
    return (
        e.ChipsExchanged(
            entry=command.entry,
            gives=tuple(sorted(command.gives.items())),
            gets=tuple(sorted(command.gets.items())),
            because="chips.exchanged_at_par",
            cites=cited(single, watch),
        ),
    )


def _worth(pieces: Mapping[int, int]) -> int:
    return sum(value * number for value, number in pieces.items())


def remove_chips(command: c.RemoveChips, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.chips > in_play(state):
        return Refused("chips.more_than_in_play", {"chips": command.chips, "in_play": in_play(state)})
    if command.entry and command.entry not in state.entries:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    if command.ground == "confiscated" and not command.entry:
        return Refused("chips.whose")
    if command.ground == "correction" and not command.reason.strip():
        return Refused("chips.needs_reason")
    rules = _rules_for(command.ground, book)
    return (
        e.ChipsRemoved(
            entry=command.entry,
            chips=command.chips,
            ground=command.ground,
            from_count=command.from_count,
            disqualification=rules[1].value if command.ground == "confiscated" else "none",
            reason=now.noted(command.reason),
            because=f"chips.removed.{command.ground}",
            cites=cited(*rules),
        ),
    )


def _rules_for(ground: str, book: Settled) -> tuple[Sourced, ...]:
    if ground == "confiscated":
        return book["transport.hidden.chips"], book["transport.hidden.disqualification"]
    if ground == "lost_and_found":
        return (book["chips.lost.owner_unknown"],)
    return (book["chips.denominations.controlled_by"],)


def return_chips(command: c.ReturnChips, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    refused = _refuse_stack(command.entry, command.chips, state)
    return refused or (e.ChipsReturned(entry=command.entry, chips=command.chips),)


def add_chips(command: c.AddChips, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    refused = _refuse_stack(command.entry, 0, state)
    if refused or not command.reason.strip():
        return refused or Refused("chips.needs_reason")
    return (e.ChipsAdded(entry=command.entry, chips=command.chips, reason=now.key),)


def redeem_voucher(command: c.RedeemVoucher, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    voucher = state.chips.vouchers.get(command.sale)
    if voucher is None:
        return Refused("chips.no_voucher", {"sale": command.sale})
    refused = _refuse_stack(voucher.entry, 0, state)
    return refused or (e.VoucherRedeemed(sale=command.sale, at=now.at),)


def count_chip_set(command: c.CountChipSet, _state: TournamentState, _book: Settled, now: Now) -> Outcome:
    return (e.ChipSetCounted(when=command.when, pieces=tuple(sorted(command.pieces.items())), at=now.at),)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.CountStack: count_stack,
    c.TellStack: tell_stack,
    c.OrderStacks: order_stacks,
    c.CallColorUp: race.call_color_up,
    c.RaceTable: race.race_table,
    c.CloseRace: race.close_race,
    c.ExchangeChips: exchange_chips,
    c.FindLateChips: race.find_late_chips,
    c.RemoveChips: remove_chips,
    c.ReturnChips: return_chips,
    c.AddChips: add_chips,
    c.RedeemVoucher: redeem_voucher,
    c.CountChipSet: count_chip_set,
}
