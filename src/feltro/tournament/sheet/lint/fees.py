"""Fees: every real that does not come back as a prize is named on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.money import Money
from feltro.rulebook.book import Sourced
from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.layer import RETENTION_NAMES, SPLIT_NAMES
from feltro.tournament.sheet.prizes import Withholding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet.faults import Weight
    from feltro.tournament.sheet.items import PriceAccount, SaleItem
    from feltro.tournament.sheet.structure import Sheet

FEE_FIELDS = ("rake", "local_partners")
"""Of what a book asks a sheet to show, the parts of a price."""

BOUNTY_PARTS = {"prize": "prize_pool", "bounty": "bounties", "rake": "rake"}


def check(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    for item in sheet.items:
        if item.kind in {"entry", "reentry"}:
            yield from _named(sheet, item, rulebook)
            yield from _bounty_parts(sheet, item, rulebook)
    for item in sheet.items:
        if item.price_centavos and not item.split_centavos:
            values = {"item": item.label, "price": Money(item.price_centavos)}
            yield Fault("sheet.fee_hidden", f"items.{item.id}.split", values)
    yield from _withheld(sheet, rulebook)
    yield from _ranking(sheet, rulebook)
    yield from _main_parts(sheet, rulebook)


def _named(sheet: Sheet, item: SaleItem, rulebook: Rulebook) -> Iterator[Fault]:
    """What goes to local partners is named where the book takes it: of the main event's entry."""
    said = rulebook["event.sheet.fields"]
    if not isinstance(said, Sourced) or not item.price_centavos:
        return
    for name in FEE_FIELDS:
        if name == "local_partners" and sheet.kind != "main":
            continue
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
        account = next(one.account for one in sheet.withheld if RETENTION_NAMES.get(one.account) == whose.value)
        starves = says[whose.value] < wanted
        values |= {"part": account, "starves": starves}
        yield Fault("sheet.fee_differs", "withheld", values, _weight(sheet, account, starves=starves), share.cites)


def _ranking(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    """A fee per entry that the book takes for its ranking is a part of every entry's price."""
    wanted, amount = ranking_parts(sheet.kind, rulebook), rulebook["fund.entry_fee.amount"]
    if not wanted or not isinstance(amount, Sourced):
        return
    again = rulebook["fund.entry_fee.reentries"]
    kinds = {"entry", "reentry"} if isinstance(again, Sourced) and again.value else {"entry"}
    for item in sheet.items:
        for account, fee in wanted.items():
            paid = item.split_centavos.get(account, 0)
            if item.kind in kinds and paid != fee:
                figures = {"item": item.label, "fee": Money(fee), "paid": Money(paid)}
                values = {**figures, "part": account, "starves": paid < fee}
                weight = _weight(sheet, account, starves=paid < fee)
                yield Fault("sheet.ranking_fee_missing", f"items.{item.id}.split", values, weight, amount.cites)


def _weight(sheet: Sheet, account: PriceAccount, *, starves: bool) -> Weight:
    """Whoever gets less than the book says gets it wrongly, until the organiser settles that it shall be so."""
    return "wrong" if starves and account not in sheet.fees_settled else "doubt"


def ranking_parts(kind: str, rulebook: Rulebook) -> dict[PriceAccount, int]:
    """What the book takes of every entry for the year and for the stage, in centavos; nothing where it takes none."""
    amount, source, events = (
        rulebook[f"fund.{part}"] for part in ("entry_fee.amount", "source", "entry_fee.events")
    )
    if not isinstance(amount, Sourced) or not amount.value.centavos:
        return {}
    if isinstance(source, Sourced) and source.value == "prize_retention":
        return {}
    if isinstance(events, Sourced) and events.value == "main" and kind != "main":
        return {}
    stage = rulebook["fund.stage.share"]
    part = int(amount.value.centavos * stage.value) if isinstance(stage, Sourced) else 0
    found: dict[PriceAccount, int] = {"ranking_fund": amount.value.centavos - part}
    return found | ({"stage_champion_fund": part} if part else {})


def withheld_by(rulebook: Rulebook) -> tuple[Withholding, ...]:
    """What the book keeps of the prizes, said on the sheet so that players read it."""
    share, whose = rulebook["prizes.retention.share"], rulebook["prizes.retention.to"]
    if not isinstance(share, Sourced) or not isinstance(whose, Sourced) or not share.value:
        return ()
    account = next(account for account, name in RETENTION_NAMES.items() if name == whose.value)
    return (Withholding(account=account, basis_points=int(share.value * 10_000)),)


def _main_parts(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    """A stage may share the main event's price otherwise; players should read by how much."""
    said = rulebook["entry.main.split"]
    if sheet.kind != "main" or not isinstance(said, Sourced):
        return
    ranking = ranking_parts(sheet.kind, rulebook)
    for item in sheet.items:
        split = {str(account): part for account, part in item.split_centavos.items()}
        for account, name in SPLIT_NAMES.items():
            if item.kind not in {"entry", "reentry"} or account in ranking or account == "bounties":
                continue
            says, wanted = split.get(account, 0), said.value.get(name, Money(0))
            if says != wanted.centavos:
                values = {"item": item.label, "part": account, "sheet": Money(says), "book": wanted}
                yield Fault("sheet.part_differs", f"items.{item.id}.split", values, "doubt", said.cites)
