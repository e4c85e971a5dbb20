"""Everything that the page of Decidir draws, made of what was told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.rulings.bets.rounds import is_first_round, rounds_of
from feltro.rulings.retold import said_of
from feltro.web.floor.decide_answer import ruled, shown
from feltro.web.floor.decide_questions import more_facts, question_of
from feltro.web.floor.decide_shelves import chooser
from feltro.web.floor.decide_told import HAND, OF_SOMEBODY, ToldSoFar, state_after
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.web.floor.decide_known import KnownTable
    from feltro.words.languages import Lang

THOUSANDS = 10_000


@dataclass(frozen=True, slots=True)
class SeatTag:
    """A seat on the oval."""

    name: str
    chair: int
    marks: str
    """`turn`, `chosen`, `out` (no cards any more), `dealer` (has the button)."""
    stack: int | None = None
    whole: str = ""


@dataclass(frozen=True, slots=True)
class BigKey:
    tap: str
    text: str


def view(told: ToldSoFar, known: KnownTable, lang: Lang) -> dict[str, Any]:
    content = ruled(told, known, lang)
    answer = shown(content, lang)
    state = _state(told, known, content)
    tags = _tags(told, known, state)
    half = (len(tags) + 1) // 2
    written = msgspec.json.encode(told.situation)
    return {
        "told": told,
        "content": content,
        "situation": written.decode(),
        "notation": msgspec.json.format(written, indent=1).decode(),
        "top": tags[:half],
        "bottom": tags[half:][::-1],
        "sentences": said_of(told.situation, lang),
        "question": question_of(told, content, known, lang),
        "waiting": len(content.get("asks", ())) if content else 0,
        "keys": _keys(told, state, lang) if told.kind == HAND else [],
        "answer": answer,
        "irregular": answer is not None and _speaks(told, answer),
        "facts_left": chooser(tuple(more_facts(told, lang))),
        "known": known,
        "rounds": (rounds := rounds_of(told.situation.get("game") or known.base.get("game"))),
        "round": told.situation.get("street") or rounds[0],
        "of_somebody": OF_SOMEBODY,
        "penalty_of": _is_known(told, known),
        "disc": _disc,
        "pushed": 0 <= told.at < len(told.acts) and bool(told.acts[told.at].get("pushes")),
        "next_who": told.who or (state.turn if state else "") or "",
        "guessed": content.get("guessed", []) if content else [],
    }


def _state(told: ToldSoFar, known: KnownTable, content: dict[str, Any] | None) -> Any:
    """Whose turn it is; an unreadable act leaves the table as it was before it."""
    if told.kind != HAND:
        return None
    if content and content.get("state"):
        return _State(**{name: content["state"][name] for name in _State.__slots__})
    found = state_after({**told.situation, "acts": []}, known)
    return found and _State(found.turn, found.allowed, found.to_call)


@dataclass(frozen=True, slots=True)
class _State:
    turn: str | None
    allowed: tuple[str, ...]
    to_call: int | None


def _tags(told: ToldSoFar, known: KnownTable, state: Any) -> list[SeatTag]:
    told_seats = [*map(str, told.situation.get("seats", []))] if told.kind == HAND else [*known.seats]
    names = [*known.seats] if set(told_seats) <= set(known.seats) else told_seats
    folded = {act["player"] for act in told.acts if act.get("folds")} if told.kind == HAND else set()
    stacks = told.situation.get("stacks") or {}
    made = []
    for name in names:
        marks = [
            mark
            for mark, holds in (
                ("turn", state is not None and state.turn == name),
                ("chosen", told.who == name),
                ("out", name in folded or name not in told_seats),
                ("dealer", name == (told.situation.get("dealer") or known.button)),
            )
            if holds
        ]
        person = known.people.get(name)
        chair = person.chair if person else 0
        made.append(SeatTag(name, chair, " ".join(marks), stacks.get(name), person.name if person else name))
    return made


def _keys(told: ToldSoFar, state: Any, lang: Lang) -> list[BigKey]:
    """What is likely next: six, in places that stay."""
    facing = state is None or "check" not in state.allowed or is_first_round(told.situation)
    wager = ("say:raise", "decide.key.raise") if facing else ("say:bet", "decide.key.bet")
    keys = (("say:call", "decide.key.call"), ("say:check", "decide.key.check"), wager,
            ("say:fold", "decide.key.fold"), ("say:all_in", "decide.key.all_in"), ("out:", "decide.key.out"))  # fmt: skip
    return [BigKey(tap, say(key, lang)) for tap, key in keys]


def _speaks(told: ToldSoFar, answer: dict[str, Any]) -> bool:
    """Whether the answer takes the upper half: always, but for a plain word that closed an ordinary act."""
    return not answer["regular"] or bool(told.heard or answer["provided"]) or told.at >= 0


def _is_known(told: ToldSoFar, known: KnownTable) -> bool:
    """Whether it is clear whom a penalty would be for."""
    acted = told.acts[-1]["player"] if told.kind == HAND and told.acts else told.who
    return acted in known.people


def _disc(value: int) -> str:
    """As short as a chip is wide: `25k`."""
    return f"{value // 1000}k" if value >= THOUSANDS and value % 1000 == 0 else str(value)
