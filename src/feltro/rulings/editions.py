"""Which decisions at the table another text would change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.ruling import Answer


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """One situation that two texts decide differently."""

    name: str
    before: Answer
    after: Answer


def decided_otherwise(
    situations: Iterable[tuple[str, Mapping[str, Any]]], before: Rulebook, after: Rulebook
) -> list[OtherRuling]:
    """What is done differently, clause numbers aside; what either text cannot read is left out."""
    found = []
    for name, situation in situations:
        one, other = rule(situation, before), rule(situation, after)
        if isinstance(one, Unreadable) or isinstance(other, Unreadable):
            continue
        if _deed(one) != _deed(other):
            found.append(OtherRuling(name, one, other))
    return found


def _deed(answer: Answer) -> list[tuple[Any, ...]]:
    """What people at the table would see done."""
    return [
        (
            *(ruling.act, ruling.remedy, ruling.to, ruling.returned, ruling.binding),
            [(option.remedy, option.to) for option in ruling.options],
            [step.key for step in ruling.steps],
            dict(ruling.values),
            ruling.penalty and (ruling.penalty.required, ruling.penalty.kinds),
        )
        for ruling in answer.rulings
    ]
