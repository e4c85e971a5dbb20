"""Where a log stands, as it goes out of the house: a number and a code that people read out, type and photograph.

The code is the hash of the last event (or of the last link of the house) in Crockford's base 32, which has no letter
that looks like a digit: twelve signs to type, all fifty-two in a QR code.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from feltro.store.integrity import HOUSE
from feltro.store.links import Head
from feltro.store.port import Reader

SHORT, WHOLE = 12, 52
GROUP = 4
NAME = "FELTRO"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKS_LIKE = str.maketrans("OILU", "011V")


class PrintedHead(NamedTuple):
    stream: str
    number: int
    hash: bytes

    @property
    def short(self) -> str:
        """`1483 K7QM-2XPD-9R4H`."""
        return f"{self.number} {grouped(code_of(self.hash)[:SHORT])}"

    @property
    def scanned(self) -> str:
        """What its QR code says: capital letters and digits only, which keeps the code small."""
        return f"{NAME} {self.stream.upper()} {self.number} {code_of(self.hash)}"


class ReadHead(NamedTuple):
    """One that came back: from a photograph, typed off a paper, or scanned."""

    line: int
    label: str
    """What was written before it: an event's name, or a stream in a QR code."""
    number: int
    code: str


class UnreadLine(NamedTuple):
    line: int
    text: str


def head_of(reader: Reader, stream: str, version: int | None = None) -> PrintedHead | None:
    """Where a stream stands, or stood at a version."""
    last = reader.version(stream) if version is None else version
    found = next(reader.read(stream, last - 1, last), None) if last else None
    return PrintedHead(stream, last, found.hash) if found else None


def head_of_house(reader: Reader) -> PrintedHead | None:
    """Where everything stands that was ever written: one line for the whole night."""
    link = reader.last_link()
    return PrintedHead(HOUSE, link.number, link.hash) if link else None


def code_of(digest: bytes) -> str:
    number = int.from_bytes(digest, "big") << (-len(digest) * 8 % 5)
    signs = -(-len(digest) * 8 // 5)
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(signs)))


def grouped(code: str) -> str:
    return "-".join(code[place : place + GROUP] for place in range(0, len(code), GROUP))


def read_heads(text: str) -> Iterator[ReadHead | UnreadLine]:
    """One on each line, in whatever way it was written: small letters, spaces, O for 0. Empty lines and those
    that begin with # are nobody's."""
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip().lstrip("\ufeff")
        if said and not said.startswith("#"):
            yield _head_in(said, number) or UnreadLine(number, said)


def _head_in(said: str, line: int) -> ReadHead | None:
    """From the right: the signs of the code, then the number; what is left of it is a label."""
    parts = list(re.finditer(r"[^\W_]+", said))
    for length in (WHOLE, SHORT):
        code, left = "", len(parts)
        while left and len(code) < length:
            left -= 1
            code = _meant(parts[left].group()) + code
        if left and len(code) == length and all(sign in ALPHABET for sign in code):
            number = _meant(parts[left - 1].group())
            if number.isascii() and number.isdecimal():
                label = said[: parts[left - 1].start()].strip(" \t·:,;#-–—")
                return ReadHead(line, label.removeprefix(NAME).strip(), int(number), code)
    return None


def _meant(signs: str) -> str:
    return signs.upper().translate(_LOOKS_LIKE)


def fits(head: Head, read: ReadHead) -> bool:
    return code_of(head.hash).startswith(read.code)
