"""A payout table as people write it: CSV with a row for each band, or TOML with percentages."""

from __future__ import annotations

import csv
import io
import tomllib
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from feltro.kernel.outcome import Finding
from feltro.tournament.prizes.tables import Band, Column, PrizeTable, banded

if TYPE_CHECKING:
    from collections.abc import Mapping

FIELDS = ("entries_from", "entries_to", "place_from", "place_to", "share")
MOST_ROWS = 20_000


def read_csv(text: str) -> PrizeTable | list[Finding]:
    """`entries_from,entries_to,place_from,place_to,share`; a share is 0.0312 or 3.12%; no `entries_to`: no end."""
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    if tuple(rows.fieldnames or ()) != FIELDS:
        return [Finding("payouts.csv_head", "1", {"fields": FIELDS})]
    read: list[tuple[int, int | None, Band]] = []
    wrong = []
    for number, row in enumerate(rows, 2):
        one = _row(row)
        if one is None or number > MOST_ROWS:
            wrong.append(Finding("payouts.csv_row", str(number), {"line": number}))
        else:
            read.append(one)
    if wrong:
        return wrong
    return PrizeTable(
        tuple(
            Column(since, until, tuple(band for _, _, band in together))
            for (since, until), together in groupby(read, key=lambda one: one[:2])
        )
    )


def _row(row: Mapping[str, str | None]) -> tuple[int, int | None, Band] | None:
    try:
        since, until, first, last, share = ((row[name] or "").strip() for name in FIELDS)
        band = Band(_number(first), _number(last or first), _share(share))
        return _number(since), _number(until) if until else None, band
    except (ValueError, InvalidOperation):
        return None


def read_toml(text: str) -> PrizeTable | list[Finding]:
    """`[[column]]` with `entries = [11, 20]` (or `[1341]`: no end) and `percent = [65, 35]`, one for each place."""
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        return [Finding("payouts.toml_unreadable", "toml", {"error": str(error)})]
    columns = raw.get("column")
    if not isinstance(columns, list):
        return [Finding("payouts.toml_column", "toml", {"number": 1})]
    read = [_column(one) for one in columns]
    wrong = [
        Finding("payouts.toml_column", str(number), {"number": number})
        for number, one in enumerate(read, 1)
        if one is None
    ]
    return wrong or PrizeTable(tuple(one for one in read if one is not None))


def _column(raw: Any) -> Column | None:
    entries, percent = (raw.get("entries"), raw.get("percent")) if isinstance(raw, dict) else (None, None)
    if not isinstance(entries, list) or not isinstance(percent, list) or len(entries) not in {1, 2}:
        return None
    if not all(type(one) is int for one in entries) or not all(type(one) in {int, Decimal} for one in percent):
        return None
    if any(isinstance(one, Decimal) and not one.is_finite() for one in percent) or not percent:
        return None
    since, until = entries[0], entries[1] if len(entries) == 2 else None
    return Column(since, until, banded([Fraction(one) / 100 for one in percent]))


def _number(written: str) -> int:
    if not (written.isascii() and written.isdecimal() and len(written) < 10):
        raise ValueError(written)
    return int(written)


def _share(written: str) -> Fraction:
    share = Decimal(written.removesuffix("%"))
    if not share.is_finite() or not 0 < share <= 100:
        raise ValueError(written)
    return Fraction(share) / (100 if written.endswith("%") else 1)
