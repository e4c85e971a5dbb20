"""The tables on disk: named columns of whole numbers in one file, each unpacked when it is first asked for.

The file begins with one line, `name:type:bytes` for each column; then come the columns, each compressed
alone and little-endian. `script/build_ranks` writes it. The only file of `hand/` that reads a disk.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).with_name("tables.bin")


def press(columns: Mapping[str, array[int]]) -> bytes:
    """What the file holds for these columns."""
    packed = {name: zlib.compress(_little(column), 9) for name, column in columns.items()}
    line = " ".join(f"{name}:{columns[name].typecode}:{len(data)}" for name, data in packed.items())
    return b"".join((line.encode(), b"\n", *packed.values()))


def names() -> list[str]:
    return list(_file()[0])


@cache
def column(name: str) -> array[int]:
    places, data = _file()
    typecode, start, end = places[name]
    found = array(typecode)
    found.frombytes(zlib.decompress(data[start:end]))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def sums(deck: str, cards: int) -> array[int]:
    """Every sum of rank weights that so many cards of a deck can have, in rising order."""
    # Kept as the steps between neighbours, which take half the room.
    return array("I", accumulate(column(f"{deck}.sums.{cards}")))


@cache
def strengths_by_sum(ranking: str, cards: int) -> dict[int, int]:
    deck = "short" if ranking == "short_deck" else "full"
    return dict(zip(sums(deck, cards), column(f"{ranking}.{cards}"), strict=True))


@cache
def _file() -> tuple[dict[str, tuple[str, int, int]], bytes]:
    data = FILE.read_bytes()
    start = data.index(b"\n") + 1
    places = {}
    for place in data[: start - 1].decode().split():
        name, typecode, size = place.split(":")
        places[name] = (typecode, start, start + int(size))
        start += int(size)
    return places, data


def _little(numbers: array[int]) -> bytes:
    if sys.byteorder == "little":
        return numbers.tobytes()
    swapped = numbers[:]
    swapped.byteswap()
    return swapped.tobytes()
