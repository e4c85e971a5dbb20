"""What the field model assumes: each number with its bounds, what it means and where it is from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import read_toml
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Assumption:
    """One line of the file."""

    name: str
    value: float
    least: float
    most: float
    meaning: Text
    source: str
    """`ours`, or `public`."""
    told_by: Text
    calibrated: bool
    """Whether a house's own log can tell it."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The numbers of one forecast. The names are those of the file."""

    hands_per_hour: float
    empty_chair_gain: float
    slower_game: float
    steal: float
    pot: float
    pot_spread: float
    all_in_below: float
    all_in_decay: float
    late_share: float
    early_rush: float
    again_share: float
    addon_share: float
    turnout_spread: float
    relief: float
    stack_spread: float
    flight_gain: float

    def hands(self, players: float, chairs: int, pace: float = 1.0) -> float:
        """Hands an hour with so many at a table: fewer players, faster hands."""
        return self.hands_per_hour * pace * (1 + self.empty_chair_gain * max(0.0, chairs - players))

    def dealers(self, tables: int) -> int:
        """For so many tables, those who rest included."""
        return tables + -(-tables // round(self.relief)) if tables else 0


@cache
def known() -> Mapping[str, Assumption]:
    """Every assumption, in the order of the file."""
    found = {}
    for name, line in read_toml(Path(__file__).with_name("assumptions.toml")).items():
        found[name] = Assumption(
            name,
            float(line["value"]),
            float(line["least"]),
            float(line["most"]),
            Text(line["pt"], line["en"], line["es"]),
            line["source"],
            Text(line["from_pt"], line["from_en"], line["from_es"]),
            line.get("calibrated", False),
        )
    return found


@cache
def usual() -> Assumptions:
    """As the file has them: what a house without events of its own goes by."""
    return assumed({})


def assumed(changed: Mapping[str, float]) -> Assumptions:
    """The usual ones but for these, each kept within its bounds."""
    values = {
        name: min(max(float(changed.get(name, one.value)), one.least), one.most) for name, one in known().items()
    }
    return Assumptions(**values)
