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
_NUMBERS = re.compile(r"\[-?\d+(?:\.\d+)?(?:, -?\d+(?:\.\d+)?)*\]")
_SECTION = re.compile(r"""^[ \t]*\[[ \t]*([\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\][ \t]*(?:\#.*)?$""", re.MULTILINE)
_DECIMAL_RAISE = re.compile(r"\s*p\d+\s+cbr\s+\d*\.(\d+)")
_AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_AMOUNT = ("bring_in", "small_bet", "big_bet", "min_bet")

PLENTY = 10**12
"""Stands for a stack of unknown size."""
_UNKNOWN_SIZE = Decimal("inf")
_WHOLE = {int}
_TOO_MANY = 10**18
_MOST_PLACES = 9
"""Amounts beyond these are somebody's mistake, and would fill the memory when made whole."""


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
    antes_trimmed: bool = False
    """Whether an ante counts only as far as others match it; else the whole of it lies in the main pot."""
    finishing_stacks: tuple[int, ...] | None = None
    units: int = 1
    """How many units make one chip of the file: 1 unless it writes decimals."""
    others: dict[str, Any] = field(default_factory=dict)
    """Players, event, place and date: everything that the game does not need."""

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, in the order of the seats; none where the file has something else there."""
        names = self.others.get("players")
        return tuple(map(str, names)) if isinstance(names, list) else ()


def read(text: str) -> History:
    """Read one hand."""
    try:
        return _history(_fast(text) or _slow(text))
    except NotPhh:
        raise
    except RecursionError:
        raise NotPhh("nested too deep") from None
    except (ArithmeticError, ValueError):
        raise NotPhh("a number is too big") from None


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each hand in a file; one hand without a section has no name."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if _SECTION.search(text) is None:
        yield "", text
        return
    before, *parts = _SECTION.split(text)
    if any(line.strip() and not line.lstrip().startswith("#") for line in before.splitlines()):
        yield "", before
    for name, section in zip(parts[::2], parts[1::2], strict=True):
        yield name.strip("\"'"), section


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
                parts = array[1:-1].split(", ")
                values[key] = [Decimal(part) for part in parts] if "." in array else list(map(int, parts))
            else:
                return None
        elif number:
            values[key] = Decimal(number) if "." in number else int(number)
        else:
            values[key] = boolean == "true" if boolean else quoted or double
    # A key given twice is for the real reader to refuse.
    return values if len(values) == len(found) else None


def _slow(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise NotPhh(f"not TOML: {error}") from error


def _history(values: dict[str, Any]) -> History:
    actions = values.pop("actions", ())
    if not isinstance(actions, list) or not set(map(type, actions)) <= {str}:
        raise NotPhh("the field actions is missing or not a list of actions")
    amounts = {name: _amounts(name, values.pop(name)) for name in _AMOUNTS if name in values}
    single = {name: _amounts(name, [values.pop(name)]) for name in _AMOUNT if name in values}
    for name, needed in (("variant", values.get("variant")), ("starting_stacks", amounts.get("starting_stacks"))):
        if not needed:
            raise NotPhh(f"the field {name} is missing")
    units = _units([*amounts.values(), *single.values()], actions)
    stacks = {name: _whole(row, units) for name, row in amounts.items()}
    bets = {name: _whole(row, units)[0] for name, row in single.items()}
    return History(
        variant=str(values.pop("variant")),
        antes=stacks.get("antes", ()),
        blinds=stacks.get("blinds_or_straddles", ()),
        stacks=stacks["starting_stacks"],
        actions=actions,
        bring_in=bets.get("bring_in", 0),
        small_bet=bets.get("small_bet", 0),
        big_bet=bets.get("big_bet", 0),
        minimum_bet=bets.get("min_bet", 0),
        antes_trimmed=bool(values.pop("ante_trimming_status", False)),
        finishing_stacks=stacks.get("finishing_stacks") or None,
        units=units,
        others=values,
    )


def _amounts(name: str, written: Any) -> list[Any]:
    """A row of amounts as written; a stack that nobody knows may be infinite."""
    kinds = set(map(type, written)) if isinstance(written, list) else {None}
    amounts: list[Any] = written
    if kinds != _WHOLE:
        if not kinds <= {int, Decimal} or any(isinstance(it, Decimal) and it.is_nan() for it in written):
            raise NotPhh(f"an amount of {name} is not a number")
        amounts = [PLENTY if it == _UNKNOWN_SIZE else it for it in written]
    if amounts and not -_TOO_MANY < min(amounts) <= max(amounts) < _TOO_MANY:
        raise NotPhh(f"an amount of {name} is too big")
    return amounts


def _whole(amounts: list[Any], units: int) -> tuple[int, ...]:
    if units == 1:
        return tuple(map(int, amounts))
    return tuple([int(amount * units) for amount in amounts])


def _units(rows: list[list[Any]], actions: list[str]) -> int:
    """One, or the power of ten that makes every amount of the file whole."""
    places = [
        -int(amount.as_tuple().exponent)
        for row in rows
        if Decimal in map(type, row)
        for amount in row
        if isinstance(amount, Decimal)
    ]
    if "." in "".join(actions):
        places += [len(found[1]) for action in actions if (found := _DECIMAL_RAISE.match(action))]
    if max(places, default=0) > _MOST_PLACES:
        raise NotPhh(f"an amount has more than {_MOST_PLACES} decimals")
    return 10 ** max(0, *places) if places else 1
