"""Two editions of one book, clause by clause: for the day a federation publishes its next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from feltro.rulebook.book import Book
    from feltro.rulebook.clause import Clause

WORDS = ("title", "summary", "note", "status", "discretion", "heading")
"""What may read otherwise in a clause without any value being another."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A parameter in a clause before and after; None where the clause does not set it."""

    parameter: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One clause that is new, gone, or not the same."""

    what: Literal["added", "removed", "changed"]
    clause: Clause
    words: tuple[str, ...] = ()
    values: tuple[ValueChange, ...] = ()


def changed_clauses(before: Book, after: Book) -> list[ClauseChange]:
    """In the printed order of the later one; what is gone stands where it stood, at the end."""
    found = []
    for name, clause in after.clauses.items():
        old = before.clauses.get(name)
        if old is None:
            found.append(ClauseChange("added", clause, values=_values({}, clause.sets)))
            continue
        words = tuple(part for part in WORDS if getattr(old, part) != getattr(clause, part))
        values = _values(old.sets, clause.sets)
        if words or values:
            found.append(ClauseChange("changed", clause, words, values))
    gone = (clause for name, clause in before.clauses.items() if name not in after.clauses)
    return found + [ClauseChange("removed", clause, values=_values(clause.sets, {})) for clause in gone]


def _values(before: Any, after: Any) -> tuple[ValueChange, ...]:
    names = dict.fromkeys((*before, *after))
    changes = (ValueChange(name, before.get(name), after.get(name)) for name in names)
    return tuple(one for one in changes if one.before != one.after)
