"""Answers that say why: a citation, a refusal, a finding."""

from __future__ import annotations

from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in what people wrote: where it stands and why. Checks return all of them."""

    because: str
    where: str
    values: Mapping[str, Any] = field(default_factory=dict)
