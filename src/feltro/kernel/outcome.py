"""Answers that say why: a citation, a refusal, a finding."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from feltro.kernel.ids import BookId, ClauseId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Cite:
    """A clause of a book; `fallback` when the book in force is silent and this one spoke for it."""

    book: BookId
    clause: ClauseId
    fallback: bool = False

    def __str__(self) -> str:
        return f"{self.book}:{self.clause}"


def cites_of(written: Iterable[str]) -> tuple[Cite, ...]:
    """Clauses as events name them, `book:clause`."""
    parts = (one.partition(":") for one in written)
    return tuple(Cite(BookId(book), ClauseId(clause)) for book, _, clause in parts)


@dataclass(frozen=True, slots=True)
class Refused:
    """A command that was understood and not allowed. Nothing changed. `because` is a key of words/."""

    because: str
    values: Mapping[str, Any] = field(default_factory=dict)
    cites: tuple[Cite, ...] = ()
    also: tuple[Refused, ...] = ()
    """What stands in the way besides: whoever mends this one should not walk into the next."""

    @property
    def all(self) -> tuple[Refused, ...]:
        """Each thing that stands in the way, on its own."""
        return (replace(self, also=()), *self.also)


def together(*found: Refused | None) -> Refused | None:
    """All that stands in the way as one refusal, the first one speaking first; each reason is said once."""
    every = {(one.because, str(one.values)): one for refused in found if refused for one in refused.all}
    first, *others = every.values() or (None,)
    return replace(first, also=tuple(others)) if first else None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in what people wrote: where it stands and why. Checks return all of them."""

    because: str
    where: str
    values: Mapping[str, Any] = field(default_factory=dict)


def refused_for(findings: Iterable[Finding], field: str = "where") -> Refused:
    """All that a check found, as one refusal; `field` is what the sentences call the place of each."""
    first, *others = (Refused(one.because, {**one.values, field: one.where}) for one in findings)
    return replace(first, also=tuple(others))
