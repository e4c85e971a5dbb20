"""The tables on disk: named columns of whole numbers in one file, each unpacked when it is first asked for.

The file begins with one line, `name:type:bytes` for each column; then come the columns, each compressed
alone and little-endian. `script/build_ranks` writes it. The only file of `hand/` that reads a disk.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache
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


@cache
def rows_and_strengths(ranking: str, cards: int) -> tuple[list[int], list[int]]:
    """Where each row of sums begins, and the strengths: `strengths[rows[row] + place]`."""
    deck = "short" if ranking == "short_deck" else "full"
    strengths = column(f"{ranking}.{cards}")
    # One object for each number, not one for each place: a table that fits the cache is what makes it quick.
    numbers = list(range(max(strengths) + 1))
    return column(f"{deck}.rows.{cards}").tolist(), [numbers[strength] for strength in strengths]


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
