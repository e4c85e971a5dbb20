"""What is said around a situation: phrases with gaps, from the files in `cues/`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account.tokens import QUOTE, tokens_of
from feltro.rulings.bets.numerals import PLAIN, SCALES

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "cues"
GAP = "..."
LETTERS = 3
_NUMBER = "(?:" + "|".join((r"\d[\d.,]*k?", *sorted(PLAIN, key=len, reverse=True), *SCALES)) + ")"


def flat(words: str) -> str:
    """The text as plain words and stops, each with a space on both sides."""
    texts = [token.said.lower() if token.text == QUOTE else token.text for token in tokens_of(words)]
    return f" {' '.join(' '.join(token.text for token in tokens_of(text)) if ' ' in text else text for text in texts)} "


@dataclass(frozen=True, slots=True)
class CueWay:
    """One way in which a cue is said."""

    cue: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class CueWays:
    """Every way, by how its first word begins: a text is looked through once, word by word."""

    words: dict[str, list[CueWay]]
    beginnings: dict[str, list[CueWay]]
    """By up to three letters, for words of which only the beginning counts."""
    numbers: list[CueWay]

    def beginning_with(self, word: str) -> Iterator[CueWay]:
        yield from self.words.get(word, ())
        for length in range(1, LETTERS + 1):
            yield from self.beginnings.get(word[:length], ())
        if word[0].isdigit() or word in PLAIN:
            yield from self.numbers


@cache
def _ways(lang: str) -> CueWays:
    found = CueWays({}, {}, [])
    for cue, row in read_toml(FOLDER / f"{lang}.toml").items():
        for said in row:
            way = CueWay(cue, re.compile("".join(_piece(piece) for piece in said.split())))
            for word in said.split()[0].split("|"):
                if word == "#":
                    found.numbers.append(way)
                elif word.endswith("*"):
                    found.beginnings.setdefault(word[:-1][:LETTERS], []).append(way)
                else:
                    found.words.setdefault(word, []).append(way)
    return found


def _piece(piece: str) -> str:
    if piece == GAP:
        return r"(?:[^ .?!;]+ ){0,5}?"
    optional = piece.endswith("?")
    ways = "|".join(_word(word) for word in piece.rstrip("?").split("|"))
    return f"(?:(?:{ways}) ){'?' if optional else ''}"


def _word(word: str) -> str:
    return _NUMBER if word == "#" else re.escape(word).replace(r"\*", r"\S*")


def cues_in(text: str, lang: str) -> frozenset[str]:
    """Every cue that a flat text has."""
    ways, found = _ways(lang), set()
    at = 1
    for word in text.split():
        for way in ways.beginning_with(word):
            if way.cue not in found and way.pattern.match(text, at):
                found.add(way.cue)
        at += len(word) + 1
    return frozenset(found)
