"""What stands on a closing besides its sums: every count, every act, what is owed, and who else had a hand in it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from feltro.app.reports.drawer_turns import DrawerTurn, turn_postings
from feltro.app.reports.flows import Flow, postings_on
from feltro.app.reports.report import Cell, ReportRow, Said, Section
from feltro.app.world.history import Undone
from feltro.house import desks
from feltro.kernel.events import DoneAlone
from feltro.kernel.instants import local_time
from feltro.kernel.money import ZERO, Money
from feltro.tournament.facts.sales import PaymentTaken, RefundPaid

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.app.world import World
    from feltro.app.world.history import Fact
    from feltro.kernel.instants import Instant
    from feltro.ledger.entries import Posting

TOLD = (
    desks.DrawerAct,
    desks.CashDropped,
    desks.DropRefused,
    desks.DrawerActReversed,
    desks.DrawerReopened,
    DoneAlone,
)


def moment(at: Instant) -> datetime:
    """With its day, by the clocks of the house."""
    return local_time(at).replace(tzinfo=None, second=0, microsecond=0)


def closings(turn: DrawerTurn, *, blind: bool) -> Section:
    """One closing says nothing that the sums do not: listed where there were more."""
    columns = ("hour", "who", "counted", *(() if blind else ("expected", "difference")), "state")
    rows = tuple(_closing(fact, turn, blind=blind) for fact in turn.closings)
    return Section("closings", columns, rows if len(rows) > 1 or turn.last is None else ())


def _closing(fact: Fact, turn: DrawerTurn, *, blind: bool) -> ReportRow:
    counted = Money(sum(fact.event.counted_centavos.values()))
    expected = Money(sum(fact.event.expected_centavos.values()))
    books: tuple[Cell, ...] = () if blind else (expected, counted - expected)
    state = "undone" if fact.meta.key in turn.undone else "holds" if fact is turn.last else "reopened"
    cells = (moment(fact.meta.at), fact.meta.who, counted, *books, Said(f"report.closing.{state}"))
    return ReportRow(cells, (f"desk:{turn.desk}@{fact.version}",))


def acts(turn: DrawerTurn, world: World) -> Section:
    answered = _answers(world.live(f"desk:{turn.desk}").facts)
    rows = [
        _act(fact, turn, answered)
        for fact in turn.facts
        if isinstance(fact.event, TOLD) and fact.meta.key not in turn.undone
    ]
    return Section("acts", ("hour", "act", "person", "amount", "who", "state", "reason"), tuple(rows))


def _answers(facts: list[Fact]) -> dict[str, Fact]:
    """By the key of an act: how a drop was received or not, and by what it was taken back."""
    found = {}
    for fact in facts:
        if isinstance(fact.event, desks.DropReceived | desks.DropRefused):
            found[fact.event.drop] = fact
        elif isinstance(fact.event, desks.DrawerActReversed):
            found[fact.event.act] = fact
    return found


def _act(fact: Fact, turn: DrawerTurn, answered: dict[str, Fact]) -> ReportRow:
    event: Any = fact.event
    amount = getattr(event, "amount_centavos", None)
    cells = (
        moment(fact.meta.at),
        _name(event),
        getattr(event, "person", ""),
        Money(amount) if amount is not None else None,
        _who(fact, turn),
        _state(event, answered),
        getattr(event, "reason", ""),
    )
    return ReportRow(cells, (f"desk:{turn.desk}@{fact.version}",))


def _name(event: Any) -> Said:
    if isinstance(event, desks.ExpensePaid):
        return Said("report.act.ExpensePaid", {"kind": event.kind})
    return Said(f"report.act.{type(event).__name__}")


def _who(fact: Fact, turn: DrawerTurn) -> Cell:
    """On behalf of the cashier, where it was somebody else's hand."""
    if isinstance(fact.event, desks.DrawerAct | desks.CashDropped) and fact.meta.who != turn.cashier:
        return Said("report.on_behalf", {"who": fact.meta.who})
    return fact.meta.who


