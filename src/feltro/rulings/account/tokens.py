"""A text as tokens: words without accents, numbers, pauses, and what stands between quotation marks as one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

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
_BLINDS = re.compile(r"(\d+(?:[.,]\d+)*k?)\s*/\s*(\d+(?:[.,]\d+)*k?)")


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
    """`75/150`, wherever it stands."""
    found = _BLINDS.search(text)
    return (found[1], found[2]) if found else None


def without_blinds(text: str) -> str:
    return _BLINDS.sub(" ", text)
