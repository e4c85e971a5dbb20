"""The counter's papers over the API: prices, receipts, refunds, PIX codes, notices and rules to show."""

from typing import Literal

import msgspec
from litestar.datastructures import State

from feltro.app.access.permissions import READERS
from feltro.app.access.scopes import HOUSE, PUBLIC
from feltro.app.desk.counter import price_table, receipt, refunds
from feltro.app.desk.filmed import filmed_tables
from feltro.app.desk.house_rules import house_rules
from feltro.app.desk.notices import EVERYBODY, notices
from feltro.app.handling.answer import told_cites
from feltro.app.money.bank import code_of
from feltro.app.money.qr import qr_svg
from feltro.kernel.outcome import Finding, Refused
from feltro.kernel.roles import STAFF
from feltro.tournament.sales.commands import IssueReceipt, PayRefund
from feltro.web.api.caller import MISSING, REFUSED, Answer, Asking, event_for, language_of, no, told_to
from feltro.web.api.openapi import reads
from feltro.web.api.shapes import (
    Cited,
    NoticesAnswer,
    NoticeTold,
    PixAnswer,
    PricesAnswer,
    ReceiptAnswer,
    RefundsAnswer,
    RulesAnswer,
    RuleTold,
)
from feltro.words.sentences import say

SELLERS = IssueReceipt.may
REFUNDERS = (*PayRefund.may, "finance")


@reads(
    "/tournaments/{tournament:str}/prices",
    "What everything costs, by each way to pay",
    PricesAnswer,
    404,
    scope=PUBLIC,
)
def list_prices(request: Asking, state: State, tournament: str) -> Answer:
    """The table of the counter: each price with what a card adds to it."""
    found, who = event_for(request, state.house, tournament, READERS)
    with state.house.world.lock:
        table = price_table(found.state, found.book, found.at)
    return told_to(who, PricesAnswer(**{**msgspec.structs.asdict(table), "cites": told_cites(table.cites)}))


@reads(
    "/tournaments/{tournament:str}/receipts/{sale:str}",
    "A receipt as it is printed",
    ReceiptAnswer,
    404,
    409,
    scope=HOUSE,
)
def show_receipt(request: Asking, state: State, tournament: str, sale: str) -> Answer:
    found, who = event_for(request, state.house, tournament, SELLERS)
    with state.house.world.lock:
        paper = receipt(state.house, found.state, sale, found.at)
        if isinstance(paper, Refused):
            return no(MISSING if paper.because == "sale.unknown" else REFUSED, paper, request)
        plain = msgspec.to_builtins(paper)
    lang = language_of(request)
    plain["terms"] = [
        {"key": term.key, "text": say(term.key, lang, **term.values), "cites": told_cites(term.cites)}
        for term in paper.terms
    ]
    return told_to(who, ReceiptAnswer(**plain))


@reads("/tournaments/{tournament:str}/refunds", "Who is owed what back", RefundsAnswer, 404, scope=HOUSE)
def list_refunds(request: Asking, state: State, tournament: str) -> Answer:
    """What is owed; or, while the tournament goes on, what cancelling it now would owe."""
    found, who = event_for(request, state.house, tournament, REFUNDERS)
    with state.house.world.lock:
        listed = refunds(found.state, found.book, found.at, found.season.open_tickets(tournament))
    return told_to(who, RefundsAnswer(refunds=listed))


@reads(
    "/tournaments/{tournament:str}/notices",
    "What the people in the room should see now",
    NoticesAnswer,
    404,
    scope=PUBLIC,
)
def list_notices(request: Asking, state: State, tournament: str) -> Answer:
    """Desk and floor see them all; at a table and on a screen, what is for everybody."""
    found, who = event_for(request, state.house, tournament, READERS)
    with state.house.world.lock:
        given = notices(found.state, found.book, found.at, filmed_tables(found))
    lang = language_of(request)
    told = tuple(
        NoticeTold(
            because=one.because,
            text=say(one.because, lang, **one.values),
            about=one.about,
            to=one.to,
            cites=tuple(Cited(**cite) for cite in told_cites(one.cites)),
        )
        for one in given
        if who.sees in STAFF or one.to == EVERYBODY
    )
    return told_to(who, NoticesAnswer(notices=told))


@reads(
    "/tournaments/{tournament:str}/rules/{place:str}",
    "Rules to show at a table, on the stage's page or beside the ranking",
    RulesAnswer,
    400,
    404,
    scope=PUBLIC,
)
def show_rules(
    request: Asking, state: State, tournament: str, place: Literal["desk", "table", "stage", "ranking"]
) -> Answer:
    """Devices, languages, deck changes, arriving early: what the book says, with its clause."""
    found, who = event_for(request, state.house, tournament, READERS)
    with state.house.world.lock:
        rules = house_rules(place, found.book, language_of(request))
    told = (RuleTold(**{**msgspec.structs.asdict(rule), "cites": told_cites(rule.cites)}) for rule in rules)
    return told_to(who, RulesAnswer(rules=tuple(told)))


@reads(
    "/tournaments/{tournament:str}/sales/{sale:str}/pix",
    "The PIX code that a sale waits for, and its picture",
    PixAnswer,
    404,
    409,
    scope=HOUSE,
)
def show_pix(request: Asking, state: State, tournament: str, sale: str) -> Answer:
    found, who = event_for(request, state.house, tournament, SELLERS)
    with state.house.world.lock:
        code = code_of(state.house, tournament, sale)
        if isinstance(code, Refused):
            return no(MISSING if code.because == "sale.unknown" else REFUSED, code, request)
        if isinstance(code, Finding):
            return no(REFUSED, Refused(code.because, code.values), request)
        awaited = next(iter(found.state.sales[sale].awaited.values()))
    answer = PixAnswer(code=code, svg=qr_svg(code), txid=awaited.txid, amount_centavos=awaited.amount_centavos)
    return told_to(who, answer)


HANDLERS = (list_prices, show_receipt, list_refunds, list_notices, show_rules, show_pix)
