"""A text as tokens: words without accents, numbers, pauses, and what stands between quotation marks as one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

QUOTE = '"'
STOPS = frozenset(".;!?")
PAUSES = frozenset(",:()-")

_PIECE = re.compile(
    r"""["“”«»](?P<said>[^"“”«»]+)["“”«»]
    | \d+(?:[.,]\d+)*(?:k\d?|mil|mi|m)?(?![a-z])
    | [a-z0-9]+
    | [.,;:!?()]
    """,
    re.VERBOSE,
)
_ONE = r"(\d+(?:[.,]\d+)*k?)"
_BLINDS = re.compile(rf"{_ONE}\s*/\s*{_ONE}")
_NAMED_BLINDS = re.compile(
    rf"\b(?:blinds|ciegas)\s+(?:(?:de|em|at|a|is|são|sao|eram|era|of|en)\s+)?{_ONE}\s*(?:-|e|y|and|por|com|,|\s)\s*{_ONE}(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""`blinds 100 200`, `blinds de 100 e 200`: without a stroke, the word before them tells what they are."""


_HOLDEM = re.compile(r"\bhold ?'?em\b")
"""One word: its second half is a small word of Portuguese, by which a language is known."""
_CHIPS_OF_A_VALUE = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten|of|\d{1,2}) (\d[\d.,]*k?)s\b")
"""`two 500s`, `a pair of 1ks`: how many come before them. `35s` alone are seconds."""


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """`text` is plain; a quotation has the sign of one as its text, and its own words as `said`."""

    text: str
    said: str = ""


def plain(text: str) -> str:
    """Lower case, without accents, sign by sign: places in it are places in the text."""
    return "".join(_plain_sign(sign) for sign in text)


def _plain_sign(sign: str) -> str:
    bare = unicodedata.normalize("NFD", sign.lower())[0]
    return bare if len(bare) == 1 else sign


def tokens_of(text: str) -> list[SpokenWord]:
    """The tokens in order. `all-in` is two words; the `s` of a possessive stands alone."""
    flat = plain(text).replace("’", "'").replace("-", " ")
    if "hold" in flat:
        flat = _HOLDEM.sub("holdem", flat)
    if " " in flat:  # most that is asked about is one word of a sentence, hundreds of times in one
        flat = _CHIPS_OF_A_VALUE.sub(r"\1 \2 chips", flat)
    flat = re.sub(r"n't\b", "nt ", flat).replace("'", " ")
    found = []
    for piece in _PIECE.finditer(flat):
        said = piece["said"]
        where = piece.start("said"), piece.end("said")
        found.append(
            SpokenWord(QUOTE, text[where[0] : where[1]].strip() if len(flat) == len(text) else said.strip())
            if said
            else SpokenWord(piece[0])
        )
    return found


def blinds_in(text: str) -> tuple[str, str] | None:
    """`75/150`, wherever it stands; `blinds 75 150`."""
    found = _BLINDS.search(text) or _NAMED_BLINDS.search(text)
    return (found[1], found[2]) if found else None


def without_blinds(text: str) -> str:
    return _NAMED_BLINDS.sub(" ", _BLINDS.sub(" ", text))


_TIMES = re.compile(
    r"\b(\d{1,3}(?:[.,]\d)?)\s*(?:(bbs?|big blinds?|bigs|blinds)\b|x\b)(\s+(?:e meio|e meia|and a half|y medio)\b)?",
    re.IGNORECASE,
)


def in_chips_of(text: str, blinds: Sequence[int] | None) -> str:
    """`abriu 2,5x`, `tem 12 bb`: in chips, where the blinds are known. How often of an earlier raise nobody can know."""
    if not blinds:
        return text

    def chips(found: re.Match[str]) -> str:
        opens = found[2] or not re.search(r"\d", text[: found.start()])
        times = float(found[1].replace(",", ".")) + (0.5 if found[3] else 0)  # `2bb e meio`
        return str(int(times * blinds[1])) if opens else found[0]

    return _TIMES.sub(chips, text)


_DOUBTED = re.compile(
    r"\b(?:n[ãa]o (?:sei|sabemos|lembro|lembramos|vi|vimos|deu pra ver|d[áa] pra saber|se sabe)|ningu[ée]m (?:sabe|viu|lembra)"
    r"|sem saber|not sure|nobody knows|don'?t know|no s[ée]|nadie sabe) (?:direito |bem )?(?:se|whether|if|o que veio|quem|qual|what came)\b[^.;!?]*",
    re.IGNORECASE,
)


def without_doubts(text: str) -> str:
    """`não sei se a mão já tinha começado`: what nobody knows was not said."""
    return _DOUBTED.sub(" ", text)
