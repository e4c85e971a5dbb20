"""What is told, as far as it is told: the situation, whose act it is, and the words and chips of one act."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feltro.rulings.catalogue import KINDS
from feltro.rulings.retold import said_of
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer
from feltro.web.frame.fields import whole_number

if TYPE_CHECKING:
    from feltro.web.floor.decide_known import KnownTable

HAND = "hand"
OF_SOMEBODY = frozenset(
    "conduct presence exposed fold_gesture killed_hand clock_call wrong_seat show see_hand transport nuts action_clock "
    "penalty_effect found_chips count_request reentry late_entry deal_in".split()
)
"""Kinds that are about one player: whom is chosen on the oval."""
LONGEST_SITUATION = 20_000
NAMES = ("seats", "players")
BY_NAME = ("stacks", "chips", "posted", "up_hands")
ONE = ("dealer", "last_aggressor")
"""Fields that name players: in a list, as keys, alone."""


@dataclass(frozen=True, slots=True)
class ToldSoFar:
    """A situation on its way: what was told, whose act it is, and what is being changed."""

    situation: dict[str, Any]
    who: str = ""
    """Chosen on the oval; nobody: whoever's turn it is."""
    at: int = -1
    """The act that chips and words still belong to."""
    motion: bool = False
    """The next chip begins another motion."""
    edit: str = ""
    """The fact that is asked for because somebody tapped it."""
    heard: str = ""
    """The words that it was read from, until something is changed by hand."""
    problem: str = ""
    """The key of what could not be read."""

    @property
    def kind(self) -> str:
        return str(self.situation.get("kind", HAND))

    @property
    def acts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.situation.get("acts", [])
        return found


def situation_in(written: str) -> dict[str, Any] | None:
    """What somebody sent as a situation, if it can be told in sentences."""
    try:
        read = json.loads(written) if 0 < len(written) <= LONGEST_SITUATION else None
        if not isinstance(read, dict) or not all(isinstance(act["player"], str) for act in read.get("acts", [])):
            return None
        said_of(read, "pt")
        if read.get("kind", HAND) == HAND and not isinstance(read.get("stacks", {}), dict):
            return None
        [*map(str, read.get("seats", []) if read.get("kind", HAND) == HAND else [])]
    except (ValueError, RecursionError, TypeError, KeyError, IndexError, AttributeError):
        return None
    return read


def spoken(what: str, typed: str) -> str:
    """A word of the room as it is said, with the amount that was typed."""
    amount = str(whole_number(typed)) if typed and what in {"bet", "raise"} else ""
    match what:
        case "call":
            return "pago"
        case "check":
            return "mesa"
        case "bet":
            return f"aposto {amount}".strip()
        case "raise":
            return f"aumento para {amount}" if amount else "aumento"
        case "all_in":
            return "all-in"
        case "words" if typed:
            return typed
        case "fold":
            return ""
    raise ValueError(what)


def state_after(situation: dict[str, Any], known: KnownTable) -> Any:
    """Whose turn it is after what was told."""
    answer = rule(situation, known.rulebook)
    return answer.state if isinstance(answer, Answer) else None


def known_of(kind: str, known: KnownTable) -> dict[str, Any]:
    """What the table already says about a situation of this kind."""
    names = {field.name for field in KINDS[kind].fields}
    blinds = known.base.get("blinds")
    seated = sorted(one.chair for one in known.people.values())
    told: dict[str, Any] = {}
    if kind == "conduct" and blinds:
        told |= {"small_blind": blinds[0], "big_blind": blinds[1]}
    if kind == "odd_chip" and known.chairs and known.button in known.people:
        told |= {"chairs": known.chairs, "button": known.people[known.button].chair}
    if "players_at_table" in names and seated:
        told["players_at_table"] = len(seated)
    return told


def with_act(told: ToldSoFar, place: int, act: dict[str, Any]) -> ToldSoFar:
    acts = [*told.acts[:place], act, *told.acts[place + 1 :]]
    return replace(told, situation={**told.situation, "acts": acts}, edit="")


def motions_of(pushes: Any) -> list[list[int]]:
    if not pushes:
        return []
    return [[*one] for one in pushes] if isinstance(pushes[0], list) else [[*pushes]]


def pushes_of(motions: list[list[int]]) -> Any:
    return motions if len(motions) > 1 else motions[0]


def renamed(situation: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Those whom it names, called otherwise."""
    told = dict(situation)
    for field in NAMES:
        if isinstance(told.get(field), list):
            told[field] = [names.get(str(one), one) for one in told[field]]
    for field in BY_NAME:
        if isinstance(told.get(field), dict):
            told[field] = {names.get(name, name): value for name, value in told[field].items()}
    for field in ONE:
        if isinstance(told.get(field), str):
            told[field] = names.get(told[field], told[field])
    for field in ("acts", "acts_so_far"):
        if isinstance(told.get(field), list):
            told[field] = [_act(one, names) for one in told[field]]
    return told


def _act(act: Any, names: dict[str, str]) -> Any:
    if not isinstance(act, dict) or "player" not in act:
        return act
    return {**act, "player": names.get(str(act["player"]), act["player"])}
