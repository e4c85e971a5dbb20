"""What was read out of a telling: the situation in the notation, and what was taken for granted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Guess:
    """Something that was not said and that was taken for granted; `why` is the key of its words."""

    where: str
    why: str
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadScene:
    situation: dict[str, Any]
    guesses: tuple[Guess, ...] = ()
    left_over: tuple[str, ...] = ()
    """What was said and not understood."""
    unheard: tuple[str, ...] = ()
    """Who did something that was not understood."""
    muddled: bool = False
    """The acts cannot have come in this order."""
    unplaced: bool = False
    """Told by somebody who played it, and who never said where he sat."""
