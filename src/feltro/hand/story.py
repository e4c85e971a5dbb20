"""A hand told as a person would: what to say about each entry of the log, as a key of words/ and its values.

Nothing here is a sentence. `words/` makes one in the reader's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.hand.pots import layers
from feltro.hand.state import NOBODY, UNKNOWN
from feltro.kernel.cards import Card, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.hand.state import Entry, Hand


_AFTER_THE_BETS = frozenset({"show", "muck", "win"})
_GIVES_UP = frozenset({"fold", "kill", "kill_bet_back"})


class Told(NamedTuple):
    key: str
    values: dict[str, Any]


def tell(hand: Hand, names: Sequence[str] = ()) -> Iterator[Told]:
    """Every line of the hand in order; seats without a name are numbered from one."""
    players = [(names[seat] if seat < len(names) else "") or str(seat + 1) for seat in range(hand.count)]
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
        self.held = [0] * hand.count
        """Cards dealt to each seat so far."""
        self.drawn: set[int] = set()
        """Seats that have drawn in this draw."""
        self.out: set[int] = set()
        self.dead = [0] * hand.count
        """Chips of each seat that belong to the main pot whatever the others have in."""
        self.pots_told = False

    def told(self, entry: Entry) -> Iterator[Told]:
        kind, seat, chips, cards = entry
        if kind == "board":
            yield self._board(cards)
            return
        dealt_on = kind == "deal" and self._is_next_street(seat, len(cards))
        if dealt_on or (kind == "discard" and self._is_first_draw(seat)):
            yield self._street_begins()
        if kind in _AFTER_THE_BETS and not self.pots_told:
            yield from self._pots()
        if kind in _GIVES_UP:
            self.out.add(seat)
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
            if kind == "dead" or self.hand.setup.dead_ante:
                self.dead[seat] += chips
        elif kind in ("call", "blind", "bring_in"):
            self.behind[seat] -= chips
            self.front[seat] += chips
        elif kind == "return":
            self.behind[seat] += chips
        else:
            return ""
        spoken = kind in ("bet", "raise", "call")
        return "_all_in" if spoken and not self.behind[seat] else ""

    def _pots(self) -> Iterator[Told]:
        """Main pot and side pots one by one, with who plays for them, when there is more than one."""
        self.pots_told = True
        before = zip(self.hand.setup.stacks, self.behind, self.dead, strict=True)
        put_in = [stack - behind - dead for stack, behind, dead in before]
        seats = [(seat, put, False) for seat, put in enumerate(put_in) if seat not in self.out]
        pots = layers(put_in, seats, sum(self.dead)) if len(seats) > 1 else []
        for place, pot in enumerate(pots if len(pots) > 1 else ()):
            names = [self.players[seat] for seat in pot.seats]
            key = "hand.told.side_pot" if place else "hand.told.main_pot"
            yield Told(key, {"number": place, "chips": pot.chips, "players": names})

    def _board(self, cards: tuple[int, ...]) -> Told:
        streets = self.hand.game.streets
        if len(self.board) >= sum(street.board for street in streets[: self.street + 1]):
            self._street_begins()
        self.board += cards
        name = streets[min(self.street, len(streets) - 1)].name
        return Told("hand.told.board", {"street": name, "cards": written(cards), "board": written(self.board)})

    def _is_next_street(self, seat: int, cards: int) -> bool:
        """In stud the first seat to get a card beyond the street's opens the next; in draw games the draws do."""
        if self.hand.game.family != "stud":
            return False
        complete = sum(street.down + street.up for street in self.hand.game.streets[: self.street + 1])
        self.held[seat] += cards
        return self.held[seat] > complete

    def _is_first_draw(self, seat: int) -> bool:
        again = seat in self.drawn or not self.street
        if again:
            self.drawn.clear()
        self.drawn.add(seat)
        return again

    def _street_begins(self) -> Told:
        self.street += 1
        self.front = [0] * self.hand.count
        name = self.hand.game.streets[min(self.street, len(self.hand.game.streets) - 1)].name
        return Told("hand.told.street", {"street": name})


def written(cards: Sequence[int]) -> str:
    return " ".join("??" if card == UNKNOWN else symbol_of(Card(card)) for card in cards)
