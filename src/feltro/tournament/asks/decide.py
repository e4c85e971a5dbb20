"""Asked from a phone: while entries are sold, with what the book wants of whoever enters."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.asks import commands as c
from feltro.tournament.asks import voucher_commands as v
from feltro.tournament.asks import vouchers
from feltro.tournament.days.end import sells
from feltro.tournament.facts import asks as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.entries import refuse_stopped
from feltro.tournament.state import TournamentState

MOST_OPEN = 3000
"""More than any room holds: a list that strangers fill has an end."""


def ask_entry(command: c.AskEntry, state: TournamentState, book: Settled, now: Now) -> Outcome:
    known = state.phone_asks.asks.get(command.ask)
    if known is not None and not (known.is_open and known.interest and not command.interest):
        return Refused("phone_ask.id_used")
    refused = refuse_stopped(state) or _refuse_closed(state, now)
    if refused:
        return refused
    if sum(one.is_open for one in state.phone_asks.asks.values()) >= MOST_OPEN:
        return Refused("phone_ask.full")
    accepted = book["entry.rules_accepted_at"]
    if not command.interest and accepted.value == "registration" and not command.terms:
        return Refused("entry.terms_not_accepted", cites=accepted.cites)
    return (e.EntryAsked(ask=command.ask, interest=command.interest, at=now.at),)


def _refuse_closed(state: TournamentState, now: Now) -> Refused | None:
    first = [day for day in state.the_sheet.days if day.is_first]
    open_now = not state.registration_closed and any(sells(state, day, now.at) for day in first)
    return None if open_now else Refused("entry.registration_closed")


def withdraw_ask(command: c.WithdrawAsk, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    known = state.phone_asks.asks.get(command.ask)
    if known is None or not known.is_open:
        return Refused("phone_ask.unknown")
    return (e.AskWithdrawn(ask=command.ask),)


def take_ask(command: c.TakeAsk, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    known = state.phone_asks.asks.get(command.ask)
    if known is None or not known.is_open:
        return Refused("phone_ask.unknown")
    return (e.AskTaken(ask=command.ask, person=command.person),)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.AskEntry: ask_entry,
    c.WithdrawAsk: withdraw_ask,
    c.TakeAsk: take_ask,
    v.BuyByPhone: vouchers.buy_by_phone,
    v.GiveUpVoucher: vouchers.give_up,
    v.CheckInVoucher: vouchers.redeem,
    v.SettleVouchers: vouchers.settle_vouchers,
}
