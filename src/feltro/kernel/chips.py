"""Tournament chips: whole numbers that buy nothing outside the room."""

import re
from typing import NewType

Chips = NewType("Chips", int)

_WRITTEN = re.compile(r"\d{1,3}(?:\.\d{3})+|\d+")


def parse_chips(written: str) -> Chips:
    """Read a count as people write it: `12.500` or `12500`."""
    text = written.strip()
    if _WRITTEN.fullmatch(text) is None:
        raise ValueError(f"not a whole number of chips: {written!r}")
    return Chips(int(text.replace(".", "")))


def write_chips(chips: int) -> str:
    """Write a count as the room reads it: `12.500`."""
    return f"{chips:,}".replace(",", ".")
