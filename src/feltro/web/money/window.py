"""The prize window, apart from the desk: find the winner, complete the papers, pay in parts, print, see what remains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException

from feltro.app.desk.payees import papers_of
from feltro.app.money.office import cash_tonight
from feltro.app.money.payouts import owed_list
from feltro.app.people.directory import load
from feltro.app.people.documents import masked
from feltro.app.people.names import name_of
from feltro.app.player.holder import holder_of
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused, together
from feltro.tournament.days.end import is_provisional
from feltro.tournament.prizes import commands as c
from feltro.tournament.prizes.due import Due, due, due_apart, won_apart
from feltro.tournament.prizes.receipts import prize_receipt
from feltro.web.desk.counter import desk_of
from feltro.web.desk.debts import pay_debt
from feltro.web.desk.owed_back import repay
from feltro.web.desk.payee import complete, shown_in
from feltro.web.desk.said import CounterForm
from feltro.web.desk.sale import dry_run
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_id, new_key
from feltro.web.frame.fields import Form, money, text
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY, OFFICE
from feltro.web.frame.visitor import language_of
from feltro.web.money.payouts import ADDRESS
from feltro.web.money.prize_panel import PrizeLine, panel_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.world.plan import Done
    from feltro.web.desk.sale import Desk

WINDOW = ADDRESS + "/{tournament:str}/janela"


@staff_page(WINDOW, MONEY)
def show_window(request: AnyRequest, tournament: str) -> AnyAnswer:
    """`q` finds a winner by name or place and opens the only one, `entrada` and `de` choose one prize, `pago` was just paid."""
    return _show(request, tournament, {}, None)


@staff_form(WINDOW, MONEY)
def act(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """One act on one prize; the page comes back on that prize."""
    with house_of(request).world.lock:
        desk = desk_of(request, known_event(request, tournament))
    make = ACTS.get(text(data, "act"))
    command = make(TypedPayment(data, desk)) if make else Refused("form.unfit", {"said": "act"})
    if isinstance(command, c.PayPrize):
        outcome = _pay_with_papers(request, command, data, desk)
    else:
        outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _show(request, tournament, data, outcome)
    paid = f"&pago={command.payment}" if isinstance(command, c.PayPrize) else ""
    there = f"{ADDRESS}/{tournament}/janela?entrada={text(data, 'entry')}&de={text(data, 'of') or 'prize'}{paid}"
    return go(request, there)


def _pay_with_papers(request: AnyRequest, command: c.PayPrize, data: Form, desk: Desk) -> Done | Refused:
    """What the payee lacked and shows now is kept first. Where some of it is refused, nothing is paid, and what else
    is missing is said with it."""
    entry = desk.event.state.entries.get(command.entry)
    if entry is None:
        return give(request, command, text(data, "key"))
    person = load(desk.house.store, entry.person)
    lacks = papers_of(entry.person, person, desk.event)
    shown = shown_in(data)
    refused = complete(request, desk.event.id, lacks, shown, text(data, "key"))
    photo = desk.event.book["prizes.payment.needs_photo_id"]
    unseen = Refused("prize.identity_not_checked", cites=photo.cites) if lacks.photo and not shown.seen else None
    if refused is None:
        outcome = give(request, command, text(data, "key"))
        return together(outcome, unseen) or outcome if isinstance(outcome, Refused) else outcome
    with desk.house.world.lock:
        rest = dry_run(desk, command)
    others = (one for one in (rest.all if rest else ()) if one.because != "prize.no_document")
    return together(refused, unseen, *others) or refused


@staff_page(WINDOW + "/recibo/{payment:str}", MONEY)
def show_receipt(request: AnyRequest, tournament: str, payment: str) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        receipt = prize_receipt(payment, event.state)
    if receipt is None:
        raise NotFoundException
    person = load(house.store, receipt.person)
    return room_page(
        request,
        "money/receipt.html",
        event=event,
        receipt=receipt,
        payment=payment,
        name=person.name if person else name_of(receipt.person, house.store),
        document=masked(person.document) if person else "",
    )


# What a form may ask for; who may, the house decides


@dataclass(frozen=True, slots=True)
class TypedPayment:
    form: dict[str, Any]
    at: Desk

    def __getitem__(self, name: str) -> str:
        return text(self.form, name)

    @property
    def tournament(self) -> str:
        return self.at.event.id


def _pay(typed: TypedPayment) -> c.PayPrize | Refused:
    try:
        amount = money(typed.form, "amount")
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": typed["amount"]})
    if not amount:
        return Refused("desk.not_an_amount", {"typed": typed["amount"]})
    method: Any = typed["method"]
    of: Any = typed["of"] or "prize"
    return c.PayPrize(
        tournament=typed.tournament,
        payment=typed["payment"] or new_id("g"),
        entry=typed["entry"],
        of=of,
        method=method,
        amount_centavos=amount.centavos,
        document=typed["document"],
        desk=typed.at.desk if method == "cash" else "",
        reference=typed["reference"],
        bank_name=typed["bank_name"] if method != "cash" else "",
        bank_document=typed["bank_document"] if method != "cash" else "",
    )


def _approve(typed: TypedPayment) -> c.ApprovePrize:
    of: Any = typed["of"] or "prize"
    return c.ApprovePrize(tournament=typed.tournament, entry=typed["entry"], of=of)


def _schedule(typed: TypedPayment) -> c.SchedulePrize:
    return c.SchedulePrize(tournament=typed.tournament, entry=typed["entry"])


def _hold(typed: TypedPayment) -> c.HoldPrize:
    return c.HoldPrize(tournament=typed.tournament, entry=typed["entry"], reason=typed["reason"])


def _release(typed: TypedPayment) -> c.ReleasePrize:
    return c.ReleasePrize(tournament=typed.tournament, entry=typed["entry"], reason=typed["reason"])


def _debt(typed: TypedPayment) -> Command | Refused:
    """Owed for a rebuy, or back from a prize paid too high: taken here, or the prize waits for it."""
    said = CounterForm(typed.form, typed.at)
    return pay_debt(said) if typed["sale"] else repay(said)


ACTS: dict[str, Callable[[TypedPayment], Command | Refused]] = {
    "pay": _pay,
    "approve": _approve,
    "schedule": _schedule,
    "hold": _hold,
    "release": _release,
    "debt": _debt,
}


# The page


FIELDS = {
    "prize.document_not_shown": "document",
    "prize.document_differs": "document",
    "prize.no_document": "document",
    "prize.account_not_shown": "bank_name",
    "prize.identity_not_checked": "photo_seen",
    "prize.more_than_due": "amount",
    "prize.needs_reference": "reference",
    "prize.needs_end_to_end": "reference",
    "prize.reference_used": "reference",
}
"""Where what was refused is put right: each refusal has its field in the same form."""


def _show(request: AnyRequest, tournament: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house, asked = house_of(request), request.query_params
    with house.world.lock:
        event = known_event(request, tournament)
        lines = _lines(event, house)
        query = asked.get("q", "")[:100]
        entry, of = text(typed, "entry") or asked.get("entrada", ""), text(typed, "of") or asked.get("de", "prize")
        found = _found(lines, query, event)
        only = found[0] if query and len(found) == 1 and not entry else None
        chosen = next((line for line in lines if line.due.entry == entry and line.of == of), only)
        person = load(house.store, chosen.due.person) if chosen else None
        desk = desk_of(request, event)
        context = panel_of(chosen, lines, person, desk, language_of(request)) if chosen else {}
    return room_page(
        request,
        "money/window.html",
        409 if refused else 200,
        event=event,
        lines=found,
        query=query,
        chosen=chosen,
        person=person,
        desk=desk.desk,
        cash=cash_tonight(house, tournament),
        typed=typed,
        typed_text=text,
        paid=asked.get("pago", ""),
        office=me(request).role in OFFICE,
        refused=why(refused, language_of(request)) if refused else None,
        wrong={FIELDS.get(one.because, "") for one in (refused, *refused.also)} if refused else set(),
        key=new_key(),
        payment=new_id("g"),
        tab="window",
        flights_play_on=is_provisional(event.state),
        **context,
    )


def _lines(event: EventView, house: House) -> list[PrizeLine]:
    owed = due(event.state)
    prizes = [
        PrizeLine(owed[entry], "prize", name_of(owed[entry].person, house.store))
        for entry in owed_list(event.state)
    ]
    others = [PrizeLine(one, of, name_of(one.person, house.store)) for of, one in _apart(event)]
    return [*prizes, *others]


def _apart(event: EventView) -> list[tuple[str, Due]]:
    kinds = [of for of, amounts in won_apart(event.state).items() for _ in amounts]
    return list(zip(kinds, due_apart(event.state), strict=True))


def _found(lines: list[PrizeLine], query: str, event: EventView) -> list[PrizeLine]:
    """By name, by place, or by the code on the player's card: the prizes of whoever carries it."""
    asked = query.strip().casefold()
    if not asked:
        return lines
    holder = holder_of(query, event)
    if holder:
        return [line for line in lines if line.due.person == holder.person]
    if asked.isdecimal():
        return [line for line in lines if str(line.due.place) == asked]
    return [line for line in lines if asked in line.name.casefold()]
