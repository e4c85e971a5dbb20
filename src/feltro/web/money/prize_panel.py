"""One prize and all that paying it takes: what was won and how, what is withheld, what is missing and where it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.app.access.seconds import waits_for_other
from feltro.app.decisions.own_cause import own_cause
from feltro.app.decisions.tax import tax_facts
from feltro.app.desk.payees import papers_of
from feltro.app.money.business_days import calendar_said
from feltro.app.money.holidays import calendar_of
from feltro.app.people.documents import masked
from feltro.procedures.control import control
from feltro.tournament.media.terms import signature_asked
from feltro.tournament.prizes import commands as c
from feltro.tournament.prizes.payment import Taxed, tax_on
from feltro.web.desk.debts import debts
from feltro.web.desk.owed_back import owed_back
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.people.person import Person
    from feltro.tournament.prizes.due import Due
    from feltro.web.desk.sale import Desk
    from feltro.words.languages import Lang

METHODS = ("cash", "pix", "bank_transfer", "cheque", "balance")


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize as the window lists it."""

    due: Due
    of: str
    name: str


def panel_of(
    line: PrizeLine, lines: list[PrizeLine], person: Person | None, desk: Desk, lang: Lang
) -> dict[str, Any]:
    """Hold the world's lock."""
    return {
        **_chosen(line, desk.event, person, desk.envelope.who),
        **_later(line.due, desk.event, desk.house, lang),
        **_owes(line.due.person, desk),
        "others": [one for one in lines if one.due.person == line.due.person and one != line],
    }


def _chosen(line: PrizeLine, event: EventView, person: Any, who: str) -> dict[str, Any]:
    prizes = event.state.prizes
    second, choice, ways = (
        event.book[f"prizes.payment.{one}"] for one in ("second_person_from", "organiser_chooses_from", "methods")
    )
    size = control(event.book)
    month = tax_facts(line.due.person, event.book, event.house.world, event.at)
    waits = waits_for_other(who, c.ApprovePrize.may, size, event.house.world, event.at)
    by_choice = line.due.amount >= choice.value.centavos
    return {
        "own_cause": own_cause(line.due.person, who, c.PayPrize.may, size, event.at, event.house),
        "document": masked(person.document) if person and person.document else "",
        "payments": [one for one in prizes.payments.values() if one.entry == line.due.entry and one.of == line.of],
        "needs_second": waits and line.due.amount >= size.prize_from,
        "second": second,
        "choice": choice,
        "by_choice": by_choice,
        "ways": ways,
        "methods": [one for one in METHODS if not by_choice or one in ways.value or one == "balance"],
        "approved": [
            one.by for one in prizes.approved.get(line.due.entry, ()) if one.amount_centavos == line.due.amount
        ],
        "why_cites": event.book["prizes.table_source"].cites,
        "by_deal": line.of == "prize" and event.state.deals.agreed is not None,
        "papers": papers_of(line.due.person, person, event),
        "tax": tax_on(
            max(line.due.remaining, 0), line.due, line.of, Taxed(event.state, event.book, event.at), month
        ),
        "regime": event.book["prizes.tax.regime"],
        "signature": signature_asked(event.book),
        "photo": event.book["prizes.payment.needs_photo_id"],
    }


def _later(prize: Due, event: EventView, house: House, lang: Lang) -> dict[str, Any]:
    """By which calendar the day was counted, or would be today."""
    wait = event.book["prizes.payment.business_days"]
    key, values = calendar_said(prize.calendar or calendar_of(house.store, wait.value))
    return {"wait": wait, "counted": say(key, lang, **values)}


def _owes(person: str, desk: Desk) -> dict[str, Any]:
    """What keeps the prize back until it is paid: here, as at the counter."""
    back = [one for one in owed_back(person, desk.house) if one.tournament == desk.event.id]
    return {"debts": debts(desk, person), "owed_back": back}
