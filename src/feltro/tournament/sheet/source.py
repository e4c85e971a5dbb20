"""A structure sheet as people write it in a file, into the sheet that programs use.

In a file amounts are reais, shares are percent, chips are `{ 100 = 10 }`, levels are rows with the breaks
between them, and a template's days say `day = 1, at = 19:00:00` instead of a date.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from feltro.kernel.instants import BRASILIA
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding
from feltro.tournament.sheet.fields import read_struct
from feltro.tournament.sheet.rows import read_rows
from feltro.tournament.sheet.structure import Sheet, zone_exists

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def read_sheet(raw: Mapping[str, Any], on: date | None = None) -> Sheet | list[Finding]:
    """The sheet, or everything that is wrong with what was written. `on` is the first day of a template."""
    reader = _Reader(on)
    plain = reader.sheet(raw)
    sheet = read_struct(Sheet, plain, "", reader.findings)
    return reader.findings or sheet or []


class _Reader:
    """Turns what people write into plain values; what it cannot read goes to the findings."""

    def __init__(self, on: date | None) -> None:
        self.on = on
        self.findings: list[Finding] = []

    def sheet(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        plain = dict(raw)
        zone = self._zone(plain)
        self._move(plain, "guarantee", "guarantee_centavos", self._money)
        self._games(plain)
        minutes = plain.pop("level_minutes", None)
        parts: dict[str, Callable[[Any, str], Any]] = {
            "days": self._each(lambda day, where: self._day(day, where, zone)),
            "items": self._each(self._item),
            "levels": lambda rows, _: read_rows(rows, minutes, self.findings),
            "stack": self._pairs("value", "count"),
            "chip_set": self._pairs("value", "count"),
            "minimum_entries": self._pairs("level", "entries"),
            "bounty": self._bounty,
            "payout": self._payout,
            "withheld": self._withheld,
            "satellite": self._satellite,
        }
        for name, read in parts.items():
            if name in plain:
                plain[name] = read(plain[name], name)
        return plain

    def _zone(self, plain: dict[str, Any]) -> ZoneInfo:
        name = plain.setdefault("zone", BRASILIA)
        if not isinstance(name, str) or not zone_exists(name):
            self.findings.append(Finding("sheet.wrong_zone", "zone", {"value": str(name)}))
            plain["zone"] = BRASILIA
        return ZoneInfo(plain["zone"])

    @staticmethod
    def _games(plain: dict[str, Any]) -> None:
        if "game" in plain:
            plain["games"] = {"codes": [plain.pop("game")]}
        elif isinstance(plain.get("games"), list):
            plain["games"] = {"codes": plain["games"]}
        if isinstance(plain.get("rotation"), dict) and isinstance(plain.get("games"), dict):
            plain["games"] |= plain.pop("rotation")

    def _day(self, raw: dict[str, Any], where: str, zone: ZoneInfo) -> dict[str, Any]:
        plain = dict(raw)
        if "day" in plain or "at" in plain:
            self._template_day(plain, where, zone)
        for name in ("starts_at", "closes_at"):
            if isinstance(plain.get(name), datetime) and plain[name].tzinfo is None:
                plain[name] = plain[name].replace(tzinfo=zone)
            if isinstance(plain.get(name), datetime):
                plain[name] = plain[name].isoformat()
        return plain

    def _template_day(self, plain: dict[str, Any], where: str, zone: ZoneInfo) -> None:
        """`day = 2, at = 14:00:00, until = 02:00:00`: the second day, to the small hours after it."""
        day, at, until = plain.pop("day", 1), plain.pop("at", None), plain.pop("until", None)
        if self.on is None:
            self.findings.append(Finding("sheet.needs_date", where))
            plain["starts_at"] = datetime(2000, 1, 1, tzinfo=zone)
            return
        if not isinstance(day, int) or not isinstance(at, time) or not isinstance(until, time | None):
            self.findings.append(Finding("sheet.wrong_day", where))
            plain["starts_at"] = datetime(2000, 1, 1, tzinfo=zone)
            return
        plain["starts_at"] = datetime.combine(self.on + timedelta(days=day - 1), at, zone)
        if until:
            after = timedelta(days=day - 1 + (until <= at))
            plain["closes_at"] = datetime.combine(self.on + after, until, zone)

    def _item(self, raw: dict[str, Any], where: str) -> dict[str, Any]:
        plain = dict(raw)
        self._move(plain, "price", "price_centavos", self._money, where)
        self._move(plain, "covered", "covered_centavos", self._money, where)
        self._move(plain, "split", "split_centavos", self._split, where)
        return plain

    def _split(self, raw: Any, where: str) -> Any:
        if not isinstance(raw, dict):
            return raw
        return {account: self._money(part, f"{where}.{account}") for account, part in raw.items()}

    def _bounty(self, raw: Any, where: str) -> Any:
        if not isinstance(raw, dict):
            return raw
        plain = dict(raw)
        self._move(plain, "amount", "amount_centavos", self._money, where)
        self._move(plain, "won_percent", "won_basis_points", self._percent, where)
        if isinstance(plain.get("envelopes"), dict):
            plain["envelopes"] = [
                {"amount_centavos": self._money(amount, f"{where}.envelopes"), "envelopes": count}
                for amount, count in plain["envelopes"].items()
            ]
        return plain

    def _payout(self, raw: Any, where: str) -> Any:
        if not isinstance(raw, dict):
            return raw
        plain = dict(raw)
        self._move(plain, "rounding", "rounding_centavos", self._money, where)
        if "columns" in plain:
            plain["columns"] = self._each(self._column)(plain["columns"], f"{where}.columns")
        return plain

    def _column(self, raw: dict[str, Any], where: str) -> dict[str, Any]:
        plain = dict(raw)
        entries = plain.pop("entries", None)
        if isinstance(entries, list) and 1 <= len(entries) <= 2:
            plain["from_entries"] = entries[0]
            plain["until_entries"] = entries[1] if len(entries) > 1 else None
        shares = plain.pop("percent", None)
        if isinstance(shares, list):
            plain["basis_points"] = [self._percent(share, where) for share in shares]
        return plain

    def _withheld(self, raw: Any, where: str) -> Any:
        if not isinstance(raw, dict):
            return raw
        return [{"account": name, "basis_points": self._percent(share, where)} for name, share in raw.items()]

    def _satellite(self, raw: Any, where: str) -> Any:
        if not isinstance(raw, dict):
            return raw
        plain = dict(raw)
        self._move(plain, "seat", "seat_centavos", self._money, where)
        return plain

    def _pairs(self, key: str, value: str) -> Callable[[Any, str], Any]:
        """`{ 100 = 10, 500 = 4 }` as a list, the smallest first."""

        def read(raw: Any, where: str) -> Any:
            if not isinstance(raw, dict):
                return raw
            wrong = [name for name in raw if not name.isdecimal()]
            self.findings += [Finding("sheet.wrong_number", f"{where}.{name}", {"value": name}) for name in wrong]
            names = sorted((name for name in raw if name.isdecimal()), key=int)
            return [{key: int(name), value: raw[name]} for name in names]

        return read

    def _each(self, read: Callable[[dict[str, Any], str], Any]) -> Callable[[Any, str], Any]:
        def read_all(raw: Any, where: str) -> Any:
            if not isinstance(raw, list):
                return raw
            return [
                read(one, f"{where}.{one.get('id', place)}") if isinstance(one, dict) else one
                for place, one in enumerate(raw, 1)
            ]

        return read_all

    def _move(
        self, plain: dict[str, Any], old: str, new: str, read: Callable[[Any, str], Any], where: str = ""
    ) -> None:
        if old in plain:
            plain[new] = read(plain.pop(old), f"{where}.{old}" if where else old)

    def _money(self, raw: Any, where: str) -> int:
        try:
            return Money.parse(str(raw)).centavos if isinstance(raw, str | int) else self._no_money(raw, where)
        except ValueError:
            return self._no_money(raw, where)

    def _no_money(self, raw: Any, where: str) -> int:
        self.findings.append(Finding("sheet.wrong_money", where, {"value": str(raw)}))
        return 0

    def _percent(self, raw: Any, where: str) -> int:
        points = None if isinstance(raw, bool | str) else raw * 100
        if points is None or points != int(points):
            self.findings.append(Finding("sheet.wrong_percent", where, {"value": str(raw)}))
            return 0
        return int(points)
