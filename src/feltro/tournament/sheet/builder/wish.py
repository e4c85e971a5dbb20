"""What an organiser knows before there is a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from feltro.tournament.sheet.structure import ChipCount


@dataclass(frozen=True, slots=True)
class Wish:
    entries: int
    stack: int
    hours: float
    chip_set: tuple[ChipCount, ...]
    level_minutes: int | None = None
    """Nothing: whatever makes the blinds rise gently enough."""
    big_blinds: int = 100
    """How deep players start."""
    ante_from: Literal["nobody", "everybody", "big_blind"] = "big_blind"
    flights: int = 1

    @property
    def chips(self) -> int:
        return self.entries * self.stack

    @property
    def stacks_at_once(self) -> int:
        return -(-self.entries // self.flights)

    @property
    def values(self) -> list[int]:
        return sorted(chip.value for chip in self.chip_set if chip.count > 0)
