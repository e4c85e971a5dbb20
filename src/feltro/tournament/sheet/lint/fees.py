"""Fees: every real that does not come back as a prize is named on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.money import Money
from feltro.rulebook.book import Sourced
from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.layer import RETENTION_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet.selling import SaleItem
    from feltro.tournament.sheet.structure import Sheet

FEE_FIELDS = ("rake", "local_partners")
"""Of what a book asks a sheet to show, the parts of a price."""

BOUNTY_PARTS = {"prize": "prize_pool", "bounty": "bounties", "rake": "rake"}


def check(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    for item in sheet.items:
        if item.kind in {"entry", "reentry"}:
            yield from _named(item, rulebook)
            yield from _bounty_parts(sheet, item, rulebook)
    for item in sheet.items:
        if item.price_centavos and not item.split_centavos:
            values = {"item": item.label, "price": Money(item.price_centavos)}
            yield Fault("sheet.fee_hidden", f"items.{item.id}.split", values)
    yield from _withheld(sheet, rulebook)
    yield from _ranking(sheet, rulebook)


def _named(item: SaleItem, rulebook: Rulebook) -> Iterator[Fault]:
    said = rulebook["event.sheet.fields"]
    if not isinstance(said, Sourced) or not item.price_centavos:
        return
    for name in FEE_FIELDS:
        if name in said.value and name not in item.split_centavos:
            yield Fault(
                "sheet.fee_not_named",
                f"items.{item.id}.split",
                {"item": item.label, "part": name},
                cites=said.cites,
            )


def _bounty_parts(sheet: Sheet, item: SaleItem, rulebook: Rulebook) -> Iterator[Fault]:
    said = rulebook["prizes.knockout.price_parts"]
    if sheet.bounty is None or not isinstance(said, Sourced):
        return
    for part in said.value:
        if BOUNTY_PARTS[part] not in item.split_centavos:
            values = {"item": item.label, "part": BOUNTY_PARTS[part]}
            yield Fault("sheet.fee_not_named", f"items.{item.id}.split", values, cites=said.cites)


def _withheld(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    """What the book keeps of the prizes has to be read on the sheet, for that is a fee too."""
    share, whose, events = (rulebook[f"prizes.retention.{part}"] for part in ("share", "to", "events"))
    if not isinstance(share, Sourced) or not isinstance(whose, Sourced) or not share.value:
        return
    if isinstance(events, Sourced) and events.value == "main" and sheet.kind != "main":
        return
    says = {RETENTION_NAMES.get(one.account): one.basis_points for one in sheet.withheld}
    wanted = share.value * 10_000
    values = {"percent": share.value * 100, "to": whose.value}
    if whose.value not in says:
        yield Fault("sheet.fee_not_disclosed", "withheld", values, cites=share.cites)
    elif says[whose.value] != wanted:
        yield Fault("sheet.fee_differs", "withheld", values, "doubt", share.cites)


def _ranking(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    """A fee per entry that the book takes for its ranking is a part of every entry's price."""
    amount, source, events = (
        rulebook[f"fund.{part}"] for part in ("entry_fee.amount", "source", "entry_fee.events")
    )
    if not isinstance(amount, Sourced) or not amount.value.centavos:
        return
    if isinstance(source, Sourced) and source.value == "prize_retention":
        return
    if isinstance(events, Sourced) and events.value == "main" and sheet.kind != "main":
        return
    again = rulebook["fund.entry_fee.reentries"]
    kinds = {"entry", "reentry"} if isinstance(again, Sourced) and again.value else {"entry"}
    for item in sheet.items:
        paid = sum(item.split_centavos.get(name, 0) for name in ("ranking_fund", "stage_champion_fund"))
        if item.kind in kinds and paid != amount.value.centavos:
            values = {"item": item.label, "fee": amount.value, "paid": Money(paid)}
            yield Fault("sheet.ranking_fee_missing", f"items.{item.id}.split", values, "doubt", amount.cites)
