"""What is said around a situation: phrases with gaps, from the files in `cues/`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account.tokens import QUOTE, tokens_of
from feltro.rulings.bets.numerals import PLAIN, SCALES

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(__file__).parent / "cues"
GAP = "..."
_NUMBER = "(?:" + "|".join((r"\d[\d.,]*k?", *sorted(PLAIN, key=len, reverse=True), *SCALES)) + ")"


def flat(words: str) -> str:
    """The text as plain words and stops, each with a space on both sides."""
    texts = [token.said.lower() if token.text == QUOTE else token.text for token in tokens_of(words)]
    return f" {' '.join(' '.join(token.text for token in tokens_of(text)) if ' ' in text else text for text in texts)} "


@cache
def _patterns(lang: str) -> dict[str, re.Pattern[str]]:
    """One pattern for each cue, whichever way it is said."""
    rows = read_toml(FOLDER / f"{lang}.toml")
    return {cue: re.compile("|".join(_compiled(said) for said in row)) for cue, row in rows.items()}


def _compiled(said: str) -> str:
    return "(?<= )" + "".join(_piece(piece) for piece in said.split())


def _piece(piece: str) -> str:
    if piece == GAP:
        return r"(?:[^ .?!;]+ ){0,5}?"
    optional = piece.endswith("?")
    ways = "|".join(_word(word) for word in piece.rstrip("?").split("|"))
    return f"(?:(?:{ways}) ){'?' if optional else ''}"


def _word(word: str) -> str:
    return _NUMBER if word == "#" else re.escape(word).replace(r"\*", r"\S*")


@lru_cache(maxsize=64)
def cues_in(text: str, lang: str) -> frozenset[str]:
    """Every cue that a flat text has."""
    return frozenset(cue for cue, pattern in _patterns(lang).items() if pattern.search(text))


def where(cue: str, text: str, lang: str) -> Iterable[re.Match[str]]:
    pattern = _patterns(lang).get(cue)
    return pattern.finditer(text) if pattern else ()
