"""An evening as a curve: entries and cash, quarter hour by quarter hour."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from feltro.app.reports.night.log import cash_in
from feltro.app.reports.report import Curve, ReportRow, Section
from feltro.kernel.instants import local_time
from feltro.kernel.money import ZERO, Money
from feltro.tournament.facts.sales import EntryLeft, EntrySold

if TYPE_CHECKING:
    from feltro.app.reports.night.hours import Night
    from feltro.app.reports.night.log import NightLog

NAME = "night_hours"
CURVES = (Curve("entries", NAME, "quarter", "entries_so_far"), Curve("cash", NAME, "quarter", "cash_in_house"))


def hours_section(night: Night, log: NightLog, blind: str = "") -> Section:
    """From the first quarter in which something was sold or moved to the last, each as it stood at its end."""
    sold, left = _entries(night, log)
    moved: dict[int, Money] = defaultdict(lambda: ZERO)
    for one in log.facts:
        change = cash_in(one.posting, blind) if one.posting else ZERO
        if change:
            moved[night.quarter(one.fact.meta.at)] += change
    seen = {*sold, *left, *moved}
    rows, entries, cash = [], 0, log.cash_before
    for quarter in range(min(seen), max(seen) + 1) if seen else ():
        entries += sold[quarter] - left[quarter]
        cash += moved.get(quarter, ZERO)
        rows.append(ReportRow((local_time(night.end_of(quarter)).time(), sold[quarter], entries, cash)))
    return Section(NAME, ("quarter", "entries", "entries_so_far", "cash_in_house"), tuple(rows))


def _entries(night: Night, log: NightLog) -> tuple[Counter[int], Counter[int]]:
    """Sold, and of these those that left again, by quarter."""
    sold, left = log.of(EntrySold), log.of(EntryLeft)
    tonight = {(one.live.stream, one.event.entry) for one in sold}
    gone = [one for one in left if (one.live.stream, one.event.entry) in tonight]
    by_quarter = [Counter(night.quarter(one.fact.meta.at) for one in found) for found in (sold, gone)]
    return by_quarter[0], by_quarter[1]
