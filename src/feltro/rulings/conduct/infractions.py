"""From what people call an infraction to what the book in force says of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings import called
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.clause import Clause
    from feltro.rulebook.parameter import Parameter
    from feltro.words.text import Text

KINDS_OF = {
    "conduct.cheating_kinds": "conduct.cheating",
    "conduct.collusion_kinds": "conduct.collusion",
    "soft_play.forms": "conduct.soft_play",
    "conduct.duties": "conduct.player_duties",
}
"""Lists whose items are themselves names of an infraction: to mark cards is to cheat."""
ALWAYS = "conduct.cheating_kinds"
"""The list whose items are both: passing chips breaks its own clause, and is cheating too. Soft play is collusion only
when agreed, and a duty that has a clause of its own needs no other."""


@dataclass(frozen=True, slots=True)
class NamedInfraction:
    """The infractions that a name stands for, and the lists that it is an item of."""

    parameters: tuple[str, ...]
    listed_in: tuple[tuple[str, str], ...] = ()
    """Each list with its item."""

    def joined(self, other: NamedInfraction) -> NamedInfraction:
        return NamedInfraction(
            tuple(dict.fromkeys((*self.parameters, *other.parameters))),
            tuple(dict.fromkeys((*self.listed_in, *other.listed_in))),
        )


REMEMBERED = 16
_KNOWN: dict[tuple[int, ...], tuple[tuple[object, ...], dict[str, NamedInfraction]]] = {}
"""By the books that the names were read from, which are kept beside them: as long as they live no other has their id."""


def find_infraction(asked: str, rulebook: Rulebook) -> NamedInfraction | Unreadable:
    """By a clause of the book, by a name in any catalogue, by what people say, or by an item of a book's lists."""
    known = _names(rulebook)
    by_clause = _of_clause(asked.removeprefix(f"{rulebook.book.id}:"), rulebook)
    if by_clause:
        return reduce(NamedInfraction.joined, (known[plain(name)] for name in by_clause))
    found = known.get(plain(asked))
    if found:
        return found
    return Unreadable("infraction", "unreadable.infraction", {"value": asked}, _accepted(rulebook))


def plain(name: str) -> str:
    return called.plain(name).removeprefix("conduct.")


def is_grave(named: Iterable[str], rulebook: Rulebook) -> bool:
    return any(rulebook.parameters[name].grave for name in named)


def _infractions(rulebook: Rulebook) -> Iterable[Parameter]:
    return (one for one in rulebook.parameters.values() if one.type == "infraction")


def _of_clause(clause_id: str, rulebook: Rulebook) -> tuple[str, ...]:
    """The infractions that a clause sets or, when it sets none, those it confirms."""
    clause = _clause(clause_id, rulebook)
    if clause is None:
        return ()
    names = {one.name for one in _infractions(rulebook)}
    return tuple(name for name in clause.sets if name in names) or tuple(
        name for name in clause.confirms if name in names
    )


def sets_of(asked: str, rulebook: Rulebook) -> frozenset[str]:
    """What the clause says that somebody named; nothing where it is no clause."""
    clause = _clause(asked.removeprefix(f"{rulebook.book.id}:"), rulebook)
    return frozenset(clause.sets) if clause else frozenset()


def _clause(asked: str, rulebook: Rulebook) -> Clause | None:
    """A clause by its id, also as people write it: `5.6.5-E` for `5.6.5.e`."""
    for source in (*reversed(rulebook.layers), rulebook.book):
        if asked in source.clauses:
            return source.clauses[asked]
        alike = [one for name, one in source.clauses.items() if _loosely(name) == _loosely(asked)]
        if len(alike) == 1:
            return alike[0]
    return None


def _loosely(clause_id: str) -> str:
    return clause_id.strip().lower().replace("-", ".")


def _names(rulebook: Rulebook) -> dict[str, NamedInfraction]:
    """Every name that is understood. Thousands are made plain and joined, so they are kept for the books last asked."""
    made_of = (rulebook.parameters, rulebook.book, *rulebook.layers)
    key = tuple(map(id, made_of))
    if key not in _KNOWN:
        if len(_KNOWN) == REMEMBERED:
            _KNOWN.clear()
        _KNOWN[key] = made_of, _read_names(rulebook)
    return _KNOWN[key][1]


def _read_names(rulebook: Rulebook) -> dict[str, NamedInfraction]:
    """A name of several infractions stands for all of them.

    What a clause is titled counts only where nothing else is called so.
    """
    known = _joined(_titles(rulebook)) | _joined(_items(rulebook)) | _joined(_called(rulebook))
    twins = _twins(rulebook)
    return {name: _with_twins(named, twins) for name, named in known.items()}


def _twins(rulebook: Rulebook) -> dict[str, NamedInfraction]:
    """Infractions of their own that are also an item of the list of cheating."""
    own = ((f"conduct.{item}", item) for item in rulebook.parameters[ALWAYS].choices)
    return {
        name: NamedInfraction((name, KINDS_OF[ALWAYS]), ((ALWAYS, item),))
        for name, item in own
        if name in rulebook.parameters
    }


def _with_twins(named: NamedInfraction, twins: dict[str, NamedInfraction]) -> NamedInfraction:
    items = {f"conduct.{item}" for listed, item in named.listed_in if listed == ALWAYS}
    return reduce(
        NamedInfraction.joined, (twins[name] for name in twins if name in {*named.parameters, *items}), named
    )


def _joined(told: Iterable[tuple[str, NamedInfraction]]) -> dict[str, NamedInfraction]:
    known: dict[str, NamedInfraction] = {}
    for name, named in told:
        known[name] = known[name].joined(named) if name in known else named
    return known


def _called(rulebook: Rulebook) -> Iterator[tuple[str, NamedInfraction]]:
    for one in _infractions(rulebook):
        for name in dict.fromkeys((plain(one.name), *map(plain, one.also_called), *_said(one.meaning))):
            yield name, NamedInfraction((one.name,))


def _items(rulebook: Rulebook) -> Iterator[tuple[str, NamedInfraction]]:
    for listed, infraction in KINDS_OF.items():
        parameter = rulebook.parameters[listed]
        for item, label in parameter.choices.items():
            called = map(plain, (item, *parameter.named.get(item, ())))
            for name in dict.fromkeys((*called, *_said(label))):
                yield name, NamedInfraction((infraction,), ((listed, item),))


def _titles(rulebook: Rulebook) -> Iterator[tuple[str, NamedInfraction]]:
    names = {one.name for one in _infractions(rulebook)}
    for source in (rulebook.book, *rulebook.layers):
        for clause in source.clauses.values():
            set_here = tuple(name for name in clause.sets if name in names)
            if set_here:
                yield from ((name, NamedInfraction(set_here)) for name in _said(clause.title))


def _said(text: Text) -> tuple[str, ...]:
    return tuple(dict.fromkeys(plain(one) for one in (text.pt, text.en, text.es) if one))


def _accepted(rulebook: Rulebook) -> tuple[str, ...]:
    """The names of what this book speaks of, each once."""
    spoken = {one.name for one in _infractions(rulebook) if not isinstance(rulebook[one.name], Silent)}
    items = [
        plain(item)
        for listed, infraction in KINDS_OF.items()
        for item in rulebook.parameters[listed].choices
        if infraction in spoken
    ]
    return tuple(sorted({*map(plain, spoken), *items}))
