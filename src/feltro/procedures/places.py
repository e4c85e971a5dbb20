"""Places and prizes of players who are out in the same hand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from feltro.kernel.money import ZERO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltro.kernel.money import Money
    from feltro.rulebook.answers import Answers


@dataclass(frozen=True, slots=True)
class Bust:
    """A player out, the table where it happened and the chips held when the hand began."""

    player: str
    table: str
    stack: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """Players who share one place, and the places they fill together."""

    players: tuple[str, ...]
    place: int

    @property
    def places(self) -> range:
        return range(self.place, self.place + len(self.players))


def finishes(busts: Sequence[Bust], players_left: int, same_table: str, different_tables: str) -> list[Finish]:
    """Who finishes where, best place first. `players_left` counts those out in this hand.

    Each table ranks its own players; where tables tie, the best of each table share the best place,
    the second best of each the next, and so on.
    """
    by_table: dict[str, list[Bust]] = {}
    for bust in busts:
        by_table.setdefault(bust.table, []).append(bust)
    ranked = [_ranked(together, same_table) for together in by_table.values()]
    groups = _across(ranked) if different_tables == "tie" else _by_stack(busts)
    found = []
    place = players_left - len(busts) + 1
    for group in groups:
        found.append(Finish(tuple(bust.player for bust in group), place))
        place += len(group)
    return found


def finishes_by(busts: Sequence[Bust], players_left: int, book: Answers) -> list[Finish]:
    """The same, as the book ranks them; it is cited only for what made a difference."""
    tables = {bust.table for bust in busts}
    together = book.decides if len(busts) > len(tables) else book.looks_at
    apart = book.decides if len(tables) > 1 else book.looks_at
    same_table = together("hand_for_hand.busts.same_table")
    return finishes(busts, players_left, same_table, apart("hand_for_hand.busts.different_tables"))


def _ranked(together: Sequence[Bust], same_table: str) -> list[list[Bust]]:
    return [list(together)] if same_table == "tie" else _by_stack(together)


def _by_stack(busts: Sequence[Bust]) -> list[list[Bust]]:
    ordered = sorted(busts, key=lambda bust: -bust.stack)
    return [list(equal) for _, equal in groupby(ordered, key=lambda bust: bust.stack)]


def _across(ranked: Sequence[list[list[Bust]]]) -> list[list[Bust]]:
    levels = max((len(groups) for groups in ranked), default=0)
    return [[bust for groups in ranked if level < len(groups) for bust in groups[level]] for level in range(levels)]


def shared_prizes(finish: Finish, prizes: Mapping[int, Money]) -> dict[str, Money]:
    """The prizes of the places filled together, shared equally to the centavo; a place without a prize pays nothing."""
    total = sum((prizes.get(place, ZERO) for place in finish.places), ZERO)
    return dict(zip(finish.players, total.split([1] * len(finish.players)), strict=True))
