"""Situations other than a hand: which one is told, by its cues, and what the cues say of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account import (
    across_tables,
    bubble_details,
    chip_details,
    deal_details,
    room_details,
    table_details,
)
from feltro.rulings.account.cues import ASKED, cue_of, cues_in, flat
from feltro.rulings.account.gist import Guess, ReadScene
from feltro.rulings.account.lexicon import language_of
from feltro.rulings.account.tale import Tale, counted_cues
from feltro.rulings.bets.rounds import opens_by_card
from feltro.rulings.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "scenes.toml"
READERS = {
    **deal_details.READERS,
    **room_details.READERS,
    **bubble_details.READERS,
    **chip_details.READERS,
    **table_details.READERS,
    **across_tables.READERS,
}
"""What cues cannot say: numbers, names and lists, read where a kind needs them."""
KNOWN = ("game", "house", "players_left", "paid", "prizes")
"""What is known of the event beforehand, and goes into every kind that has such a field."""


NAMED_IN = {"policy": "topic", "conduct": "infraction"}


@cache
def _file() -> dict[str, Any]:
    return read_toml(FILE)


@dataclass(frozen=True, slots=True)
class CuedScene:
    """A situation, what is set in it, and the cues by which it is known."""

    kind: str
    given: dict[str, Any]
    needs: tuple[frozenset[str], ...]
    """Of each of these, one."""
    without: frozenset[str]
    weight: float
    weak: bool

    def fits(self, cues: frozenset[str]) -> bool:
        return self.without.isdisjoint(cues) and not any(need.isdisjoint(cues) for need in self.needs)


@cache
def _scenes() -> tuple[CuedScene, ...]:
    """Those of the file, one for each standing question and one for each infraction; the weightiest first."""
    asked = (
        {
            "kind": kind,
            "set": {NAMED_IN[kind]: name},
            "needs": [cue_of(kind, name), *([row["with"]] if "with" in row else [])],
            "weight": row["weight"],
        }
        for kind, path in ASKED.items()
        for name, row in read_toml(path).items()
    )
    every = (
        CuedScene(
            row["kind"],
            row.get("set", {}),
            tuple(frozenset(need.split("|")) for need in row["needs"]),
            frozenset(row.get("not", ())),
            float(row["weight"]),
            bool(row.get("weak")),
        )
        for row in (*_file()["scene"], *asked)
    )
    return tuple(sorted(every, key=lambda one: -one.weight))


def read_scenes(words: str, context: Mapping[str, Any]) -> tuple[ReadScene | None, ReadScene | None]:
    """The situation that the cues point to, and the one that counts only when no hand can be read."""
    text = flat(words)
    lang = language_of(text.split())
    told = Tale(words, text, lang, cues_in(text, lang) | counted_cues(text) | _known_cues(context), context)
    return _read(told, weak=False), _read(told, weak=True)


def _known_cues(context: Mapping[str, Any]) -> frozenset[str]:
    """What nobody says, for everybody at the table knows it: which game is played."""
    return frozenset({"stud"} if opens_by_card(context.get("game")) else ())


def _read(told: Tale, *, weak: bool) -> ReadScene | None:
    scene = next((one for one in _scenes() if one.weak == weak and one.fits(told.cues)), None)
    if scene is None:
        return None
    situation: dict[str, Any] = {"kind": scene.kind, **scene.given}
    for name, cued in _file()["facts"].get(scene.kind, {}).items():
        found = next(([value] for cue, value in cued if cue in told.cues), None)
        if found and name not in situation:
            situation[name] = found[0]
    guesses: list[Guess] = []
    reader = READERS.get(scene.kind)
    if reader:
        reader(situation, told, guesses)
    return ReadScene(_with_context(situation, told.context), tuple(guesses))


def _with_context(situation: dict[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.name for field in KINDS[situation["kind"]].fields} | {"game", "house"}
    known = {name: context[name] for name in KNOWN if name in context and name in fields}
    return {**known, **situation}