def _state(event: Any, answered: dict[str, Fact]) -> Cell:
    answer = answered.get(getattr(event, "act", ""))
    if isinstance(event, desks.DrawerActReversed):
        return ""
    if answer:
        return Said(f"report.act.state.{type(answer.event).__name__}", {"who": answer.meta.who})
    return Said("report.act.state.in_transit") if getattr(event, "in_transit", False) else ""


def tabs(turn: DrawerTurn, world: World) -> Section:
    """What was sold on the tab in this turn, and what everybody owed when it ended."""
    until = turn.last.meta.at if turn.last else None
    owed: dict[str, Money] = defaultdict(lambda: ZERO)
    given: dict[str, Money] = defaultdict(lambda: ZERO)
    for posting in postings_on(world, lambda account: account.kind == "tab"):
        fact = world.remembered(posting.reference.stream).facts[posting.reference.version - 1]
        for line in posting.lines:
            if line.account.kind == "tab" and (until is None or posting.at <= until):
                person = str(line.account.part("debtor"))
                owed[person] += line.amount
                if _sold_here(fact, turn):
                    given[person] += line.amount
    rows = [ReportRow((one, given[one], owed[one])) for one in sorted(owed) if owed[one] or given[one]]
    return Section("tabs", ("person", "given", "owed"), tuple(rows))


def _sold_here(fact: Fact, turn: DrawerTurn) -> bool:
    mine = isinstance(fact.event, PaymentTaken) and fact.event.cashier == turn.cashier
    return mine and fact.meta.at >= turn.first.meta.at


def given_back(turn: DrawerTurn, world: World) -> Section:
    """Sales that were voided or refunded out of this drawer, and in old logs undone, one by one with their sum."""
    rows = [
        ReportRow(
            (
                moment(fact.meta.at),
                _taken_back_by(fact),
                getattr(fact.event, "person", ""),
                amount,
                fact.meta.who,
                _why(fact),
            ),
            (str(posting.reference),),
        )
        for posting in turn_postings(turn, world)
        if (fact := world.remembered(posting.reference.stream).facts[posting.reference.version - 1])
        and isinstance(fact.event, RefundPaid | Undone)
        and (amount := -_in_drawer(posting, turn)) > ZERO
    ]
    if rows:
        total = sum((row.cells[3] for row in rows if isinstance(row.cells[3], Money)), ZERO)
        rows.append(ReportRow((None, Said("report.total"), "", total, "", ""), total=True))
    return Section("back", ("hour", "act", "person", "amount", "who", "reason"), tuple(rows))


def _taken_back_by(fact: Fact) -> Said:
    if isinstance(fact.event, Undone):
        return Said("report.back.undone")
    return Said("report.back.void" if fact.meta.command == "VoidSale" else "report.back.refund")


def _why(fact: Fact) -> str:
    return fact.meta.key if fact.meta.command == "VoidSale" else getattr(fact.event, "reason", "")


def _in_drawer(posting: Posting, turn: DrawerTurn) -> Money:
    mine = [
        line.amount
        for line in posting.lines
        if line.account.kind == "drawer" and line.account.part("cashier") == turn.cashier
    ]
    return sum(mine, ZERO)


def done_by_others(turn: DrawerTurn, world: World) -> Section:
    """Money that others than its cashier put into the drawer or took out of it, sales and prizes too."""
    found: dict[str, Flow] = {}
    for posting in turn_postings(turn, world):
        fact = world.remembered(posting.reference.stream).facts[posting.reference.version - 1]
        mine = [
            line
            for line in posting.lines
            if line.account.kind == "drawer" and line.account.part("cashier") == turn.cashier
        ]
        if fact.meta.who != turn.cashier and fact.version != turn.first.version:
            for line in mine:
                found.setdefault(fact.meta.who, Flow()).add(line.amount, str(posting.reference))
    rows = [ReportRow((who, flow.came, flow.went), tuple(flow.references)) for who, flow in sorted(found.items())]
    return Section("others", ("who", "came", "went"), tuple(rows))
