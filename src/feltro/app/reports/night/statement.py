"""The owner's night as one report: the page, the paper, the spreadsheet and JSON are made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.reports.drawer_acts import moment
from feltro.app.reports.night.acts import acts_section, night_acts
from feltro.app.reports.night.cashiers import by_cashier, cashiers_section
from feltro.app.reports.night.curves import CURVES, hours_section
from feltro.app.reports.night.figures import entries, shares
from feltro.app.reports.night.log import night_log
from feltro.app.reports.night.unusual_lines import NightLook, unusual_section
from feltro.app.reports.night_drawers import drawers_between
from feltro.app.reports.report import Cell, Report, ReportRow, Said, Section
from feltro.app.upkeep.heads import head_of_house
from feltro.app.world.tonight import unusual_on
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.money import Money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.app.reports.night.hours import Night
    from feltro.app.reports.night_drawers import NightDrawer

DRAWERS = ("desk", "who", "since", "counted_at", "expected", "counted", "difference", "state")


def night_report(house: House, night: Night, at: Instant, blind: str = "") -> Report:
    """Hold the world's lock. `blind`: who reads it, where they may be about to count a drawer of their own."""
    world = house.world
    drawers = drawers_between(world, night.starts, night.ends)
    hidden = blind if any(one.cashier == blind and one.state != "closed" for one in drawers) else ""
    log = night_log(night, world, hidden)
    acts = night_acts(log, house.store)
    until = Instant(min(at, night.ends))
    limit = unusual_on([live.state for live in log.tournaments()], house.books, until)
    sections = (
        unusual_section(NightLook(night, log, acts, drawers, world, until), limit),
        entries(log),
        shares(log),
        _drawers(drawers, night, hidden),
        cashiers_section(by_cashier(log, acts)),
        acts_section(acts),
        hours_section(night, log, hidden),
    )
    filled = tuple(one for one in sections if one.rows)
    return Report("night", {"day": night.day}, filled, head_of_house(house.store), CURVES)


def _drawers(drawers: list[NightDrawer], night: Night, hidden: str) -> Section:
    rows = tuple(row for one in drawers for row in _drawer(one, night, hidden))
    return Section("night_drawers", DRAWERS, rows)


def _drawer(one: NightDrawer, night: Night, hidden: str) -> Iterator[ReportRow]:
    """Every count that was made, and what is still in one that is open."""
    opened = _when(one.opened_at, night)
    for count in one.counts:
        books = Money(count.expected_centavos), Money(count.counted_centavos), Money(count.difference_centavos)
        state = Said(f"report.closing.{count.state}")
        cells = (one.called, one.cashier, opened, _when(count.at, night), *books, state)
        yield ReportRow(cells, (count.reference,))
    if one.state != "closed":
        holds = None if one.cashier == hidden else Money(sum(one.expected_centavos.values()))
        state = Said(f"night.drawer.{one.state}")
        yield ReportRow((one.called, one.cashier, opened, None, holds, None, None, state))


def _when(at: Instant, night: Night) -> Cell:
    """With its day, where it was another night's."""
    return local_time(at).time() if night.has(at) else moment(at)
