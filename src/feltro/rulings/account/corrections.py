"""What somebody takes back while he tells it, `mil e cem, não, minto, mil e duzentos`, or says of one whom he has named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account.scene import VERBS

if TYPE_CHECKING:
    from feltro.rulings.account.marks import Piece

REACH = 12
"""So far back may lie what is taken back."""


def corrected(marks: list[Piece]) -> list[Piece]:
    """The marks as they stand once everything taken back is gone."""
    at = 0
    marks = _made_exact(marks)
    while at < len(marks):
        after = _what_follows(marks, at) if _takes_back(marks, at) else None
        begin = _taken_back(marks, at, after) if after is not None else None
        if after is None or begin is None:
            at += 1
            continue
        marks = [*marks[:begin], *marks[after:]]
        at = begin
    return marks


def _made_exact(marks: list[Piece]) -> list[Piece]:
    """`mil e pouco, mil e duzentos`: the sum that follows is the one; without one it is asked for."""
    for place, mark in enumerate(marks):
        if not mark.may_be("vague") or place == 0 or marks[place - 1].sort != "amount":
            continue
        exact = next((at for at in range(place + 1, len(marks)) if marks[at].sort != "pause"), len(marks))
        if exact < len(marks) and marks[exact].sort == "amount":
            return _made_exact([*marks[: place - 1], *marks[exact:]])
    return marks


def without_appositions(marks: list[Piece]) -> list[Piece]:
    """`o 9, que é o botão, jogou`: the same person by another name is one person."""
    kept: list[Piece] = []
    at = 0
    while at < len(marks):
        kept.append(marks[at])
        again = _named_again(marks, at)
        at = again + 1 if again else at + 1
    return kept


def _named_again(marks: list[Piece], at: int) -> int | None:
    """Where the one named at a place is named once more, with nothing but `que é o` between."""
    if marks[at].sort != "person":
        return None
    said = False
    for place in range(at + 1, min(at + 7, len(marks))):
        mark = marks[place]
        if mark.sort == "person":
            return place if said and mark.value == marks[at].value else None
        said = said or mark.text.split()[0] in {"que", "who", "which", "quien"}
        if mark.sort != "pause" and not set(mark.text.split()) <= IS:
            return None
    return None


IS = frozenset("que e era ta esta tava estava o a no na de do who is was the which es el la en quien".split())


def _takes_back(marks: list[Piece], at: int) -> bool:
    """A word for it, or a `não` that stands alone between what was said and what is meant."""
    if marks[at].may_be("correction"):
        return True
    if marks[at].text not in {"nao", "no"} or at == 0 or at + 1 >= len(marks):
        return False
    before, behind = marks[at - 1], marks[at + 1]
    alone = before.sort in {"pause", "person", "amount", "chips"} or before.text == "?"
    meant = marks[min(at + 2, len(marks) - 1)]
    again = any(mark.text == meant.text for mark in marks[max(at - REACH, 0) : at])
    return alone and behind.sort == "pause" and (_class(meant) != "verb" or again)


def _what_follows(marks: list[Piece], at: int) -> int | None:
    """Where what is meant begins: behind pauses, another word for it, and small words."""
    for place in range(at + 1, min(at + 6, len(marks))):
        if _class(marks[place]):
            return place
        if marks[place].sort == "stop":
            return None
    return None


def _taken_back(marks: list[Piece], at: int, after: int) -> int | None:
    """Where the last thing of the same class begins; several piles of chips are one thing."""
    wanted = _class(marks[after])
    for place in range(at - 1, max(at - REACH, -1), -1):
        if marks[place].text in {".", "!", ";"}:
            return None
        if _class(marks[place]) == wanted:
            return _begin_of_piles(marks, place) if wanted == "figure" else place
    return None


def _begin_of_piles(marks: list[Piece], place: int) -> int:
    while place > 1 and marks[place - 1].text in {"e", "and", "y", ","} and marks[place - 2].sort == "chips":
        place -= 2
    return place


def _class(mark: Piece) -> str:
    if mark.sort in {"amount", "chips"}:
        return "figure"
    if mark.sort == "person":
        return "person"
    return "verb" if mark.may_be(*VERBS) else ""
