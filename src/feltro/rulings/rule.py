"""From a situation to an answer: one path for every kind and every book."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from feltro.kernel.ids import BookId, ClauseId
from feltro.rulebook.book import Book, Chapter, Rulebook
from feltro.rulebook.clause import Clause
from feltro.rulebook.values import NotThisKindError
from feltro.rulings.catalogue import KINDS
from feltro.rulings.conduct.chip_penalties import told_where_it_goes
from feltro.rulings.consultation import Consultation
from feltro.rulings.notation import read_facts
from feltro.rulings.ruling import Answer, Option, Ruling, Rulings, Unreadable
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.parameter import Parameter

HOUSE_LAYER = "evento"
READ = "read"
"""Where what was read waits for the other ways in which one telling may be meant."""
OTHERWISE = Option("director_decides", "option.ruling.otherwise")


def rule(
    situation: Mapping[str, Any], rulebook: Rulebook, earlier: dict[str, Any] | None = None
) -> Answer | Unreadable:
    """The ruling on a situation under a rulebook, or what cannot be read in it. `earlier` is shared by the ways in which
    one telling may be meant, under one rulebook: what they have in common is ruled on once."""
    name = situation.get("kind", "hand")
    if not isinstance(name, str) or name not in KINDS:
        return Unreadable("kind", "unreadable.choice", {"value": str(name)}, tuple(KINDS))
    settled = with_house(rulebook, situation.get("house", {}))
    if isinstance(settled, Unreadable):
        return settled
    kind = KINDS[name]
    facts = read_facts(kind, situation, None if earlier is None else earlier.setdefault(READ, {}))
    if isinstance(facts, Unreadable):
        return facts
    told = kind.rule(facts, Consultation(settled, earlier))
    if isinstance(told, Unreadable):
        return told
    rulings, state = (told.rulings, told.state) if isinstance(told, Rulings) else ((told,), None)
    whole = tuple(_with_a_choice(told_where_it_goes(one, facts, settled)) for one in rulings)
    return Answer(rulebook.book.id, rulebook.book.edition, name, whole, state)


def _with_a_choice(ruling: Ruling) -> Ruling:
    """A director who decides has more than the one thing that is proposed."""
    if ruling.remedy != "director_decides" or len(ruling.options) > 1:
        return ruling
    return replace(ruling, options=(*ruling.options, OTHERWISE))


def with_house(rulebook: Rulebook, house: Any) -> Rulebook | Unreadable:
    """The rulebook under the settings of this event, as a layer that may change anything."""
    if not isinstance(house, dict):
        return Unreadable("house", "unreadable.table", {"value": str(house)})
    if not house:
        return rulebook
    clauses = {}
    for name, raw in house.items():
        if name not in rulebook.parameters:
            return Unreadable(f"house.{name}", "unreadable.parameter", {"value": name})
        try:
            clauses[name] = _setting(rulebook.parameters[name], raw)
        except NotThisKindError as error:
            return Unreadable(
                f"house.{name}", "unreadable.setting", {"value": str(raw), "expected": error.expected}
            )
    return replace(rulebook, layers=(*rulebook.layers, _layer(rulebook, clauses)))


def _setting(parameter: Parameter, raw: Any) -> Clause:
    reason = Text(*(say("rulebook.settled.answered", lang) for lang in LANGUAGES))
    value = parameter.read(_exact(raw))
    return Clause(
        ClauseId(parameter.name), 0, "admin", "decides", parameter.meaning, reason, sets={parameter.name: value}
    )


def _exact(raw: Any) -> Any:
    """A number with a point as it was written: books keep fractions, not floats."""
    if isinstance(raw, list):
        return [_exact(item) for item in raw]
    if isinstance(raw, dict):
        return {key: _exact(item) for key, item in raw.items()}
    return Decimal(repr(raw)) if isinstance(raw, float) and math.isfinite(raw) else raw


def _layer(rulebook: Rulebook, clauses: Mapping[str, Clause]) -> Book:
    title = Text(*(say("rulebook.settled.title", lang) for lang in LANGUAGES))
    chapters = (Chapter(HOUSE_LAYER, title),)
    return Book(BookId(HOUSE_LAYER), "1", title.pt, title.pt, title, chapters, clauses, (rulebook.book.id,))
