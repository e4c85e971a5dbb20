"""One telling and the ways in which it may be meant, each ruled on once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.rule import rule

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.ruling import Answer, Unreadable


class RuledOnce:
    """What one telling turns into by the answers to its questions: each way that things may have been is ruled on once."""

    def __init__(
        self, assumed: dict[str, Any], answer: Answer, rulebook: Rulebook, earlier: dict[str, Any]
    ) -> None:
        self.assumed = assumed
        self.answer = answer
        self._rulebook = rulebook
        self._earlier = earlier
        self._ruled: list[tuple[dict[str, Any], Answer | Unreadable]] = [(_unmarked(assumed), answer)]

    def on(self, situation: dict[str, Any]) -> Answer | Unreadable:
        bare = _unmarked(situation)
        for known, answer in self._ruled:
            if known == bare:
                return answer
        answer = rule(bare, self._rulebook, self._earlier)
        self._ruled.append((bare, answer))
        return answer


def _unmarked(situation: dict[str, Any]) -> dict[str, Any]:
    """Without what only says that nobody told it: no ruling looks at that."""
    if not isinstance(acts := situation.get("acts"), list):
        return situation
    told = [{name: value for name, value in act.items() if name != "presumed"} for act in acts]
    return {**situation, "acts": told}
