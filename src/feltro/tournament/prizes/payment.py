"""Paying what was won: who, how, how much of it, who has looked, and what came out too much."""

import re
from typing import NamedTuple

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, together
from feltro.procedures.control import control
from feltro.procedures.tax import TaxedPrize, rule_of, withheld
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.facts import prizes as e
from feltro.tournament.now import Now, Outcome, TaxFacts
from feltro.tournament.prizes import commands as c
from feltro.tournament.prizes.due import Due, decided_places, due, overpaid, prizes_stand, won_apart
from feltro.tournament.prizes.satellites import pool_centavos
from feltro.tournament.state import TournamentState

END_TO_END = re.compile(r"E[0-9]{20}[A-Za-z0-9]{11}")
"""How the instant payment system names a PIX: E, the bank, the minute, and eleven signs of its own."""


class Taxed(NamedTuple):
    """An event whose prizes are taxed: its record, its book and the moment."""

    state: TournamentState
    book: Settled
    at: Instant


def owed_to(entry: str, state: TournamentState, of: str = "prize") -> Due | Refused:
    """The prize of an entry, or what it won apart from it: knockouts, a satellite seat paid in money."""
    if entry not in state.entries:
        return Refused("entry.not_in_the_event", {"entry": entry})
    if of != "prize":
        paid, held = state.prizes.paid(entry, of), entry in state.prizes.held
        apart = Due(entry, state.entries[entry].person, 0, won_apart(state)[of].get(entry, 0), paid, held, None)
        return apart if apart.amount else Refused("prize.none_due", {"entry": entry})
    announced = state.prizes.announced
    if announced is None and entry not in state.prizes.early:
        return Refused("prizes.not_announced")
    stands = prizes_stand(state)
    if announced is not None and not stands and announced.collected_centavos != pool_centavos(state):
        return Refused("prizes.pool_changed", {"announced": Money(announced.collected_centavos)})
    return due(state).get(entry) or Refused("prize.none_due", {"entry": entry})


def _payable(entry: str, state: TournamentState, book: Settled, now: Now, of: str = "prize") -> Due | Refused:
    """What is due, to somebody who may be paid here."""
    return _refuse_person(entry, state, book, now) or owed_to(entry, state, of)


