"""Read PHH files: a small reader for the TOML that hand histories really use, and tomllib for the rest.

Amounts may be decimals. They become whole numbers of the smallest unit that the file writes, so that the
engine never meets a fraction; `units` says how many make one.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(
    r"^([a-z_]+) = (?:(-?\d+(?:\.\d+)?)|'([^'\n]*)'|(\[.*\])|(true|false)|\"([^\"\\\n]*)\")$", re.MULTILINE
)
_STRINGS = re.compile(r"\[(?:'[^'\n]*'(?:, '[^'\n]*')*)?\]")
_NUMBERS = re.compile(r"\[-?\d[\d.]*(?:, -?\d[\d.]*)*\]")
_SECTION = re.compile(r"^\[\d+\]$", re.MULTILINE)
_DECIMAL_RAISE = re.compile(r"p\d+ cbr \d+\.\d+")
_AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_AMOUNT = ("bring_in", "small_bet", "big_bet", "min_bet")

PLENTY = 10**12
"""Stands for a stack of unknown size."""


class NotPhh(ValueError):  # noqa: N818 - read at the raise: raise NotPhh("why")
    """The text is no hand history that can be read; the message says why."""


@dataclass(slots=True)
class History:
    """One hand as written, with amounts in whole units."""

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    actions: list[str]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    minimum_bet: int = 0
    antes_trimmed: bool = True
    finishing_stacks: tuple[int, ...] | None = None
    units: int = 1
    """How many units make one chip of the file: 1 unless it writes decimals."""
    others: dict[str, Any] = field(default_factory=dict)
    """Players, event, place and date: everything that the game does not need."""


def read(text: str) -> History:
    """Read one hand."""
    return _history(_fast(text) or _slow(text))


def read_all(text: str) -> Iterator[History]:
    """Read a file of one hand, or of many in numbered sections."""
    if _SECTION.search(text) is None:
        yield read(text)
        return
    for section in _SECTION.split(text)[1:]:
        yield read(section)


def _fast(text: str) -> dict[str, Any] | None:
    """The values of a file whose every line is plain; None when something needs a real TOML reader."""
    stripped = text.strip()
    if "#" in stripped:
        return None
    found = _LINE.findall(stripped)
    if len(found) != stripped.count("\n") + 1:
        return None
    values: dict[str, Any] = {}
    for key, number, quoted, array, boolean, double in found:
        if array:
            if _STRINGS.fullmatch(array):
                values[key] = array[2:-2].split("', '") if len(array) > 2 else []
            elif _NUMBERS.fullmatch(array):
                values[key] = [_number(part) for part in array[1:-1].split(", ")]
            else:
                return None
        elif number:
            values[key] = _number(number)
        else:
            values[key] = boolean == "true" if boolean else quoted or double
    return values


def _number(written: str) -> int | Decimal:
    return Decimal(written) if "." in written else int(written)


def _slow(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise NotPhh(f"not TOML: {error}") from error


def _history(values: dict[str, Any]) -> History:
    actions = values.pop("actions", ())
    if not isinstance(actions, list) or not set(map(type, actions)) <= {str}:
        raise NotPhh("the field actions is missing or not a list of actions")
    amounts = {name: _amounts(name, values.pop(name, None)) for name in _AMOUNTS}
    single = {name: _amounts(name, [values.pop(name, 0)]) for name in _AMOUNT}
    for name, needed in (("variant", values.get("variant")), ("starting_stacks", amounts["starting_stacks"])):
        if not needed:
            raise NotPhh(f"the field {name} is missing")
    units = _units([*amounts.values(), *single.values()], actions)
    stacks = {name: _whole(row, units) for name, row in amounts.items()}
    bets = {name: _whole(row, units)[0] for name, row in single.items()}
    return History(
        variant=str(values.pop("variant")),
        antes=stacks["antes"],
        blinds=stacks["blinds_or_straddles"],
        stacks=stacks["starting_stacks"],
        actions=actions,
        bring_in=bets["bring_in"],
        small_bet=bets["small_bet"],
        big_bet=bets["big_bet"],
        minimum_bet=bets["min_bet"],
        antes_trimmed=bool(values.pop("ante_trimming_status", True)),
        finishing_stacks=stacks["finishing_stacks"] or None,
        units=units,
        others=values,
    )


def _amounts(name: str, written: Any) -> list[Any]:
    """A row of amounts as written; a stack that nobody knows may be infinite."""
    if written is None:
        return []
    if not isinstance(written, list) or not set(map(type, written)) <= {int, Decimal}:
        raise NotPhh(f"an amount of {name} is not a number")
    return [PLENTY if isinstance(it, Decimal) and not it.is_finite() else it for it in written]


def _whole(amounts: list[Any], units: int) -> tuple[int, ...]:
    if units == 1:
        return tuple(amounts)
    return tuple([int(amount * units) for amount in amounts])


def _units(rows: list[list[Any]], actions: list[str]) -> int:
    """One, or the power of ten that makes every amount of the file whole."""
    places = [-int(amount.as_tuple().exponent) for row in rows for amount in row if isinstance(amount, Decimal)] + [
        len(action.split()[2].rpartition(".")[2]) for action in actions if _DECIMAL_RAISE.match(action)
    ]
    return int(10 ** max(places)) if places else 1
