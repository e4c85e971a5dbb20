"""The closing of a drawer: what it began with, what went in and out by each way of paying, counted against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.reports.flows import Flow, all_postings
from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.app.upkeep.heads import head_of
from feltro.app.world.history import undone_keys
from feltro.house.desks import DrawerClosed, DrawerOpened
from feltro.kernel.instants import local_time
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.world import World
    from feltro.app.world.history import Fact
    from feltro.ledger.entries import Posting

COLUMNS = ("way", "opened", "came", "went", "expected", "counted", "difference")


def closing_report(desk: str, world: World, number: int | None = None) -> Report | Refused:
    """The last closing, or the one with this number; the drawer as it is when it was never closed."""
    stream = f"desk:{desk}"
    live = world.live(stream)
    undone = undone_keys(live.facts)
    facts = [fact for fact in live.facts if fact.meta.key not in undone]
    opened = [fact for fact in facts if isinstance(fact.event, DrawerOpened)]
    if not opened or (number is not None and not 1 <= number <= len(opened)):
        return Refused("report.no_closing", {"desk": desk, "number": number or 1})
    turn = len(opened) if number is None else number
    first = opened[turn - 1]
    after = opened[turn].version if turn < len(opened) else live.version + 1
    last = next(
        (
            fact
            for fact in live.facts
            if isinstance(fact.event, DrawerClosed) and first.version < fact.version < after
        ),
        None,
    )
    rows = _rows(first, last, world)
    about = {
        "desk": desk,
        "number": turn,
        "cashier": first.event.cashier,
        "opened": local_time(first.meta.at).strftime("%d/%m/%Y %H:%M"),
        "closed": local_time(last.meta.at).strftime("%d/%m/%Y %H:%M") if last else "",
    }
    return Report("closing", about, (Section("drawer", COLUMNS, rows),), head_of(world.store, stream))


def _rows(first: Fact, last: Fact | None, world: World) -> tuple[ReportRow, ...]:
    cashier = first.event.cashier
    floats: dict[str, Money] = {}
    found: dict[str, Flow] = {}
    closing = last.event if last else None
    for posting in _turn(first, last, world):
        for line in posting.lines:
            method = line.account.part("method")
            if line.account.kind != "drawer" or line.account.part("cashier") != cashier or not method:
                continue
            flow = found.setdefault(method, Flow())
            if posting.reference.version == first.version and posting.reference.stream.startswith("desk:"):
                floats[method] = line.amount
                flow.references.append(str(posting.reference))
            else:
                flow.add(line.amount, str(posting.reference))
    counted = closing.counted_centavos if closing else {}
    rows = [
        _row(method, flow, floats.get(method, ZERO), counted.get(method), last) for method, flow in found.items()
    ]
    return (*rows, _total(rows)) if rows else ()


def _row(method: str, flow: Flow, opened: Money, counted: int | None, last: Fact | None) -> ReportRow:
    """What was expected is what the closing itself recorded: it does not depend on whose clock was right."""
    expected = Money(last.event.expected_centavos.get(method, 0)) if last else opened + flow.left
    count = Money(counted) if counted is not None else None
    difference = count - expected if count is not None else None
    told = (f"desk:{last.event.desk}@{last.version}",) if last else ()
    cells = (Said(f"report.way.{method}"), opened, flow.came, flow.went, expected, count, difference)
    return ReportRow(cells, (*flow.references, *told))


def _total(rows: list[ReportRow]) -> ReportRow:
    sums = [
        sum((cell for row in rows if isinstance(cell := row.cells[place], Money)), ZERO)
        for place in range(1, len(COLUMNS))
    ]
    uncounted = all(row.cells[-1] is None for row in rows)
    return ReportRow((Said("report.total"), *sums[:4], *((None, None) if uncounted else sums[4:])), total=True)


def _turn(first: Fact, last: Fact | None, world: World) -> list[Posting]:
    """What moved the drawer from its opening until it was closed. Closing itself empties it, and is not part of it."""
    emptied = f"desk:{last.event.desk}@{last.version}" if last else ""
    found = []
    for posting in all_postings(world):
        inside = posting.at >= first.meta.at and (last is None or posting.at <= last.meta.at)
        if inside and str(posting.reference) != emptied:
            found.append(posting)
    return found
