"""A page cut at the places where it differs: what lies between them is made once for all who see the same.

A place is marked in the template's answer by a word that this process chose by chance, so that nobody can write it
into a name. What goes there is bytes that are ready to be read by a browser: whoever fills a place has escaped it.
"""

from __future__ import annotations

import re
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_SECRET = token_hex(16)
_MARK = re.compile(rf"{_SECRET}-([a-z]+)-")


def mark(name: str) -> str:
    """Where `name` goes. Survives escaping, in text, in attributes and in addresses."""
    return f"{_SECRET}-{name}-"


class Pieces:
    """A rendered page. Filling it costs as much as joining a few strings, however long they are."""

    __slots__ = ("_between", "_places")

    def __init__(self, html: str) -> None:
        cut = _MARK.split(html)
        self._between = [text.encode() for text in cut[::2]]
        self._places = cut[1::2]

    def filled(self, given: Mapping[str, bytes]) -> bytes:
        joined = [self._between[0]]
        for name, text in zip(self._places, self._between[1:], strict=True):
            joined += (given[name], text)
        return b"".join(joined)
