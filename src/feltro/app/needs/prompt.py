"""Something that needs somebody: what, why, by which clause, and what settles it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite

BAD, LOOK, GOOD, COMING = "bad", "look", "good", "coming"
"""How loud. What is only coming asks for nobody yet."""
WEIGHTS = (BAD, LOOK, GOOD, COMING)


@dataclass(frozen=True, slots=True)
class Deed:
    """One command that settles it, with everything that it needs."""

    key: str
    command: str
    fields: dict[str, Any] = field(default_factory=dict)
    first: bool = True
    """The thing to do; others stand beside it more quietly."""


class Spot(NamedTuple):
    """Where it is looked at or settled: a table, a player, the desk, the form of an act with what is known of it."""

    name: str
    which: str = ""
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    weight: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)
    cites: tuple[Cite, ...] = ()
    deeds: tuple[Deed, ...] = ()
    spot: Spot | None = None
    buttons_at: tuple[int, ...] = ()
    """Tables of which somebody has to say where the button stands."""
    buttons: tuple[tuple[int, int, int], ...] = ()
    """What a proposal rests on: a table, the chair of its button, and how many minutes ago that was known."""
    go: str = ""
    """What the way there says, where following it is the thing to do."""
    moves: tuple[dict[str, Any], ...] = ()
    because: str = ""
    reasons: dict[str, Any] = field(default_factory=dict)
    """What the sentence of `because` speaks of."""
    can_be_left: bool = False
    """However loud, and with a button: play goes on without it where somebody decided so."""
    id: str = ""

    @property
    def can_wait(self) -> bool:
        """It can be put away until a moment."""
        return self.can_be_left or (self.weight != BAD and not self.deeds and not self.moves)
