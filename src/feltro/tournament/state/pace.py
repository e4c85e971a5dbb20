"""Which tables play, wait or are done while the room goes by hands. Only `evolve.py` changes it."""

import msgspec


class HandForHand(msgspec.Struct, kw_only=True):
    paid: int
    """Places paid: with so many players left it is over."""
    minutes_per_hand: int
    hands_per_release: int
    levels_go_up: bool
    hand: int = 0
    """Released so far; 0 while tables finish the hand they were in."""
    to_play: dict[int, int] = {}
    """Tables that are not done, and the hands each still has to end."""
    held: list[int] = []
    """Tables with a called all-in, cards face down, in the order in which they called it."""
    all_in: dict[int, tuple[str, ...]] = {}
    """Who is all-in at those tables, as far as it was told."""
    runs: int = 0
    """The table whose all-in is being run."""

    def drop(self, table: int) -> None:
        self.to_play.pop(table, None)
        self.all_in.pop(table, None)
        if table in self.held:
            self.held.remove(table)
        if self.runs == table:
            self.runs = 0


class LastHands(msgspec.Struct, kw_only=True):
    commitment: str
    cards: tuple[str, ...]
    card: str = ""
    hands: int = 0
    left: dict[int, int] = {}
    """Tables that still play, and how many hands."""


class Pace(msgspec.Struct, kw_only=True):
    hand_for_hand: dict[str, HandForHand] = {}
    """By day, while it lasts."""
    last_hands: dict[str, LastHands] = {}

    def last_hands_of(self, day: str) -> LastHands | None:
        return self.last_hands.get(day)
