"""Each person at the money, in one line: sold, voided, undone, given back, printed again."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.app.reports.report import ReportRow, Section
from feltro.kernel.money import ZERO, Money
from feltro.tournament.facts import sales as s

if TYPE_CHECKING:
    from feltro.app.reports.night.acts import NightAct
    from feltro.app.reports.night.log import NightLog

COLUMNS = ("who", "sales", "taken", "voids", "voided", "undone", "refunds", "refunded", "reprints")
VOIDS = ("voided", "cancelled")


@dataclass(slots=True)
class CashierNight:
    sales: int = 0
    taken: Money = ZERO
    voids: int = 0
    voided: Money = ZERO
    undone: int = 0
    refunds: int = 0
    refunded: Money = ZERO
    reprints: int = 0


def by_cashier(log: NightLog, acts: list[NightAct]) -> dict[str, CashierNight]:
    """A void stands in the line of whoever had sold it, an undo and a copy in the line of who made them."""
    found: dict[str, CashierNight] = defaultdict(CashierNight)
    for one in log.of(s.EntrySold, s.ExtraSold):
        found[one.event.by].sales += 1
    for one in log.of(s.PaymentTaken):
        found[one.event.cashier].taken += Money(one.event.amount_centavos + one.event.surcharge_centavos)
    for one in log.of(s.RefundPaid, s.ExcessReturned):
        mine = found[one.event.cashier]
        mine.refunds += 1
        mine.refunded += Money(one.event.amount_centavos + getattr(one.event, "surcharge_centavos", 0))
    for act in acts:
        if act.kind in VOIDS and not act.one.undone:
            found[act.cashier or act.who].voids += 1
            found[act.cashier or act.who].voided += act.amount or ZERO
        elif act.kind in {"undone", "corrected"}:
            found[act.who].undone += 1
        elif act.kind == "reprinted":
            found[act.who].reprints += act.copies
    return dict(found)


def cashiers_section(found: dict[str, CashierNight]) -> Section:
    rows = tuple(
        ReportRow((who, *(getattr(one, column) for column in COLUMNS[1:])))
        for who, one in sorted(found.items())
        if who
    )
    return Section("night_cashiers", COLUMNS, rows)
