"""From what people call an infraction to what the book in force says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.clause import Clause
    from feltro.rulebook.parameter import Parameter

KINDS_OF = {
    "conduct.cheating_kinds": "conduct.cheating",
    "conduct.collusion_kinds": "conduct.collusion",
    "soft_play.forms": "conduct.soft_play",
    "conduct.duties": "conduct.player_duties",
}
"""Lists whose items are themselves names of an infraction: to mark cards is to cheat."""


@dataclass(frozen=True, slots=True)
class Named:
    """The infractions that a name stands for, and the list it is an item of, if any."""

    parameters: tuple[str, ...]
    item: str | None = None
    listed_in: str | None = None


def find_infraction(asked: str, rulebook: Rulebook) -> Named | Unreadable:
    """By a clause of the book, by its name in any catalogue, or by an item of the lists of cheating and duties."""
    by_clause = _of_clause(asked.removeprefix(f"{rulebook.book.id}:"), rulebook)
    if by_clause:
        return Named(by_clause)
    known = _names(rulebook)
    found = known.get(plain(asked))
    if found:
        return found
    return Unreadable("infraction", "unreadable.infraction", {"value": asked}, _accepted(known, rulebook))


def plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-").removeprefix("conduct.")


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


def _names(rulebook: Rulebook) -> dict[str, Named]:
    """Every name that is understood; a name of several infractions stands for all of them."""
    items = {
        plain(item): Named((infraction,), item, listed)
        for listed, infraction in KINDS_OF.items()
        for item in rulebook.parameters[listed].choices
    }
    called: dict[str, tuple[str, ...]] = {}
    for one in _infractions(rulebook):
        for name in dict.fromkeys((plain(one.name), *map(plain, one.also_called))):
            called[name] = (*called.get(name, ()), one.name)
    return items | {name: Named(parameters) for name, parameters in called.items()}


def _accepted(known: dict[str, Named], rulebook: Rulebook) -> tuple[str, ...]:
    """The names of what this book speaks of."""
    spoken = {one.name for one in _infractions(rulebook) if not isinstance(rulebook[one.name], Silent)}
    return tuple(sorted(name for name, named in known.items() if spoken & set(named.parameters)))
