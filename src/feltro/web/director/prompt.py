"""Something that needs somebody: what, why, by which clause, and what settles it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite

BAD, LOOK, GOOD = "bad", "look", "good"


@dataclass(frozen=True, slots=True)
class Button:
    """One command, with everything that it needs."""

    key: str
    command: str
    fields: dict[str, Any] = field(default_factory=dict)
    first: bool = True
    """The thing to do; others stand beside it more quietly."""


@dataclass(frozen=True, slots=True)
class Prompt:
    weight: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)
    cites: tuple[Cite, ...] = ()
    buttons: tuple[Button, ...] = ()
    link: str = ""
    buttons_at: tuple[int, ...] = ()
    """Tables of which somebody has to say where the button stands."""
    go: str = ""
    """What the link says, where following it is the thing to do."""
    moves: tuple[dict[str, Any], ...] = ()
    because: str = ""
    reasons: dict[str, Any] = field(default_factory=dict)
    """What the sentence of `because` speaks of."""
    id: str = ""
