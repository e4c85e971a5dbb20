"""Prizes: tables that share out everything, bounties that are in the price, seats that can be paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.money import Money
from feltro.tournament.sheet.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.prizes import PayoutColumn
    from feltro.tournament.sheet.structure import Sheet


def check(sheet: Sheet) -> Iterator[Fault]:
    yield from _table(sheet)
    yield from _bounty(sheet)
    yield from _guarantee(sheet)
    yield from _satellite(sheet)
    for one in sheet.withheld:
        if not 0 < one.basis_points < 10_000:
            yield Fault("sheet.withheld_wrong", "withheld", {"account": one.account})


def _table(sheet: Sheet) -> Iterator[Fault]:
    columns = sheet.payout.columns
    if sheet.payout.source != "sheet":
        if columns:
            yield Fault("sheet.payout_unused", "payout.columns", {}, "doubt")
        return
    if not columns:
        yield Fault("sheet.payout_missing", "payout.columns")
        return
    next_entry = columns[0].from_entries
    for place, column in enumerate(columns, 1):
        yield from _column(column, place)
        if column.from_entries != next_entry:
            yield Fault(
                "sheet.payout_gap", "payout.columns", {"entries": column.from_entries, "expected": next_entry}
            )
        next_entry = (column.until_entries or column.from_entries) + 1
    if columns[-1].until_entries is not None:
        yield Fault("sheet.payout_ends", "payout.columns", {"entries": columns[-1].until_entries}, "doubt")


def _column(column: PayoutColumn, place: int) -> Iterator[Fault]:
    where, total = f"payout.columns.{place}", sum(column.basis_points)
    values = {"column": place, "entries": column.from_entries, "percent": f"{total / 100:.2f}"}
    if total != 10_000:
        yield Fault("sheet.payout_not_whole", where, values)
    if list(column.basis_points) != sorted(column.basis_points, reverse=True):
        yield Fault("sheet.payout_goes_up", where, values)
    if len(column.basis_points) > column.from_entries:
        yield Fault("sheet.payout_more_than_field", where, {**values, "places": len(column.basis_points)})


def _bounty(sheet: Sheet) -> Iterator[Fault]:
    for item in sheet.items:
        part = item.split_centavos.get("bounties", 0)
        wanted = sheet.bounty.amount_centavos if sheet.bounty else 0
        if part and not sheet.bounty:
            yield Fault("sheet.bounty_not_described", f"items.{item.id}", {"item": item.label, "part": Money(part)})
        elif sheet.bounty and item.kind in {"entry", "reentry", "courtesy"} and part != wanted:
            values = {"item": item.label, "part": Money(part), "bounty": Money(wanted)}
            yield Fault("sheet.bounty_differs", f"items.{item.id}", values)
    bounty = sheet.bounty
    if bounty and bounty.kind == "mystery" and not bounty.envelopes:
        yield Fault("sheet.bounty_without_envelopes", "bounty.envelopes", {}, "doubt")
    if bounty and bounty.kind == "progressive" and bounty.won_basis_points == 10_000:
        yield Fault("sheet.bounty_not_progressive", "bounty.won_percent")


def _guarantee(sheet: Sheet) -> Iterator[Fault]:
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    if not sheet.guarantee_centavos or not sheet.expected_entries or not entry:
        return
    part = entry.split_centavos.get("prize_pool", 0) + entry.split_centavos.get("bounties", 0)
    pool = part * sheet.expected_entries
    if pool < sheet.guarantee_centavos:
        values = {
            "entries": sheet.expected_entries,
            "pool": Money(pool),
            "guarantee": Money(sheet.guarantee_centavos),
            "short": Money(sheet.guarantee_centavos - pool),
        }
        yield Fault("sheet.guarantee_not_met", "guarantee", values, "doubt")


def _satellite(sheet: Sheet) -> Iterator[Fault]:
    if sheet.kind == "satellite" and sheet.satellite is None:
        yield Fault("sheet.satellite_for_nothing", "satellite")
    if sheet.kind != "satellite" and sheet.satellite is not None:
        yield Fault("sheet.satellite_not_one", "satellite")
    if sheet.satellite and sheet.satellite.seat_centavos <= 0:
        yield Fault("sheet.seat_without_value", "satellite.seat")
    target = sheet.satellite.target_chips if sheet.satellite else None
    if target is not None and target <= sheet.starting_stack:
        values = {"target": target, "stack": sheet.starting_stack}
        yield Fault("sheet.target_not_above_stack", "satellite.target_chips", values)
    if target is not None and sheet.bounty is not None:
        yield Fault("sheet.target_with_bounty", "satellite.target_chips")
