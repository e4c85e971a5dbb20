"""What each event brought in a night: entries, and where their money went."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from feltro.app.reports.report import Cell, ReportRow, Said, Section
from feltro.kernel.money import ZERO, Money
from feltro.season.events import TicketLapsed
from feltro.tournament.facts import prizes as p
from feltro.tournament.facts import sales as s

if TYPE_CHECKING:
    from feltro.app.reports.night.log import Happened, NightLog
    from feltro.app.reports.report import Report

COLLECTS = (s.SalePaid, s.SaleOwed, s.SaleReversed, p.PrizesAnnounced, p.PoolCovered, TicketLapsed)
"""By these a price, a cover or what is withheld goes where the sheet says; all else moves what was there."""
PAYS = (p.PrizePaid, p.PrizeTakenBack)
PARTS = {
    "prize_pool": "pool",
    "bounties": "pool",
    "rake": "rake",
    "staff": "staff",
    "ranking_fund": "funds",
    "stage_champion_fund": "funds",
    "federation": "funds",
    "local_partners": "funds",
    "tax_withheld": "tax",
    "guarantee_cover": "cover",
}
HANDED_OUT = ("drawer", "paid_out", "player_credit")
SHARES = ("pool", "rake", "staff", "funds", "cover", "prizes_paid", "tax")
COUNTS = ("entries", "reentries", "extras", "gone")
HEADLINE = ("entries", "reentries", "pool", "rake", "staff", "prizes_paid")
"""What an owner looks for first."""


def entries(log: NightLog) -> Section:
    """What was sold and not undone; of these, what was cancelled or voided since stands apart."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    behind: dict[str, list[str]] = defaultdict(list)
    for one in log.of(s.EntrySold, s.ExtraSold):
        sale = one.live.state.sales.get(getattr(one.event, "sale", "") or one.event.entry)
        kind = "extras" if isinstance(one.event, s.ExtraSold) else _kind(one)
        counted[one.name]["gone" if sale is None or sale.gone else kind] += 1
        behind[one.name].append(one.reference)
    rows = [
        ReportRow((name, *(found[kind] for kind in COUNTS)), tuple(behind[name])) for name, found in counted.items()
    ]
    return Section("night_entries", ("event", *COUNTS), (*rows, *_total(rows)))


def headline(report: Report) -> tuple[tuple[str, Cell], ...]:
    """The figures of the whole night by their columns, as the tables below them add up."""
    told = {
        column: cell
        for section in report.sections
        if section.name in {"night_entries", "night_shares"}
        for column, cell in zip(section.columns, section.rows[-1].cells, strict=True)
    }
    return tuple((name, told[name]) for name in HEADLINE if name in told)


def _kind(one: Happened) -> str:
    """Somebody who cancelled and came back has one entry."""
    earlier = one.live.state.sales.get(one.event.previous)
    return "reentries" if earlier and not earlier.gone else "entries"


def shares(log: NightLog) -> Section:
    found: dict[str, dict[str, Money]] = defaultdict(lambda: dict.fromkeys(SHARES, ZERO))
    behind: dict[str, list[str]] = defaultdict(list)
    names = {live.state.tournament: live.state.the_sheet.name for live in log.tournaments()}
    for one in log.facts:
        tournament = str(getattr(one.live.state, "tournament", "") or getattr(one.event, "tournament", ""))
        moved = _moved(one) if tournament else {}
        for part, amount in moved.items():
            found[tournament][part] += amount
        if moved:
            behind[tournament].append(one.reference)
    rows = [
        ReportRow((names.get(one, one), *(parts[part] for part in SHARES)), tuple(behind[one]))
        for one, parts in found.items()
    ]
    return Section("night_shares", ("event", *SHARES), (*rows, *_total(rows)))


def _moved(one: Happened) -> dict[str, Money]:
    """What came to each part; a prize that is paid empties the pool, and is told apart."""
    if one.posting is None:
        return {}
    collects, pays = (any(isinstance(event, kinds) for event in one.behind) for kinds in (COLLECTS, PAYS))
    found: dict[str, Money] = defaultdict(lambda: ZERO)
    for line in one.posting.lines:
        part = PARTS.get(line.account.kind, "")
        if part and (collects or (pays and part == "tax")):
            found[part] += line.amount * line.account.side.value
        elif pays and line.account.kind in HANDED_OUT:
            found["prizes_paid"] -= line.amount
    return dict(found)


def _total(rows: list[ReportRow]) -> tuple[ReportRow, ...]:
    """Of several events."""
    if len(rows) < 2:
        return ()
    columns = list(zip(*(row.cells[1:] for row in rows), strict=True))
    return (ReportRow((Said("report.total"), *map(_sum, columns)), total=True),)


def _sum(cells: tuple[Cell, ...]) -> Cell:
    amounts = [cell for cell in cells if isinstance(cell, Money)]
    return sum(amounts, ZERO) if amounts else sum(cell for cell in cells if isinstance(cell, int))
