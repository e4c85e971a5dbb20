"""What a ruling must know of each game: its family and how many cards a hand has."""

from typing import Literal

Family = Literal["flop", "stud", "draw"]

_FAMILIES: dict[str, Family] = {
    **dict.fromkeys(("nlhe", "plhe", "flhe", "plo", "plo8", "flo8", "shortdeck"), "flop"),
    **dict.fromkeys(("stud", "stud8", "razz"), "stud"),
    **dict.fromkeys(("27td", "27sd", "badugi"), "draw"),
}
HIGH_LOW = frozenset({"plo8", "flo8", "stud8"})
"""Games whose pot has two halves."""
_OMAHA = ("plo", "plo8", "flo8")
_WHOLE_HAND: dict[Family, int] = {"flop": 2, "stud": 7, "draw": 5}
_STUD_INITIAL = 3


def family_of(game: str) -> Family:
    return _FAMILIES[game]


def cards_of_a_hand(game: str) -> int:
    """Cards that a whole hand has: what must lie face up at the showdown."""
    return 4 if game in {*_OMAHA, "badugi"} else _WHOLE_HAND[family_of(game)]


def cards_dealt_first(game: str) -> int:
    """Cards of the initial deal."""
    return _STUD_INITIAL if family_of(game) == "stud" else cards_of_a_hand(game)
