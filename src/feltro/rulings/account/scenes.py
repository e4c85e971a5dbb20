"""Situations other than a hand: which one is told, by its cues, and what the cues say of its fields."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account import deal_details, room_details, table_details
from feltro.rulings.account.cues import cues_in, flat
from feltro.rulings.account.gist import Guess, ReadScene
from feltro.rulings.account.lexicon import language_of
from feltro.rulings.account.tale import Tale, counted_cues
from feltro.rulings.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "scenes.toml"
READERS = {**deal_details.READERS, **room_details.READERS, **table_details.READERS}
"""What cues cannot say: numbers, names and lists, read where a kind needs them."""
KNOWN = ("game", "house", "players_left", "paid", "prizes")
"""What is known of the event beforehand, and goes into every kind that has such a field."""


@cache
def _file() -> dict[str, Any]:
    return read_toml(FILE)


def read_scenes(words: str, context: Mapping[str, Any]) -> tuple[ReadScene | None, ReadScene | None]:
    """The situation that the cues point to, and the one that counts only when no hand can be read."""
    text = flat(words)
    lang = language_of(text.split())
    told = Tale(words, text, lang, cues_in(text, lang) | counted_cues(text), context)
    return _read(told, weak=False), _read(told, weak=True)


def _read(told: Tale, *, weak: bool) -> ReadScene | None:
    fitting = [one for one in _file()["scene"] if bool(one.get("weak")) == weak and _fits(one, told.cues)]
    if not fitting:
        return None
    scene = max(fitting, key=lambda one: float(one["weight"]))
    situation: dict[str, Any] = {"kind": scene["kind"], **scene.get("set", {})}
    for name, cued in _file()["facts"].get(scene["kind"], {}).items():
        found = next(([value] for cue, value in cued if cue in told.cues), None)
        if found and name not in situation:
            situation[name] = found[0]
    guesses: list[Guess] = []
    reader = READERS.get(scene["kind"])
    if reader:
        reader(situation, told, guesses)
    return ReadScene(_with_context(situation, told.context), tuple(guesses))


def _fits(scene: Mapping[str, Any], cues: frozenset[str]) -> bool:
    needed = all(any(one in cues for one in need.split("|")) for need in scene["needs"])
    return needed and not any(cue in cues for cue in scene.get("not", ()))


def _with_context(situation: dict[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.name for field in KINDS[situation["kind"]].fields} | {"game", "house"}
    known = {name: context[name] for name in KNOWN if name in context and name in fields}
    return {**known, **situation}
