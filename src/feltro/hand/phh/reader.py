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
    r"^([a-z_]+) = (?:(-?\d+)|'([^'\n]*)'|(\[.*\])|(true|false)|\"([^\"\\\n]*)\")$", re.MULTILINE
)
_STRINGS = re.compile(r"\[(?:'[^'\n]*'(?:, '[^'\n]*')*)?\]")
_NUMBERS = re.compile(r"\[-?\d+(?:, -?\d+)*\]")
_SECTION = re.compile(r"^\[\d+\]$", re.MULTILINE)
_AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_AMOUNT = ("bring_in", "small_bet", "big_bet", "min_bet")


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
                values[key] = [int(part) for part in array[1:-1].split(", ")]
            else:
                return None
        elif number:
            values[key] = int(number)
        else:
            values[key] = boolean == "true" if boolean else quoted or double
    return values


def _slow(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise NotPhh(f"not TOML: {error}") from error


def _history(values: dict[str, Any]) -> History:
    units = _units(values)
    try:
        stacks = _whole(values.pop("starting_stacks"), units)
        history = History(
            variant=values.pop("variant"),
            antes=_whole(values.pop("antes", ()), units),
            blinds=_whole(values.pop("blinds_or_straddles", ()), units),
            stacks=stacks,
            actions=values.pop("actions"),
            antes_trimmed=values.pop("ante_trimming_status", True),
            units=units,
        )
    except KeyError as error:
        raise NotPhh(f"the field {error.args[0]} is missing") from error
    except TypeError as error:
        raise NotPhh("an amount is not a number") from error
    history.bring_in, history.small_bet, history.big_bet, history.minimum_bet = (
        int(values.pop(name, 0) * units) for name in _AMOUNT
    )
    if "finishing_stacks" in values:
        history.finishing_stacks = _whole(values.pop("finishing_stacks"), units)
    history.others = values
    return history


def _whole(amounts: Any, units: int) -> tuple[int, ...]:
    if units == 1:
        return tuple(amounts)
    return tuple(int(amount * units) for amount in amounts)


def _units(values: dict[str, Any]) -> int:
    """One, or the power of ten that makes every amount of the file whole."""
    written = [values.get(name, 0) for name in _AMOUNT]
    for name in _AMOUNTS:
        written += values.get(name, ())
    places = [-int(amount.as_tuple().exponent) for amount in written if isinstance(amount, Decimal)]
    places += [
        len(action.rpartition(".")[2])
        for action in values.get("actions", ())
        if " cbr " in action and "." in action
    ]
    return int(10 ** max(places)) if places else 1
