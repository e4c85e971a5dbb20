"""One incident of a rehearsal: what people are told of it, what settles it, and what was missed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant

WHOLE, HALF, NOT_YET = 1.0, 0.5, 0.0


@dataclass
class Happening:
    """One incident that was called for."""

    number: int
    kind: str
    at: Instant
    told: dict[str, Any]
    """Values of what people are told: names, tables, chips."""
    about: dict[str, Any] = field(default_factory=dict)
    """What settles it: entries, a table, a person."""
    since: dict[str, int] = field(default_factory=dict)
    """How much was written down in each stream of its event when it began."""
    tournament: str = ""
    """The event in which it happens."""
    lacks: tuple[str, ...] = ()
    """What of it nobody did, by name."""
    let_go: bool = False
    """The room has gone on since."""
    settled: float = NOT_YET
    settled_at: Instant | None = None
