"""Who is meant: names of the table, positions, seat numbers, and the words that stand for somebody."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltro.rulings.account.tokens import plain, tokens_of
from feltro.rulings.bets.numerals import PLAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.rulings.account.lexicon import Lexicon

ORDER = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "MP", "LJ", "HJ", "CO", "BTN")
"""Clockwise from the left of the button."""
NOT_A_SEAT = frozenset("mil k fichas ficha chips chip segundos cartas carta maos vezes minutos de bb x".split())
ARTICLES = {
    "o": "m",
    "a": "f",
    "el": "m",
    "la": "f",
    "do": "m",
    "da": "f",
    "no": "m",
    "na": "f",
    "pro": "m",
    "pra": "f",
    "ao": "m",
}
LONGEST_NAME = 4


@dataclass(slots=True)
class People:
    """The players of the table, clockwise from the left of the button."""

    seats: tuple[str, ...]
    button: str
    genders: dict[str, str] = field(default_factory=dict)
    chairs: dict[str, str] = field(default_factory=dict)
    """Who sits on each chair, by its number, where the table is known by names."""

    def at(self, words: Sequence[str], place: int, lexicon: Lexicon) -> tuple[str, int] | None:
        """The person named at a place, and where the name ends."""
        for length in range(min(LONGEST_NAME, len(words) - place), 0, -1):
            phrase = tuple(words[place : place + length])
            named = self._named(phrase)
            if named:
                self._notice(words, place, named)
            name = named or self.in_position(lexicon.positions.get(phrase))
            if name:
                return name, place + length
        return self._in_seat(words, place, lexicon)

    def _named(self, phrase: tuple[str, ...]) -> str | None:
        told = " ".join(phrase)
        if told.isdecimal():
            return None
        return next((name for name in self.seats if " ".join(one.text for one in tokens_of(name)) == told), None)

    def in_position(self, position: str | None) -> str | None:
        if position is None:
            return None
        same = next((name for name in self.seats if _bare(name) == _bare(position)), None)
        if same:
            return same
        if set(self.seats) & set(ORDER) and position != "BTN":
            return None
        return self._by_place(position)

    def _by_place(self, position: str) -> str | None:
        """Counted from the button, where the table is known by names or numbers."""
        count = len(self.seats)
        places = {
            "BTN": -1,
            "SB": 0,
            "BB": 1,
            "UTG": 2,
            "UTG+1": 3,
            "UTG+2": 4,
            "CO": -2,
            "HJ": -3,
            "LJ": -4,
            "MP": 3,
        }
        if self.button not in self.seats or (position not in {"BTN", "SB", "BB"} and count < 5):
            return self.button if position == "BTN" and self.button in self.seats else None
        return self.seats[places[position] % count]

    def _in_seat(self, words: Sequence[str], place: int, lexicon: Lexicon) -> tuple[str, int] | None:
        """`o do 5`, `assento 5`, `seat 5`: a number behind a word that names a seat."""
        for length in range(min(3, len(words) - place - 1), 0, -1):
            if tuple(words[place : place + length]) not in lexicon.before_seat:
                continue
            found = self._number(words, place + length)
            if found:
                return found, place + length + 1
        return None

    def _number(self, words: Sequence[str], place: int) -> str | None:
        word = words[place] if place < len(words) else ""
        number = word if word.isdecimal() else str(PLAIN.get(word, ""))
        following = words[place + 1] if place + 1 < len(words) else ""
        seated_there = number if number in self.seats else self.chairs.get(number)
        return seated_there if following not in NOT_A_SEAT else None

    def bare_number(self, word: str) -> str | None:
        return word if word.isdecimal() and word in self.seats else None

    def _notice(self, words: Sequence[str], place: int, name: str) -> None:
        """The article tells whether `ele` or `ela` may be this player."""
        article = ARTICLES.get(words[place - 1]) if place else None
        if article:
            self.genders[name] = article

    def gender(self, name: str) -> str:
        """As told; else by the last letter, or nothing for a seat or a position."""
        if name in self.genders:
            return self.genders[name]
        if name in ORDER or not name.isalpha():
            return ""
        return "f" if plain(name)[-1] == "a" else "m"

    def meant_by(self, gender: str, recent: Sequence[str]) -> str | None:
        """Whom a pronoun means: the last one mentioned whom it fits, else the only other one."""
        fitting = [name for name in recent if self.gender(name) in {gender, ""}]
        if fitting:
            told = [name for name in fitting if self.genders.get(name) == gender]
            return fitting[0] if fitting[0] in ORDER or not fitting[0].isalpha() else (told or fitting)[0]
        others = [name for name in self.seats if name not in recent and self.gender(name) in {gender, ""}]
        return others[0] if len(others) == 1 else None

    def after(self, name: str, among: Sequence[str]) -> str | None:
        """The next player clockwise who is among those given."""
        start = self.seats.index(name)
        ring = [*self.seats[start + 1 :], *self.seats[:start]]
        return next((one for one in ring if one in among), None)


def _bare(position: str) -> str:
    """`UTG+1`, `UTG1` and `utg 1` are the same place."""
    return "".join(sign for sign in plain(position) if sign.isalnum())


def seated(seats: Sequence[object], button: object) -> tuple[str, ...]:
    """Clockwise from the left of the button, from wherever they were told."""
    names = tuple(map(str, seats))
    if str(button) not in names:
        return names
    at = names.index(str(button)) + 1
    return (*names[at:], *names[:at])
