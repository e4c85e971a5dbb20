"""The kinds of value a parameter may have: how each is read from a file and kept pressed.

`read` takes what TOML gave and raises `NotThisKindError`, which says what was expected.
`press` turns a value into plain data for the kept copy, and `restore` turns it back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltro.kernel.money import Money
from feltro.rulebook.formula import Formula, FormulaError, read_formula

if TYPE_CHECKING:
    from collections.abc import Callable


class NotThisKindError(ValueError):
    """The value in a file is not of the parameter's kind. `expected` completes the key `expected.`."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


_CODE = re.compile(r"[a-z][a-z0-9_]*")

TRIGGERS = ("any", "intentional", "repeated", "intentional_or_repeated", "refusal")


@dataclass(frozen=True, slots=True)
class Infraction:
    """What a book says of one kind of misconduct."""

    sanctions: tuple[str, ...]
    trigger: str
    required: bool


@dataclass(frozen=True, slots=True)
class ValueKind:
    read: Callable[[Any], Any]
    press: Callable[[Any], Any]
    restore: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _bool(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise NotThisKindError("bool")
    return raw


def _count(raw: Any) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or raw < 0:
        raise NotThisKindError("count")
    return raw


def _fraction(raw: Any) -> Fraction:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal):
        raise NotThisKindError("fraction")
    return Fraction(raw)


def _money(raw: Any) -> Money:
    if not isinstance(raw, str):
        raise NotThisKindError("money")
    try:
        return Money.parse(raw)
    except ValueError:
        raise NotThisKindError("money") from None


def _code(raw: Any) -> str:
    if not isinstance(raw, str) or _CODE.fullmatch(raw) is None:
        raise NotThisKindError("code")
    return raw


def _table(raw: Any) -> str:
    if not isinstance(raw, str) or not re.fullmatch(r"[a-z0-9-]+\.csv", raw):
        raise NotThisKindError("table")
    return raw


def _formula(raw: Any) -> Formula:
    if not isinstance(raw, str):
        raise NotThisKindError("formula")
    try:
        return read_formula(raw)
    except FormulaError as error:
        raise NotThisKindError(str(error)) from None


def _date(raw: Any) -> date:
    if not isinstance(raw, date) or isinstance(raw, datetime):
        raise NotThisKindError("date")
    return raw


def _time(raw: Any) -> time:
    if not isinstance(raw, time):
        raise NotThisKindError("time")
    return raw


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read_list(raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise NotThisKindError("list")
        return tuple(read(item) for item in raw)

    return read_list


def _table_of(read: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    def read_table(raw: Any) -> dict[str, Any]:
        if not isinstance(raw, dict):
            raise NotThisKindError("named")
        return {_code(key): read(item) for key, item in raw.items()}

    return read_table


def _range(raw: Any) -> tuple[int, int]:
    read = _list_of(_count)(raw)
    if len(read) != 2 or read[0] > read[1]:
        raise NotThisKindError("range")
    return read[0], read[1]


def _different(raw: Any) -> tuple[str, ...]:
    read = _list_of(_code)(raw)
    if len(set(read)) != len(read):
        raise NotThisKindError("options")
    return read


def _infraction(raw: Any) -> Infraction:
    if not isinstance(raw, dict) or set(raw) != {"sanctions", "trigger", "required"}:
        raise NotThisKindError("infraction")
    if raw["trigger"] not in TRIGGERS:
        raise NotThisKindError("infraction")
    return Infraction(_different(raw["sanctions"]), raw["trigger"], _bool(raw["required"]))


def _press_fraction(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator


def _restore_fraction(plain: tuple[int, int]) -> Fraction:
    return Fraction(*plain)


_FRACTION = ValueKind(_fraction, _press_fraction, _restore_fraction)
_MONEY = ValueKind(_money, lambda value: value.centavos, Money)


def _many(kind: ValueKind) -> ValueKind:
    return ValueKind(
        _list_of(kind.read),
        lambda value: tuple(kind.press(item) for item in value),
        lambda plain: tuple(kind.restore(item) for item in plain),
    )


def _named(kind: ValueKind) -> ValueKind:
    return ValueKind(
        _table_of(kind.read),
        lambda value: {key: kind.press(item) for key, item in value.items()},
        lambda plain: {key: kind.restore(item) for key, item in plain.items()},
    )


KINDS: dict[str, ValueKind] = {
    "bool": ValueKind(_bool, _same, _same),
    "count": ValueKind(_count, _same, _same),
    "fraction": _FRACTION,
    "money": _MONEY,
    "choice": ValueKind(_code, _same, _same),
    "options": ValueKind(_different, _same, _same),
    "counts": ValueKind(_list_of(_count), _same, _same),
    "range": ValueKind(_range, _same, _same),
    "fractions": _many(_FRACTION),
    "date": ValueKind(_date, date.isoformat, date.fromisoformat),
    "time": ValueKind(_time, time.isoformat, time.fromisoformat),
    "split": _named(_MONEY),
    "shares": _named(_FRACTION),
    "table": ValueKind(_table, _same, _same),
    "formula": ValueKind(_formula, str, Formula),
    "infraction": ValueKind(
        _infraction,
        lambda value: (value.sanctions, value.trigger, value.required),
        lambda plain: Infraction(*plain),
    ),
}
