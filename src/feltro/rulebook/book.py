"""A book as printed, and a rulebook in force: a book with the layers laid over it.

A value never leaves a rulebook without the clause that set it. Where the book is silent it says so,
and offers what another book or the house would do, marked as a fallback.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from feltro.kernel.outcome import Cite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import date

    from feltro.kernel.ids import BookId
    from feltro.kernel.instants import Instant
    from feltro.rulebook.clause import Clause
    from feltro.rulebook.parameter import Parameter
    from feltro.words.text import Text

Rules = TypeVar("Rules")


@dataclass(frozen=True, slots=True)
class Sourced:
    """A value with the clause that set it, and the other clauses of the book that say the same."""

    value: Any
    clause: Cite
    confirmed_by: tuple[Cite, ...] = ()

    @property
    def cites(self) -> tuple[Cite, ...]:
        return (self.clause, *self.confirmed_by)

    def as_fallback(self) -> Sourced:
        clause, *others = (Cite(cite.book, cite.clause, fallback=True) for cite in self.cites)
        return Sourced(self.value, clause, tuple(others))


@dataclass(frozen=True, slots=True)
class Silent:
    """The book does not say. `fallback` is what would be done, and who says so."""

    fallback: Sourced | None


@dataclass(frozen=True, slots=True)
class Chapter:
    file: str
    title: Text


@dataclass(frozen=True, slots=True)
class Book:
    """One book, or one layer: clauses in printed order and the values they set."""

    id: BookId
    edition: str
    name: str
    label: str
    governs: Text
    chapters: tuple[Chapter, ...]
    clauses: Mapping[str, Clause]
    extends: tuple[str, ...] = ()
    in_force: tuple[date | None, date | None] = (None, None)
    holds_from: Instant | None = None
    notice: Text | None = None
    says: Mapping[str, Sourced] = field(init=False)
    _lent: dict[str, Sourced] = field(init=False, default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "says", _settings(self.id, self.clauses.values()))

    def lends(self, name: str) -> Sourced:
        """What it says to a book that is silent, marked so; made once, as every event asks for hundreds."""
        lent = self._lent.get(name)
        if lent is None:
            lent = self._lent[name] = self.says[name].as_fallback()
        return lent

    def parts(self, clause: str) -> tuple[str, ...]:
        """The clauses right under one, in printed order: of 8, its 8.A and 8.B but not what stands under them."""
        under = [one for one in self.clauses if one.startswith((f"{clause}.", f"{clause}~"))]
        return tuple(
            one
            for one in under
            if not any(one != other and one.startswith((f"{other}.", f"{other}~")) for other in under)
        )


def _settings(book: BookId, clauses: Iterable[Clause]) -> dict[str, Sourced]:
    """What a book says of each parameter, with every clause that says it."""
    found: dict[str, Sourced] = {}
    confirmed: dict[str, list[Cite]] = {}
    for clause in clauses:
        cite = Cite(book, clause.id)
        found.update({name: Sourced(value, cite) for name, value in clause.sets.items()})
        for name in clause.confirms:
            confirmed.setdefault(name, []).append(cite)
    for name, cites in confirmed.items():
        found[name] = replace(found[name], confirmed_by=tuple(cites))
    return found


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A book in force, with its layers and the books that speak where it is silent.

    `rulebook["button.method"]` is Sourced or Silent; a name that no one declared is a bug (KeyError).
    """

    book: Book
    parameters: Mapping[str, Parameter]
    layers: tuple[Book, ...] = ()
    fallbacks: tuple[Book, ...] = ()
    _said: dict[str, Sourced | Silent] = field(init=False, default_factory=dict, repr=False, compare=False)
    _rules: dict[Any, Any] = field(init=False, default_factory=dict, repr=False, compare=False)

    def __getitem__(self, name: str) -> Sourced | Silent:
        """Looked up once: neither the book nor its layers ever change."""
        said = self._said.get(name)
        if said is None:
            said = self._said[name] = self._looked_up(name)
        return said

    def once(self, read: Callable[[Rulebook], Rules]) -> Rules:
        """The rules of a procedure, read from the book the first time that they are asked for."""
        rules: Rules | None = self._rules.get(read)
        if rules is None:
            rules = self._rules[read] = read(self)
        return rules

    def _looked_up(self, name: str) -> Sourced | Silent:
        self.parameters[name]
        for layer in reversed(self.layers):
            if name in layer.says:
                return layer.says[name]
        said = self.book.says.get(name)
        return Silent(self._fallback(name)) if said is None else said

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def _fallback(self, name: str) -> Sourced | None:
        for book in self.fallbacks:
            if name in book.says:
                return book.lends(name)
        return None

    def clause(self, cite: Cite) -> Clause:
        """The clause behind a citation, wherever it comes from."""
        sources = (*self.layers, self.book, *self.fallbacks)
        return next(source for source in sources if source.id == cite.book).clauses[cite.clause]

    def at(self, now: Instant) -> Rulebook:
        """The rulebook as it holds at a moment: amendments that start later are not yet there."""
        holding = tuple(layer for layer in self.layers if layer.holds_from is None or layer.holds_from <= now)
        return replace(self, layers=holding)
