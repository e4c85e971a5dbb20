"""What a season remembers of its ranking."""

from typing import Any

import msgspec

from feltro.kernel.instants import Instant
from feltro.season.points.table import PointsRow
from feltro.season.ranking.events import FundPrize, PointsAdjusted
from feltro.season.results import EventResult

EXCLUDED = ""
"""In the place of a points table: the event gives none."""


class ChosenBook(msgspec.Struct, frozen=True, kw_only=True):
    book: str
    addenda: tuple[str, ...]
    answers: dict[str, Any]


class Owed(msgspec.Struct, kw_only=True):
    """A prize of a fund, and what was paid of it."""

    prize: FundPrize
    paid_centavos: int = 0

    @property
    def left_centavos(self) -> int:
        return self.prize.amount_centavos - self.paid_centavos


class Imported(msgspec.Struct, kw_only=True):
    name: str
    result: EventResult


class Ranking(msgspec.Struct, kw_only=True):
    book: ChosenBook | None = None
    tables: dict[str, tuple[PointsRow, ...]] = {}
    joined: dict[str, Instant] = {}
    counted: dict[str, str] = {}
    """What the director said of a tournament: the table it is scored by, or that it gives no points."""
    adjustments: list[PointsAdjusted] = []
    imported: dict[str, Imported] = {}
    closed_stages: dict[str, Instant] = {}
    not_held: set[str] = set()
    """Stages that closed without having been played."""
    champions: dict[str, tuple[str, ...]] = {}
    owed: dict[str, Owed] = {}
    closed_at: Instant | None = None
    changes: int = 0
    """Counts what bears on points, so that standings know when to look again."""
