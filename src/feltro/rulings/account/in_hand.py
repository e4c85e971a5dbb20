"""Who is in the hand, where the telling lists them: `só a Ana e o Caio na mão`, `flop com 3, 5 e 9`, `três na mão`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.rulings.bets.rounds import EVERY_ROUND

if TYPE_CHECKING:
    from feltro.rulings.account.marks import Piece
    from feltro.rulings.account.people import People

BETWEEN = frozenset("e o a os as so apenas com and y el la the only solo just , : entre".split())

ALONE = frozenset({"so", "apenas", "somente", "only", "solo", "just"})
WITH = frozenset({"com", "with", "con", "entre"})


@dataclass(frozen=True, slots=True)
class StillIn:
    """The players, or how many they are; neither when it was not said."""

    players: frozenset[str] = frozenset()
    count: int = 0
    gone: frozenset[str] = frozenset()
    """Told to have given up on an earlier street."""


def listed(marks: list[Piece], people: People) -> tuple[StillIn, list[Piece]]:
    """Who is listed, and the marks without the list."""
    for place, mark in enumerate(marks):
        if mark.may_be("on_the_street"):
            found = _before(marks, place, people)
        elif mark.may_be("remained"):
            found = _behind(marks, place, people)
        elif mark.may_be(*EVERY_ROUND) and (begins := _list_begins(marks, place + 1)) is not None:
            found = _behind(marks, begins, people)
        else:
            continue
        if found is not None:
            return found[0], [*marks[: found[1]], *marks[found[2] :]]
    return StillIn(), marks


def _list_begins(marks: list[Piece], place: int) -> int | None:
    """Where a street is followed by the word that begins a list: `flop com`, `turn, só`."""
    if place + 1 < len(marks) and marks[place].text == "," and marks[place + 1].text in ALONE:
        return place + 1
    return place if place < len(marks) and marks[place].text in WITH | ALONE else None


def _name(mark: Piece, people: People) -> str | None:
    if mark.sort == "person":
        return str(mark.value)
    bare = people.bare_number(mark.text)
    return bare if bare and mark.sort == "amount" else None


def _before(marks: list[Piece], place: int, people: People) -> tuple[StillIn, int, int] | None:
    names: list[str] = []
    at = place
    while at and ((name := _name(marks[at - 1], people)) or marks[at - 1].text in BETWEEN):
        names += [name] if name else []
        at -= 1
    if len(names) > 1:
        return StillIn(frozenset(names)), at, place + 1
    number = marks[place - 1] if place else None
    if number is not None and number.sort == "amount" and 1 < number.value.value <= len(people.seats):
        return StillIn(count=int(number.value.value)), place - 1, place + 1
    return None


def _behind(marks: list[Piece], place: int, people: People) -> tuple[StillIn, int, int] | None:
    names: list[str] = []
    at = place + 1
    while at < len(marks) and ((name := _name(marks[at], people)) or marks[at].text in BETWEEN):
        if name in names:
            break  # named once more, he acts
        names += [name] if name else []
        at += 1
    return (StillIn(frozenset(names)), place, at) if len(names) > 1 else None
