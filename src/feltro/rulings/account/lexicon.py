"""The words of the room, from the files in `lexicon/`: which sorts of thing a phrase may be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account.amounts import CHIP_WORDS, LONE
from feltro.rulings.account.tokens import plain
from feltro.rulings.bets.numerals import PLAIN, SCALES
from feltro.words.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feltro.words.languages import Lang

FOLDER = Path(__file__).parent / "lexicon"
TOLD_IN: tuple[Lang, ...] = ("pt", "en", "es")
LEAST_LETTERS = 4
"""Shorter words are not mended: too many others are one letter away."""

_ENDINGS = {
    "ar": "a am ou aram ava avam ar ando ado ados ada adas ei asse em e".split(),
    "er": "e em eu eram ia iam er endo ido idos ida idas i".split(),
    "ir": "e em iu iram ia iam ir indo ido idos ida idas i".split(),
}
"""A regular verb in Portuguese, as it is told of somebody."""
_SMALL_WORDS = {
    "pt": (
        "o os do da dos das no na nos nas um uma e nao pra pro com sem foi ele ela em ao mais ja so tava ta dele dela quem "
        "ninguem tem tinha mao nem ainda depois gente cara caiu deu falou muito dois duas isso"
    ).split(),
    "en": (
        "the and an of to is was with his her he she who it on for but without nobody they at by yet from after before "
        "were are this that when has had have got cards"
    ).split(),
    "es": (
        "el la los las y un una del en con sin no se su al lo ya es fue mas nadie le les habia todavia despues ella dos muy "
        "cuando pero tiene tenia dijo puso"
    ).split(),
}
"""By these a language is known; what people call a bet is the same in all three."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    sorts: dict[Phrase, tuple[str, ...]]
    """What each phrase may be, the longest phrase first when one is looked for."""
    positions: dict[Phrase, str]
    before_seat: frozenset[Phrase]
    joins: frozenset[str]
    longest: int
    near: dict[str, tuple[str, ...]]
    """Words by each way to leave out one of their letters."""
    known: frozenset[str]

    def at(self, words: Sequence[str], place: int) -> tuple[tuple[str, ...], int]:
        """The longest phrase that begins at a place: its sorts, and where it ends."""
        for length in range(min(self.longest, len(words) - place), 0, -1):
            sorts = self.sorts.get(tuple(words[place : place + length]))
            if sorts:
                return sorts, place + length
        return (), place + 1

    def mended(self, word: str) -> str:
        """The word itself, or the only one of the room's words that is one slip of the finger away."""
        if len(word) < LEAST_LETTERS or word in self.known or not word.isalpha():
            return word
        found = {
            one for cut in (word, *_cuts(word)) for one in self.near.get(cut, ()) if abs(len(one) - len(word)) < 2
        }
        close = [one for one in found if _is_one_slip(word, one)]
        alike = {self.sorts.get((one,), ())[:1] for one in close}
        if len(close) > 1 and (len(alike) > 1 or alike == {()}):
            return word  # it may be either
        return max(close, key=len, default=word)


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The words of one language; positions are called alike in all of them."""
    file = read_toml(FOLDER / f"{lang}.toml")
    sorts: dict[Phrase, tuple[str, ...]] = {}
    for sort, row in _rows(file):
        for phrase in row:
            sorts[phrase] = tuple(dict.fromkeys((*sorts.get(phrase, ()), sort)))
    positions = {
        tuple(said.split()): name
        for each in TOLD_IN
        for name, row in read_toml(FOLDER / f"{each}.toml")["positions"].items()
        for said in row
    }
    words = (
        {word for phrase in (*sorts, *positions) for word in phrase} | set(PLAIN) | set(SCALES) | CHIP_WORDS | LONE
    )
    return Lexicon(
        sorts,
        positions,
        frozenset(tuple(said.split()) for said in file["seat"]["before"]),
        frozenset(file["words"]["joins"]),
        max(map(len, sorts)),
        _neighbours(word for word in words if len(word) >= LEAST_LETTERS),
        frozenset(words | _written_by_the_house(lang)),
    )


def _written_by_the_house(lang: Lang) -> set[str]:
    """Words of our own sentences are no slips of the finger, though one letter away from another."""
    return {word for said in sentences(lang).values() for word in re.findall(r"[a-z]{4,}", plain(said))}


def language_of(words: Sequence[str]) -> Lang:
    """The language that knows most of the words; Portuguese where two know as many."""
    told = set(words)

    def score(lang: Lang) -> tuple[int, int]:
        small = len(told.intersection(_SMALL_WORDS[lang]))
        return 3 * small + len(told & lexicon(lang).known), -TOLD_IN.index(lang)

    return max(TOLD_IN, key=score)


def _rows(file: dict[str, Any]) -> Iterator[tuple[str, Iterable[Phrase]]]:
    for sort, verbs in file.get("conjugated", {}).items():
        yield sort, (phrase for verb in verbs for phrase in _forms(verb))
    for sort, said in file["words"].items():
        yield sort, (tuple(one.split()) for one in said)


def _forms(verb: str) -> Iterator[Phrase]:
    """Every form of a regular verb, with the words that follow it."""
    infinitive, *rest = verb.split()
    for ending in _ENDINGS[infinitive[-2:]]:
        yield (infinitive[:-2] + ending, *rest)


def _neighbours(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    near: dict[str, tuple[str, ...]] = {}
    for word in words:
        for cut in (word, *_cuts(word)):
            near[cut] = (*near.get(cut, ()), word)
    return near


def _cuts(word: str) -> set[str]:
    return {word[:place] + word[place + 1 :] for place in range(len(word))}


def _is_one_slip(written: str, meant: str) -> bool:
    """One letter too many, too few, wrong, or two that changed places."""
    if len(written) != len(meant):
        longer, shorter = (written, meant) if len(written) > len(meant) else (meant, written)
        return shorter in _cuts(longer)
    wrong = [place for place, letter in enumerate(written) if letter != meant[place]]
    if len(wrong) == 2:
        first, second = wrong
        return second == first + 1 and written[first] == meant[second] and written[second] == meant[first]
    return len(wrong) == 1
