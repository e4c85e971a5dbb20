"""What else the director may decide, where a book is silent and another one makes the proposal."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING

from feltro.rulings.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.rulings.consultation import Consultation
    from feltro.rulings.notation import Facts
    from feltro.rulings.ruling import Option, Remedy, Unreadable

    Rule = Callable[[Facts, Consultation], Ruling | Unreadable]


def or_else(others: Mapping[Remedy, Option]) -> Callable[[Rule], Rule]:
    """Beside the remedy that is proposed, offer its alternative."""

    def offering(rule: Rule) -> Rule:
        @wraps(rule)
        def ruled(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
            told = rule(facts, consultation)
            if not isinstance(told, Ruling) or told.default is None:
                return told
            other = others.get(told.default.remedy)
            if other is None or other.remedy in {option.remedy for option in told.options}:
                return told
            return replace(told, options=(*told.options, other))

        return ruled

    return offering
