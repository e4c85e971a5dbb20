"""What was not said: what a fact may be, and when it is a question. Each field of a kind declares its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.rulebook.book import Rulebook

UNKNOWN = "unknown"
"""In place of any value: nobody said it. It reads as if it were left out, and is asked for when it matters."""


_NOT_SAID = (None, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Possible:
    """One thing that an unsaid fact may be. `answer` is the key of its words."""

    answer: str
    value: Any
    said: Mapping[str, Any] = field(default_factory=dict)
    along: Mapping[str, Any] = field(default_factory=dict)
    """Facts beside it that go with this one, where they were not said either."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was told, as one of its facts sees it: the table that the fact stands in, and the whole."""

    part: Mapping[str, Any]
    whole: Mapping[str, Any]
    rulebook: Rulebook
    path: str = ""

    def says(self, *names: str) -> bool:
        """Whether all of these were told beside the fact."""
        return all(self.part.get(name) not in _NOT_SAID for name in names)


NO_OR_YES = (Possible("no", value=False), Possible("yes", value=True))
YES_OR_NO = NO_OR_YES[::-1]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A fact that people leave out although it may be one way or another. Without it a field is presumed: had it been
    otherwise, somebody would have said so. The first of `values` is the most likely; none: a number, typed."""

    question: str
    values: tuple[Possible, ...] | Callable[[Heard], tuple[Possible, ...]] = NO_OR_YES
    when: Callable[[Heard], bool] | None = None
    of_what_was_said: bool = False
    """It is in doubt although it has a value: that was taken from the rest."""

    def is_open(self, told: Heard) -> bool:
        """Whether what was told beside it makes it a question; where it stands does not matter for that."""
        return self.when is None or self.when(told)

    def possible(self, told: Heard) -> tuple[Possible, ...]:
        return self.values(told) if callable(self.values) else self.values
