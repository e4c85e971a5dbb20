"""How alike two rulings are: those kept before, nearest first, beside a new situation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SAME_KIND, SAME_CLAUSES, SAME_FACTS, SAME_REMEDY = 8.0, 6.0, 4.0, 1.0
"""The clause that decided says more than the facts that led to it; the remedy least, for it may have been otherwise."""
LEAST = SAME_KIND
"""Less alike than this is no precedent."""


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling as it was kept: what was told, what decided, what was done."""

    id: str
    situation: Mapping[str, Any]
    clauses: frozenset[str]
    remedy: str


@dataclass(frozen=True, slots=True)
class Likeness:
    """A kept ruling beside a new one. `differs` when something else was done then."""

    precedent: Precedent
    score: float
    differs: bool
    same_rule: bool
    """At least half of the clauses are the same: another decision then is a contradiction, and not another case."""


def nearest(new: Precedent, kept: Iterable[Precedent], most: int = 5) -> tuple[Likeness, ...]:
    """The kept rulings most like a new one; among equals, the one kept last."""
    found = [_beside(new, one) for one in kept if one.id != new.id]
    last_first = [one for one in found if one.score >= LEAST][::-1]
    return tuple(sorted(last_first, key=lambda one: -one.score)[:most])


def _beside(new: Precedent, old: Precedent) -> Likeness:
    same_rule = _shared(new.clauses, old.clauses) >= 1 / 2
    return Likeness(old, _score(new, old), old.remedy != new.remedy, same_rule)


def _score(new: Precedent, old: Precedent) -> float:
    if _kind(new) != _kind(old):
        return 0.0
    clauses = _shared(new.clauses, old.clauses)
    facts = _shared(_facts(new.situation), _facts(old.situation))
    remedy = SAME_REMEDY if new.remedy == old.remedy else 0.0
    return SAME_KIND * (_kind(new) != "hand" or clauses > 0) + SAME_CLAUSES * clauses + SAME_FACTS * facts + remedy


def _kind(one: Precedent) -> str:
    return str(one.situation.get("kind", "hand"))


def _shared(some: frozenset[str], others: frozenset[str]) -> float:
    """How much of all that is in either is in both."""
    return len(some & others) / len(some | others) if some | others else 1.0


def _facts(situation: Mapping[str, Any]) -> frozenset[str]:
    """What is the case, without names: amounts by the big blind, acts by what they were."""
    big = (situation.get("blinds") or [0, situation.get("big_blind") or 0])[-1] or 1
    plain = {
        f"{name}={value}"
        for name, value in situation.items()
        if isinstance(value, bool | str) and name not in _NAMES
    }
    amounts = {f"{name}~{_size(value, big)}" for name, value in situation.items() if type(value) is int}
    acts = situation.get("acts") or situation.get("acts_so_far") or []
    done = {f"{place}:{_deed(act, big)}" for place, act in enumerate(reversed(acts))}
    return frozenset(plain | amounts | done | {f"players={len(situation.get('seats') or ())}"})


_NAMES = frozenset({"book", "kind", "game", "dealer", "table"})


def _deed(act: Any, big: int) -> str:
    """One act: what was said, how many chips in how many motions, and how big it was."""
    if not isinstance(act, dict):
        return str(act)
    said = understand(act["says"]).kind if isinstance(act.get("says"), str) else ""
    pushes = act.get("pushes") or []
    motions = pushes if pushes and isinstance(pushes[0], list) else [pushes] if pushes else []
    pushed = sum(chip for motion in motions for chip in motion)
    told = {name for name in act if name not in {"player", "says", "pushes"}}
    chips = min(sum(map(len, motions)), 3)
    return f"{said}/{len(motions)}x{chips}~{_size(pushed, big)}/{','.join(sorted(told))}"


def _size(amount: int, big: int) -> str:
    """Amounts that a floor person would call alike, in big blinds."""
    blinds = amount / big
    return next((f"<{limit}" for limit in (1, 2, 4, 8, 16, 32, 64) if blinds < limit), "many")
