"""The closing of a drawer: what it began with, what went in and out by each way of paying, counted against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.desk.drawer_names import drawer_name
from feltro.app.reports.drawer_acts import acts, closings, done_by_others, given_back, moment, tabs
from feltro.app.reports.drawer_turns import DrawerTurn, turn_postings, turns
from feltro.app.reports.flows import Flow
from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.app.upkeep.heads import head_of
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.world import World

COLUMNS = ("way", "opened", "came", "went", "expected", "counted", "difference")
COUNTED = ("way", "counted")


def closing_report(desk: str, world: World, number: int | None = None, *, blind: bool = False) -> Report | Refused:
    """The last turn, or the one with this number, closed or not. Blind, for whoever counted: without what the books
    say, and without what would give it away."""
    found = turns(desk, world)
    if not found or (number is not None and not 1 <= number <= len(found)):
        return Refused("report.no_closing", {"desk": desk, "number": number or 1})
    turn = found[-1 if number is None else number - 1]
    about = {
        "desk": drawer_name(desk, world),
        "number": turn.number,
        "cashier": turn.cashier,
        "opened": moment(turn.first.meta.at),
        "closed": moment(turn.last.meta.at) if turn.last else "",
    }
    counted = [_drawer(turn, world, blind=blind), closings(turn, blind=blind), acts(turn, world)]
    more = [] if blind else [done_by_others(turn, world)]
    sections = (*counted, given_back(turn, world), tabs(turn, world), *more)
    kept = tuple(one for one in sections if one.rows or one.name == "drawer")
    return Report("closing", about, kept, head_of(world.store, f"desk:{desk}"))


def _drawer(turn: DrawerTurn, world: World, *, blind: bool) -> Section:
    rows = _rows(turn, world)
    if not blind:
        return Section("drawer", COLUMNS, rows)
    place = COLUMNS.index("counted")
    told = tuple(ReportRow((row.cells[0], row.cells[place]), total=row.total) for row in rows)
    return Section("drawer", COUNTED, told)


def _rows(turn: DrawerTurn, world: World) -> tuple[ReportRow, ...]:
    floats: dict[str, Money] = {}
    found: dict[str, Flow] = {}
    for posting in turn_postings(turn, world):
        for line in posting.lines:
            method = line.account.part("method")
            if line.account.kind != "drawer" or line.account.part("cashier") != turn.cashier or not method:
                continue
            flow = found.setdefault(method, Flow())
            if str(posting.reference) == f"desk:{turn.desk}@{turn.first.version}":
                floats[method] = line.amount
                flow.references.append(str(posting.reference))
            else:
                flow.add(line.amount, str(posting.reference))
    counted = turn.last.event.counted_centavos if turn.last else {}
    for method in counted:
        found.setdefault(method, Flow())
    rows = [
        _row(method, flow, floats.get(method, ZERO), counted.get(method), turn) for method, flow in found.items()
    ]
    return (*rows, _total(rows)) if rows else ()


def _row(method: str, flow: Flow, opened: Money, counted: int | None, turn: DrawerTurn) -> ReportRow:
    """What was expected is what the closing itself recorded: it does not depend on whose clock was right."""
    last = turn.last
    expected = Money(last.event.expected_centavos.get(method, 0)) if last else opened + flow.left
    count = Money(counted) if counted is not None else None
    difference = count - expected if count is not None else None
    told = (f"desk:{turn.desk}@{last.version}",) if last else ()
    cells = (Said(f"report.way.{method}"), opened, flow.came, flow.went, expected, count, difference)
    return ReportRow(cells, (*flow.references, *told))


def _total(rows: list[ReportRow]) -> ReportRow:
    sums = [
        sum((cell for row in rows if isinstance(cell := row.cells[place], Money)), ZERO)
        for place in range(1, len(COLUMNS))
    ]
    uncounted = all(row.cells[-1] is None for row in rows)
    return ReportRow((Said("report.total"), *sums[:4], *((None, None) if uncounted else sums[4:])), total=True)
