"""What is said around a situation: phrases with gaps, from the files in `cues/`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account.tokens import QUOTE, tokens_of, without_doubts
from feltro.rulings.bets.numerals import PLAIN, SCALES

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "cues"
ASKED = {"policy": Path(__file__).parent / "policies.toml", "conduct": Path(__file__).parent / "infractions.toml"}
"""Standing questions, and what people should not do: each with all its ways in a file of its own."""
GAP = "..."
BREATH = ".."
"""A gap that ends with a comma: a denial does not reach beyond its breath."""
ALSO = " & "
"""Between parts that may stand in any order within one sentence: active or passive, question or answer."""
LETTERS = 3
STOPS = (" . ", " ? ", " ! ", " ; ")
_NUMBER = "(?:" + "|".join((r"\d[\d.,]*k?", *sorted(PLAIN, key=len, reverse=True), *SCALES)) + ")"


def flat(words: str) -> str:
    """The text as plain words and stops, each with a space on both sides."""
    texts = [
        token.said.lower() if token.text == QUOTE else token.text for token in tokens_of(without_doubts(words))
    ]
    return f" {' '.join(' '.join(token.text for token in tokens_of(text)) if ' ' in text else text for text in texts)} "


@dataclass(frozen=True, slots=True)
class CueWay:
    """One way in which a cue is said."""

    cue: str
    pattern: re.Pattern[str]
    others: tuple[re.Pattern[str], ...] = ()

    def others_are_told(self, text: str, at: int) -> bool:
        """The other parts, anywhere in the same sentence."""
        if not self.others:
            return True
        start = max(text.rfind(stop, 0, at) for stop in STOPS) + 1
        end = min((place for stop in STOPS if (place := text.find(stop, at)) >= 0), default=len(text))
        return all(other.search(text, max(start, 0), end + 1) for other in self.others)


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
        if word[0].isdecimal() or word in PLAIN:
            yield from self.numbers


def cue_of(kind: str, name: str) -> str:
    """The cue of a standing question, or of an infraction."""
    return f"{kind}.{name}"


@cache
def _ways(lang: str) -> CueWays:
    found = CueWays({}, {}, [])
    asked = {cue_of(kind, name): row[lang] for kind, path in ASKED.items() for name, row in read_toml(path).items()}
    for cue, row in {**read_toml(FOLDER / f"{lang}.toml"), **asked}.items():
        for said in row:
            first, *others = (_pattern(part) for part in said.split(ALSO))
            way = CueWay(cue, re.compile(first), tuple(re.compile("(?<= )" + other) for other in others))
            for word in (one.partition("_")[0] for one in said.split()[0].split("|")):
                if word == "#":
                    found.numbers.append(way)
                elif word.endswith("*"):
                    found.beginnings.setdefault(word[:-1][:LETTERS], []).append(way)
                else:
                    found.words.setdefault(word, []).append(way)
    return found


def _pattern(part: str) -> str:
    return "".join(_piece(piece) for piece in part.split())


def _piece(piece: str) -> str:
    if piece == BREATH:
        return r"(?:(?![.?!;,:] )\S+ ){0,5}?"
    if piece == GAP:
        return r"(?:(?![.?!;] )\S+ ){0,5}?"
    optional = piece.endswith("?")
    ways = "|".join(_word(word) for word in piece.rstrip("?").split("|"))
    return f"(?:(?:{ways}) ){'?' if optional else ''}"


def _word(word: str) -> str:
    return _NUMBER if word == "#" else re.escape(word).replace(r"\*", r"\S*").replace("_", " ")


def cues_in(text: str, lang: str) -> frozenset[str]:
    """Every cue that a flat text has."""
    ways, found = _ways(lang), set()
    at = 1
    for word in text.split():
        for way in ways.beginning_with(word):
            if way.cue not in found and way.pattern.match(text, at) and way.others_are_told(text, at):
                found.add(way.cue)
        at += len(word) + 1
    return frozenset(found)
