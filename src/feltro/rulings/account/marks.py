"""Tokens as marks: people, numbers, chips, quotations, and the phrases of the room by what they may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.amounts import amount_at, chips_at
from feltro.rulings.account.scene import VERBS
from feltro.rulings.account.tokens import PAUSES, QUOTE, STOPS, plain
from feltro.rulings.bets.numerals import PLAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.rulings.account.lexicon import Lexicon
    from feltro.rulings.account.people import People
    from feltro.rulings.account.tokens import SpokenWord

PREPOSITIONS = frozenset(
    "do da de dos das no na nos nas pro pra para ao to of on by del al en with from around over".split()
)
THEIR_ARTICLES = frozenset("o a os as the el la".split())
NAMED_BY_SEAT = THEIR_ARTICLES | frozenset(
    """jogador jogadora cara jugador player menino menina moca moco rapaz senhor senhora garoto garota mina tio tia tiozinho velhinho
    gringo cidadao camarada parceiro amigo amiga mulher homem sujeito figura caboclo guri guria colega chefe irmao doutor mano bigode
    chico chica muchacho muchacha senor senora tipo guy lady man woman kid gentleman gal""".split()
)
POINTING = frozenset({"turn_of", "before", "until", "skip"})
"""Behind these a bare number is a seat."""


FAMILIAR = {
    "milzinho": "mil",
    "barao": "mil",
    "baroes": "mil",
    "cenzinho": "cem",
}
"""Numbers as they are said among friends."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a telling. `sorts` are all that a phrase may be, the first the most usual."""

    sort: str
    text: str
    value: Any = None
    sorts: tuple[str, ...] = ()
    oblique: bool = False
    """A person who is mentioned, not one who acts: `antes da Lara`, `a aposta do SB`."""

    def may_be(self, *sorts: str) -> bool:
        return any(sort in self.sorts or sort == self.sort for sort in sorts)


def marks_of(tokens: Sequence[SpokenWord], lexicon: Lexicon, people: People) -> list[Piece]:
    return _Marker(tokens, lexicon, people).read()


class _Marker:
    """Reads the words from left to right, the longest phrase first."""

    def __init__(self, tokens: Sequence[SpokenWord], lexicon: Lexicon, people: People) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self.people = people
        self.words = [token.text if token.text == QUOTE else self._mended(token.text) for token in tokens]
        self._tell_put_from_by()
        self.found: list[Piece] = []

    def read(self) -> list[Piece]:
        at = 0
        while at < len(self.words):
            mark, at = self._next(at)
            self.found.append(mark)
        return self.found

    def _tell_put_from_by(self) -> None:
        """`antes de pôr uma de mil`: without its accent the verb looks like a preposition."""
        for at, word in enumerate(self.words[:-1]):
            leads = word == "por" and at > 0 and self.words[at - 1] in {"de", "ao", "pra", "para"}
            if leads and (chips_at(self.words, at + 1) or amount_at(self.words, at + 1)):
                self.words[at] = "botar"

    def _mended(self, word: str) -> str:
        word = FAMILIAR.get(word) or _by_its_plain_name(word)
        if any(word in plain(name).split() for name in self.people.seats):
            return word
        return self.lexicon.mended(word)

    def _next(self, at: int) -> tuple[Piece, int]:
        word = self.words[at]
        if word == QUOTE:
            return Piece("quote", word, self.tokens[at].said), at + 1
        if word in STOPS or word in PAUSES:
            return Piece("stop" if word in STOPS else "pause", word), at + 1
        return self._phrase(at)

    def _phrase(self, at: int) -> tuple[Piece, int]:
        """Chips, a person or a number, unless a longer phrase of the room begins here."""
        words = self.words
        sorts, end = self.lexicon.at(words, at)
        if sorts and words[end - 1] in {"um", "uma", "una"} and end - at > 1 and chips_at(words, end - 1):
            end -= 1  # `largou uma de mil`: the article counts the chips
        pile = chips_at(words, at)
        if pile and end <= pile[1]:
            return Piece("chips", " ".join(words[at : pile[1]]), pile[0]), pile[1]
        person = None if words[at : at + 2] == ["meio", "mil"] else self.people.at(words, at, self.lexicon)
        if person and (end <= person[1] or not sorts):
            return Piece("person", words[at], person[0], oblique=_is_oblique(words, at)), person[1]
        if self.found and self.found[-1].sort in POINTING and self.people.bare_number(words[at]):
            return Piece("person", words[at], words[at], oblique=True), at + 1
        if self._is_seat_that_acts(at):
            return Piece("person", words[at], words[at]), at + 1
        number = amount_at(words, at)
        if number and not _is_article(words, at, number[1]) and (end <= number[1] or not sorts):
            return Piece("amount", " ".join(words[at : number[1]]), number[0]), number[1]
        return self._of_the_room(at, end, sorts)

    def _is_seat_that_acts(self, at: int) -> bool:
        """`3 foldou, 4 foldou, 5 abriu 250`: a number, a breath before it and one who does something behind."""
        opens = not self.found or self.found[-1].sort in {"pause", "stop", "joins"}
        if not opens or not self.people.bare_number(self.words[at]) or at + 1 >= len(self.words):
            return False
        sorts, _ = self.lexicon.at(self.words, at + 1)
        return bool(set(sorts) & set(VERBS)) and not self.words[at + 1].endswith(("am", "em", "an", "s"))

    def _of_the_room(self, at: int, end: int, sorts: tuple[str, ...]) -> tuple[Piece, int]:
        if not sorts:
            return Piece("word", self.words[at]), at + 1
        mentioned = sorts[0] == "dealer" and _is_oblique(self.words, at)
        return Piece(sorts[0], " ".join(self.words[at:end]), sorts=sorts, oblique=mentioned), end


def _by_its_plain_name(word: str) -> str:
    """`quinhentinho`, `novecentão`: hundreds, said fondly."""
    stem = next((word.removesuffix(ending) for ending in FONDLY if word.endswith(ending)), "")
    return f"{stem}os" if PLAIN.get(f"{stem}os", 0) >= A_HUNDRED else word


FONDLY = ("inhos", "inho", "oes", "ao")
A_HUNDRED = 100


def _is_article(words: list[str], at: int, end: int) -> bool:
    return end == at + 1 and PLAIN.get(words[at]) == 1


def _is_oblique(words: list[str], at: int) -> bool:
    """A preposition right before the person, or before its article; a seat told by `o do 5` has its own article."""
    if words[at] in PREPOSITIONS:
        return not at or words[at - 1] not in NAMED_BY_SEAT
    before = words[at - 1] if at else ""
    if before in THEIR_ARTICLES and at > 1:
        return words[at - 2] in PREPOSITIONS
    return before in PREPOSITIONS
