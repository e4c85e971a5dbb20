"""An evening as a curve: entries and cash, quarter hour by quarter hour."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from feltro.app.reports.night.log import cash_in
from feltro.app.reports.report import Curve, ReportRow, Section
from feltro.kernel.instants import local_time
from feltro.kernel.money import ZERO, Money
from feltro.tournament.facts.sales import EntrySold

if TYPE_CHECKING:
    from feltro.app.reports.night.hours import Night
    from feltro.app.reports.night.log import NightLog

NAME = "night_hours"
CURVES = (Curve("entries", NAME, "quarter", "entries_so_far"), Curve("cash", NAME, "quarter", "cash_in_house"))


def hours_section(night: Night, log: NightLog, blind: str = "") -> Section:
    """From the first quarter in which something was sold or moved to the last, each as it stood at its end."""
    sold: Counter[int] = Counter(night.quarter(one.fact.meta.at) for one in log.of(EntrySold))
    moved: dict[int, Money] = defaultdict(lambda: ZERO)
    for one in log.facts:
        change = cash_in(one.posting, blind) if one.posting else ZERO
        if change:
            moved[night.quarter(one.fact.meta.at)] += change
    seen = {*sold, *moved}
    rows, entries, cash = [], 0, log.cash_before
    for quarter in range(min(seen), max(seen) + 1) if seen else ():
        entries += sold[quarter]
        cash += moved.get(quarter, ZERO)
        rows.append(ReportRow((local_time(night.end_of(quarter)).time(), sold[quarter], entries, cash)))
    return Section(NAME, ("quarter", "entries", "entries_so_far", "cash_in_house"), tuple(rows))
