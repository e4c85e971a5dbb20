"""A sheet as a file that a director can read and change. What `source.py` makes of it is the same sheet."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.money import Money
from feltro.tournament.sheet.items import SaleItem
from feltro.tournament.sheet.levels import Day
from feltro.tournament.sheet.rows import write_rows
from feltro.tournament.sheet.structure import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.tournament.sheet.prizes import Bounty, Payout, PayoutColumn, Satellite
    from feltro.tournament.sheet.structure import ChipCount

_PLAIN = (
    *(
        "name",
        "kind",
        "book",
        "addenda",
        "own_rules",
        "zone",
        "ante_from",
        "late_registration",
        "late_registration_break",
    ),
    "flight_places",
    "fees_settled",
    *("table_size", "final_table_size", "points", "expected_entries", "notes"),
)


def write_sheet(sheet: Sheet, *, undated: bool = False) -> str:
    """TOML, the parts in the order in which people ask for them. `undated` writes a template."""
    minutes = _usual_minutes(sheet)
    lines = [f"{key} = {value}" for key, value in _top(sheet, minutes)]
    for day in sheet.days:
        lines += ["", "[[days]]", *(_undated(day, sheet) if undated else _fields(day, Day))]
    for item in sheet.items:
        lines += ["", "[[items]]", *_item(item)]
    lines += ["", "[stack]", *_chips(sheet.stack)]
    if sheet.chip_set:
        lines += ["", "[chip_set]", *_chips(sheet.chip_set)]
    for title, part in _parts(sheet):
        lines += ["", f"[{title}]", *part]
    return "\n".join(lines) + "\n"


def _top(sheet: Sheet, minutes: int) -> Iterator[tuple[str, str]]:
    defaults = _defaults(Sheet)
    for name in _PLAIN:
        value = getattr(sheet, name)
        if name not in defaults or value != defaults[name]:
            yield name, _value(value)
    if len(sheet.games.codes) == 1 and sheet.games.by == "level" and sheet.games.every == 1:
        yield "game", _value(sheet.games.codes[0])
    else:
        yield "games", _value(list(sheet.games.codes))
        yield "rotation", f"{{ by = {_value(sheet.games.by)}, every = {sheet.games.every} }}"
    if sheet.guarantee_centavos is not None:
        yield "guarantee", _money(sheet.guarantee_centavos)
    if sheet.withheld:
        pairs = ", ".join(f"{one.account} = {_percent(one.basis_points)}" for one in sheet.withheld)
        yield "withheld", f"{{ {pairs} }}"
    if sheet.minimum_entries is not None:
        pairs = ", ".join(f"{mark.level} = {mark.entries}" for mark in sheet.minimum_entries)
        yield "minimum_entries", f"{{ {pairs} }}" if pairs else "{}"
    yield "level_minutes", str(minutes)
    rows = "".join(f"\n  {row}," for row in write_rows(sheet.levels, minutes))
    yield "levels", f"[{rows}\n]" if rows else "[]"


def _undated(day: Day, sheet: Sheet) -> Iterator[str]:
    first = min(one.starts_at for one in sheet.days).date()
    yield f"id = {_value(day.id)}"
    yield f"day = {(day.starts_at.date() - first).days + 1}"
    yield f"at = {day.starts_at.time().isoformat()}"
    if day.closes_at:
        yield f"until = {day.closes_at.time().isoformat()}"
    dated = ("id", "starts_at", "closes_at")
    yield from (line for line in _fields(day, Day) if not line.startswith(tuple(f"{name} =" for name in dated)))


def _usual_minutes(sheet: Sheet) -> int:
    counted = Counter(level.minutes for level in sheet.levels).most_common(1)
    return counted[0][0] if counted else 20


def _item(item: SaleItem) -> Iterator[str]:
    yield from (f"{name} = {_value(getattr(item, name))}" for name in ("id", "kind", "label"))
    yield f"price = {_money(item.price_centavos)}"
    pairs = ", ".join(f"{account} = {_money(part)}" for account, part in item.split_centavos.items())
    yield f"split = {{ {pairs} }}" if pairs else "split = {}"
    if item.covered_centavos:
        yield f"covered = {_money(item.covered_centavos)}"
    defaults = _defaults(SaleItem)
    for name in ("chips", "time_cards", "given_with_entry", "members_only"):
        if getattr(item, name) != defaults[name]:
            yield f"{name} = {_value(getattr(item, name))}"
    for name in ("window", "limit"):
        part = getattr(item, name)
        if part != defaults[name]:
            yield f"{name} = {{ {', '.join(_fields(part, type(part)))} }}"


def _parts(sheet: Sheet) -> Iterator[tuple[str, Iterator[str]]]:
    if sheet.action_clock is not None:
        yield "action_clock", _fields(sheet.action_clock, type(sheet.action_clock))
    if sheet.bounty is not None:
        yield "bounty", _bounty(sheet.bounty)
    yield "payout", _payout(sheet.payout)
    if sheet.satellite is not None:
        yield "satellite", _satellite(sheet.satellite)


def _bounty(bounty: Bounty) -> Iterator[str]:
    yield f"kind = {_value(bounty.kind)}"
    yield f"amount = {_money(bounty.amount_centavos)}"
    if bounty.won_basis_points != 10_000:
        yield f"won_percent = {_percent(bounty.won_basis_points)}"
    if bounty.from_level != 1:
        yield f"from_level = {bounty.from_level}"
    if bounty.envelopes:
        rows = (
            f"{{ amount_centavos = {one.amount_centavos}, envelopes = {one.envelopes} }}"
            for one in bounty.envelopes
        )
        yield f"envelopes = [{', '.join(rows)}]"


def _payout(payout: Payout) -> Iterator[str]:
    yield f"source = {_value(payout.source)}"
    if payout.rounding_centavos is not None:
        yield f"rounding = {_money(payout.rounding_centavos)}"
    if payout.columns:
        yield f"columns = [\n{''.join(f'  {_column(one)},{chr(10)}' for one in payout.columns)}]"


def _column(column: PayoutColumn) -> str:
    until = "" if column.until_entries is None else f", {column.until_entries}"
    shares = ", ".join(_percent(share) for share in column.basis_points)
    return f"{{ entries = [{column.from_entries}{until}], percent = [{shares}] }}"


def _satellite(satellite: Satellite) -> Iterator[str]:
    yield f"target = {_value(satellite.target)}"
    yield f"seat = {_money(satellite.seat_centavos)}"
    if satellite.seats is not None:
        yield f"seats = {satellite.seats}"
    yield f"remainder = {_value(satellite.remainder)}"
    yield f"already_seated = {_value(satellite.already_seated)}"
    if satellite.target_chips is not None:
        yield f"target_chips = {satellite.target_chips}"
    if not satellite.hand_for_hand:
        yield "hand_for_hand = false"


def _fields(struct: msgspec.Struct, kind: type[msgspec.Struct]) -> Iterator[str]:
    """Each field that is not as it would be anyway."""
    defaults = _defaults(kind)
    for name in kind.__struct_fields__:
        value = getattr(struct, name)
        if name not in defaults or value != defaults[name]:
            yield f"{name} = {_value(value)}"


def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(kind) if not field.required}


def _chips(chips: Sequence[ChipCount]) -> Iterator[str]:
    return (f"{chip.value} = {chip.count}" for chip in chips)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case datetime():
            return value.isoformat()
        case tuple() | list():
            return f"[{', '.join(map(_value, value))}]"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case _:
            return str(value)


def _money(centavos: int) -> str:
    written = str(Money(centavos)).removesuffix(",00")
    return f'"{written}"'


def _percent(basis_points: int) -> str:
    return str(Decimal(basis_points) / 100)
