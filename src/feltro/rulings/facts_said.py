"""A situation in which a fact was said that had been left out: by its place, or by the field that was asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.doubt import UNKNOWN
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from feltro.rulings.doubt import Possible

Path = tuple[str | int, ...]
Situation = dict[str, Any]


def with_answer(situation: Situation, path: Path, possible: Possible) -> Situation:
    """The situation with a fact said, and with those that go along with it."""
    changed: Situation = _put(situation, path, possible.value)
    for name, value in possible.along.items():
        if changed.get(name) in (None, UNKNOWN):
            changed = {**changed, name: value}
    return changed


def answered(situation: Situation, field: str, value: Any) -> Situation | Unreadable:
    """The situation with a question answered: its field by name, and one of the values that it was offered."""
    if field == "acts":
        field, value = f"acts[{_first_presumed(situation)}]", tuple(value) if isinstance(value, list) else value
    elif re.fullmatch(r"acts\[\d+\]", field):
        value = tuple(value) if isinstance(value, list) else value
    steps = re.findall(r"\[(\d+)\]|([^.\[\]]+)", field)
    path = tuple(int(place) if place else name for place, name in steps)
    try:
        changed: Situation = _put(situation, path, value)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return Unreadable(f"answers.{field}", "unreadable.unknown_field", {"kind": "answers"})
    return {name: told for name, told in changed.items() if (name, field) != ("seats_presumed", "seats")}


def _first_presumed(situation: Situation) -> int:
    acts = situation.get("acts", [])
    return next((place for place, act in enumerate(acts) if act.get("presumed")), len(acts))


def _put(part: Any, path: Path, value: Any) -> Any:
    step, *rest = path
    if isinstance(step, int):
        if not rest and isinstance(value, tuple):  # several acts that stand together
            return [*part[:step], *value, *part[step + len(value) :]]
        return [*part[:step], _put(part[step], tuple(rest), value) if rest else value, *part[step + 1 :]]
    inner = _put(part.get(step, {}), tuple(rest), value) if rest else value
    return {**part, step: inner}


def written(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
