"""A hand told as a person would: what to say about each entry of the log, as a key of words/ and its values.

Nothing here is a sentence. `words/` makes one in the reader's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.hand.state import NOBODY, UNKNOWN
from feltro.kernel.cards import Card, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.hand.state import Entry, Hand


class Told(NamedTuple):
    key: str
    values: dict[str, Any]


def tell(hand: Hand, names: Sequence[str] = ()) -> Iterator[Told]:
    """Every line of the hand in order; seats without a name are numbered from one."""
    players = [names[seat] if seat < len(names) else str(seat + 1) for seat in range(hand.count)]
    yield Told("hand.told.begins", {"game": hand.game.code, "button": players[hand.setup.button]})
    for seat, stack in enumerate(hand.setup.stacks):
        yield Told("hand.told.sits", {"player": players[seat], "stack": stack})
    teller = _Teller(hand, players)
    for entry in hand.log:
        yield from teller.told(entry)
    if hand.over and not hand.voided:
        for seat, stack in enumerate(hand.stacks):
            yield Told("hand.told.ends_with", {"player": players[seat], "stack": stack})


class _Teller:
    """Keeps what one line needs to know of the lines before: the street, the board, chips behind."""

    def __init__(self, hand: Hand, players: list[str]) -> None:
        self.hand = hand
        self.players = players
        self.street = 0
        self.board: tuple[int, ...] = ()
        self.behind = list(hand.setup.stacks)
        self.front = [0] * hand.count
        self.dealt: set[int] = set()
        """Seats that have had their cards of this street in stud, or drawn in a draw game."""

    def told(self, entry: Entry) -> Iterator[Told]:
        kind, seat, chips, cards = entry
        if kind == "board":
            yield self._board(cards)
            return
        if (kind == "deal" and self._is_next_street(seat)) or (kind == "discard" and self._is_first_draw(seat)):
            yield self._street_begins()
        values: dict[str, Any] = {"player": self.players[seat] if seat != NOBODY else ""}
        if cards:
            values |= {"cards": written(cards), "count": len(cards)}
        elif kind == "discard":
            kind = "stands_pat"
        if chips:
            values["chips"] = chips
        yield Told(f"hand.told.{kind}{self._all_in(entry)}", values)

    def _all_in(self, entry: Entry) -> str:
        """Move the chips; say so when they were the last."""
        kind, seat, chips, _ = entry
        if kind in ("bet", "raise"):
            self.behind[seat] -= chips - self.front[seat]
            self.front[seat] = chips
        elif kind in ("ante", "dead"):
            self.behind[seat] -= chips
        elif kind in ("call", "blind", "bring_in"):
            self.behind[seat] -= chips
            self.front[seat] += chips
        elif kind == "return":
            self.behind[seat] += chips
        else:
            return ""
        spoken = kind in ("bet", "raise", "call")
        return "_all_in" if spoken and not self.behind[seat] else ""

    def _board(self, cards: tuple[int, ...]) -> Told:
        self._street_begins()
        self.board += cards
        name = self.hand.game.streets[min(self.street, len(self.hand.game.streets) - 1)].name
        return Told("hand.told.board", {"street": name, "cards": written(cards), "board": written(self.board)})

    def _is_next_street(self, seat: int) -> bool:
        """In stud the first seat to get a card opens a street; in draw games the draws tell it."""
        if self.hand.game.family != "stud" or seat == NOBODY:
            return False
        again = seat in self.dealt
        if again:
            self.dealt.clear()
        self.dealt.add(seat)
        return again

    def _is_first_draw(self, seat: int) -> bool:
        again = seat in self.dealt or not self.street
        if again:
            self.dealt.clear()
        self.dealt.add(seat)
        return again

    def _street_begins(self) -> Told:
        self.street += 1
        self.front = [0] * self.hand.count
        name = self.hand.game.streets[min(self.street, len(self.hand.game.streets) - 1)].name
        return Told("hand.told.street", {"street": name})


def written(cards: Sequence[int]) -> str:
    return " ".join("??" if card == UNKNOWN else symbol_of(Card(card)) for card in cards)