def _refuse_person(entry: str, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    mine = state.entries.get(entry)
    return status.refusal("pay", mine.person, state, book, now, state.sales[entry].sold_at) if mine else None


# Holding, approving, leaving for later


def hold_prize(command: c.HoldPrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.entry not in state.entries:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    if command.entry in state.prizes.held:
        return Refused("prize.held", {"entry": command.entry})
    if not command.reason.strip():
        return Refused("prize.hold_needs_reason")
    return (e.PrizeHeld(entry=command.entry, reason=now.key),)


def release_prize(command: c.ReleasePrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.entry not in state.prizes.held:
        return Refused("prize.not_held", {"entry": command.entry})
    return (e.PrizeReleased(entry=command.entry, reason=now.noted(command.reason)),)


def approve_prize(command: c.ApprovePrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    prize = _payable(command.entry, state, book, now, command.of)
    if isinstance(prize, Refused):
        return prize
    return (e.PrizeApproved(entry=prize.entry, amount_centavos=prize.amount, by=now.who),)


def schedule_prize(command: c.SchedulePrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    prize = _payable(command.entry, state, book, now)
    if isinstance(prize, Refused):
        return prize
    since, covers = book["prizes.payment.organiser_chooses_from"], book["prizes.payment.wait_covers"]
    if covers.value == "from_threshold" and prize.amount < since.value.centavos:
        return Refused("prize.too_small_to_wait", {"least": since.value}, (*since.cites, *covers.cites))
    if prize.remaining <= 0:
        return Refused("prize.paid_already", {"entry": prize.entry})
    if prize.scheduled:
        return Refused("prize.scheduled_already", {"day": prize.scheduled})
    if now.prize.pay_by is None:
        return Refused("prize.not_out", {"entry": prize.entry})
    return (
        e.PrizeScheduled(
            entry=prize.entry,
            amount_centavos=prize.remaining,
            pay_by=now.prize.pay_by,
            calendar=now.prize.calendar,
        ),
    )


# Paying


def pay_prize(command: c.PayPrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What is missing at the window is said all at once."""
    person = _refuse_person(command.entry, state, book, now)
    prize = owed_to(command.entry, state, command.of)
    if isinstance(prize, Refused):
        return person or prize
    alone = _alone(prize, state, book, now)
    missing = _refuse_prize(command, prize, state, book) or together(
        _refuse_payee(book, now),
        _refuse_method(command, prize, state, book),
        _refuse_account(command, book, now),
        alone if isinstance(alone, Refused) else None,
    )
    refused = together(person, missing)
    if refused or isinstance(alone, Refused):
        return refused or alone
    paid = e.PrizePaid(
        payment=command.payment,
        entry=prize.entry,
        person=prize.person,
        cashier=now.cashier,
        method=command.method,
        amount_centavos=command.amount_centavos,
        tax_centavos=tax_on(command.amount_centavos, prize, command.of, Taxed(state, book, now.at), now.prize.tax),
        reference=command.reference,
        receipt=state.prizes.last_receipt + 1,
        of=command.of,
        at=now.at,
    )
    return (paid, *alone)


def _refuse_prize(command: c.PayPrize, prize: Due, state: TournamentState, book: Settled) -> Refused | None:
    """What nothing that is shown or typed at the window changes."""
    return (
        _refuse_amount(command, prize, state)
        or _refuse_knockouts(command, state, book)
        or _refuse_tie(prize, state, book)
    )


def _refuse_amount(command: c.PayPrize, prize: Due, state: TournamentState) -> Refused | None:
    if command.payment in state.prizes.used_ids:
        return Refused("prize.payment_used", {"payment": command.payment})
    if prize.held:
        return Refused("prize.held", {"entry": prize.entry})
    if prize.remaining <= 0:
        return Refused("prize.paid_already", {"entry": prize.entry})
    if command.amount_centavos > prize.remaining:
        return Refused("prize.more_than_due", {"remaining": Money(prize.remaining)})
    return None


def _refuse_knockouts(command: c.PayPrize, state: TournamentState, book: Settled) -> Refused | None:
    when = book["prizes.knockout.paid_for"]
    if command.of == "knockouts" and when.value == "end_of_event" and len(still_in(state)) > 1:
        return Refused("knockout.paid_at_the_end", cites=when.cites)
    return None


def _refuse_method(command: c.PayPrize, prize: Due, state: TournamentState, book: Settled) -> Refused | None:
    since, methods = book["prizes.payment.organiser_chooses_from"], book["prizes.payment.methods"]
    if command.method == "balance":
        return None  # nothing leaves the house: it is paid, by one of its ways, when the player asks for it
    if prize.amount >= since.value.centavos and command.method not in methods.value:
        return Refused(
            "prize.method_not_allowed", {"least": since.value, "methods": tuple(methods.value)}, methods.cites
        )
    return refuse_reference(command.method, command.desk, command.reference, state)


def _refuse_account(command: c.PayPrize, book: Settled, now: Now) -> Refused | None:
    """A PIX goes to the winner's own key: name and CPF that the bank shows are those of the registry."""
    own = book["prizes.payment.own_account"]
    looked_at = command.method == "pix" or bool(command.bank_name or command.bank_document)
    if command.method not in {"pix", "bank_transfer"} or not own.value or not looked_at:
        return None
    return None if now.prize.account == "own" else Refused(f"prize.account_{now.prize.account}", cites=own.cites)


def refuse_reference(method: str, desk: str, reference: str, state: TournamentState) -> Refused | None:
    """Cash comes from a drawer; everything else leaves a number by which it is found again."""
    if method == "cash":
        return None if desk else Refused("prize.needs_desk")
    if method == "pix" and END_TO_END.fullmatch(reference) is None:
        return Refused("prize.needs_end_to_end")
    if not reference:
        return Refused("prize.needs_reference", {"method": method})
    if f"{method}/{reference}" in state.prizes.references:
        return Refused("prize.reference_used", {"reference": reference})
    return None


def _refuse_tie(prize: Due, state: TournamentState, book: Settled) -> Refused | None:
    said = book["hand_for_hand.busts.tied_prizes"]
    tied = any(prize.entry in finish.players and len(finish.players) > 1 for finish in decided_places(state))
    if tied and said.value != "sum_shared_equally" and not state.satellite_winners:
        return Refused("prize.tie_is_the_directors", cites=said.cites)
    return None


def _refuse_payee(book: Settled, now: Now) -> Refused | None:
    photo, document = book["prizes.payment.needs_photo_id"], book["prizes.payment.needs_document"]
    if photo.value and now.known is None:
        return Refused("prize.identity_not_checked", cites=photo.cites)
    if document.value and not now.prize.document_matches:
        known = now.prize.document_matches is not None
        if known and not now.prize.document_shown:
            return Refused("prize.document_not_shown", cites=document.cites)
        return Refused("prize.document_differs" if known else "prize.no_document", cites=document.cites)
    return None


def _alone(prize: Due, state: TournamentState, book: Settled, now: Now) -> Refused | tuple[Event, ...]:
    """From a limit on, somebody else than whoever pays has approved this very amount."""
    size = control(book)
    if prize.amount < size.prize_from:
        return ()
    approvals = state.prizes.approved.get(prize.entry, ())
    if any(not now.is_same_person(one.by) and one.amount_centavos == prize.amount for one in approvals):
        return ()
    cites = (*book["prizes.payment.second_person_from"].cites, *size.cites)
    refused = Refused("prize.needs_second_person", {"least": Money(size.prize_from)}, cites)
    return size.without_second("PayPrize", prize.entry, refused, nobody_else=now.seconds.nobody_else)


def tax_on(amount_centavos: int, prize: Due, of: str, event: Taxed, facts: TaxFacts) -> int:
    """By the regime that the event settled, of what is paid now."""
    before = TaxedPrize(prize.amount, prize.paid, event.state.prizes.taxed(prize.entry, of))
    rule = rule_of(event.book.decides, facts.brackets)
    day = local_time(event.at, event.state.the_sheet.zone).date()
    return withheld(amount_centavos, day, rule, before, facts.month)


# Too much


def report_overpayment(command: c.ReportOverpayment, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.entry not in state.entries:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    if command.overpayment in state.prizes.used_ids:
        return Refused("prize.payment_used", {"payment": command.overpayment})
    corrected = command.cause == "place_corrected"
    amount = overpaid(state).get(command.entry, 0) if corrected else command.amount_centavos
    if amount <= 0:
        return Refused("overpayment.none", {"entry": command.entry})
    if not corrected and not command.desk:
        return Refused("prize.needs_desk")
    reported = e.PrizeOverpaid(
        overpayment=command.overpayment,
        entry=command.entry,
        person=state.entries[command.entry].person,
        cashier=now.cashier,
        cause=command.cause,
        amount_centavos=amount,
        reason=now.noted(command.reason),
    )
    return (reported,)


def repay_overpayment(command: c.RepayOverpayment, state: TournamentState, book: Settled, now: Now) -> Outcome:
    owed = state.prizes.overpaid.get(command.entry, 0)
    if command.repayment in state.prizes.used_ids:
        return Refused("prize.payment_used", {"payment": command.repayment})
    if command.amount_centavos > owed:
        return Refused("overpayment.less_owed", {"owed": Money(owed)})
    repaid = e.OverpaymentRepaid(
        repayment=command.repayment,
        entry=command.entry,
        person=state.entries[command.entry].person,
        cashier=now.cashier,
        method=command.method,
        amount_centavos=command.amount_centavos,
    )
    return (repaid,)
