"""One telling and the ways in which it may be meant, each ruled on once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.bets.hand import BEGUN
from feltro.rulings.rule import rule

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.facts_said import Path, Situation
    from feltro.rulings.ruling import Answer, Unreadable


class RuledOnce:
    """What one telling turns into by the answers to its questions: each way that things may have been is ruled on once."""

    def __init__(
        self, assumed: Situation, answer: Answer, rulebook: Rulebook, earlier: dict[str, Any], *, watched: bool
    ) -> None:
        """`watched`: the answer is the first that was ruled on with what is kept in `earlier`."""
        self.assumed = _unmarked(assumed)
        self.answer = answer
        self.rulebook = rulebook
        self._earlier = earlier
        self._watched = watched
        self._ruled: list[tuple[dict[str, Any], Answer | Unreadable]] = [(self.assumed, answer)]

    def may_turn(self, path: Path) -> bool:
        """Whether a fact may turn the ruling by itself: not one of an act that was ruled on without a look at it."""
        if not (self._watched and len(path) == 3 and path[0] == "acts"):
            return True
        _, place, name = path
        begun = self._earlier.get(BEGUN)
        return begun is None or begun.looked_at(int(place), str(name))

    def on(self, situation: dict[str, Any]) -> Answer | Unreadable:
        bare = _unmarked(situation)
        for known, answer in self._ruled:
            if known == bare:
                return answer
        answer = rule(bare, self.rulebook, self._earlier)
        self._ruled.append((bare, answer))
        return answer


def _unmarked(situation: dict[str, Any]) -> dict[str, Any]:
    """Without what only says that nobody told it: no ruling looks at that. Acts that were told stay the same objects."""
    acts = situation.get("acts")
    if not isinstance(acts, list) or not any("presumed" in act for act in acts):
        return situation
    return {**situation, "acts": [_told(act) for act in acts]}


def _told(act: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in act.items() if name != "presumed"} if "presumed" in act else act
