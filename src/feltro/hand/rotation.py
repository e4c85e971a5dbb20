"""Which game is next where several are played in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HORSE = ("flhe", "flo8", "razz", "stud", "stud8")
EIGHT_GAME = ("27td", "flhe", "flo8", "razz", "stud", "stud8", "nlhe", "plo")


@dataclass(frozen=True, slots=True)
class Rotation:
    """A list of games that changes with the level or after so many hands, and starts again at its end."""

    games: tuple[str, ...]
    by: Literal["level", "hands"] = "level"
    every: int = 1
    """Levels, or hands, of each game."""

    def __post_init__(self) -> None:
        if not self.games or self.every < 1:
            raise ValueError("a rotation needs games, and at least one level or hand of each")

    def game(self, *, level: int, hands: int) -> str:
        """The game at a level (from 1), when this many hands of the rotation have been dealt at the table."""
        gone = level - 1 if self.by == "level" else hands
        return self.games[gone // self.every % len(self.games)]
