"""The thirty situations that a floor person is called for most: examples to begin with, and to train on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import read_toml
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "classics.toml"
SEATS = ("SB", "BB", "UTG", "MP", "HJ", "CO", "BTN")
BLINDS = (100, 200)


@dataclass(frozen=True, slots=True)
class Classic:
    """One of the thirty: what it is called, and an example in the notation."""

    number: int
    title: Text
    situation: Mapping[str, Any]


@cache
def classics() -> tuple[Classic, ...]:
    """In the order in which a floor person counts them."""
    rows = read_toml(FILE)["classic"]
    return tuple(
        Classic(row["number"], Text(row["pt"], row["en"], row["es"]), _whole(row["situation"])) for row in rows
    )


def _whole(told: Mapping[str, Any]) -> dict[str, Any]:
    """A hand with its table and blinds; any other kind as it was told."""
    if "kind" in told:
        return dict(told)
    return {"game": "nlhe", "blinds": [*BLINDS], "seats": [*SEATS], **told}
