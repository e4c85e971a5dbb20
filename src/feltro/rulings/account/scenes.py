"""Situations other than a hand: which one is told, by its cues, and what the cues say of its fields."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import read_toml
from feltro.rulings.account import details
from feltro.rulings.account.cues import cues_in, flat
from feltro.rulings.account.lexicon import language_of
from feltro.rulings.account.reading import Guess, Reading
from feltro.rulings.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "scenes.toml"
KNOWN = ("game", "house", "players_left", "paid", "prizes")
"""What is known of the event beforehand, and goes into every kind that has such a field."""


@cache
def _file() -> dict[str, Any]:
    return read_toml(FILE)


def read_scene(words: str, context: Mapping[str, Any], *, weak: bool = False) -> Reading | None:
    """The situation that the cues point to; those that are weak only when a hand could not be read."""
    text = flat(words)
    lang = language_of(text.split())
    cues = cues_in(text, lang) | details.counted_cues(text)
    fitting = [one for one in _file()["scene"] if bool(one.get("weak")) == weak and _fits(one, cues)]
    if not fitting:
        return None
    scene = max(fitting, key=lambda one: float(one["weight"]))
    told = details.Telling(words, text, lang, cues, context)
    situation: dict[str, Any] = {"kind": scene["kind"], **scene.get("set", {})}
    for name, cued in _file()["facts"].get(scene["kind"], {}).items():
        found = next(([value] for cue, value in cued if cue in cues), None)
        if found and name not in situation:
            situation[name] = found[0]
    guesses: list[Guess] = []
    details.complete(situation, told, guesses)
    return Reading(_with_context(situation, context), tuple(guesses))


def _fits(scene: Mapping[str, Any], cues: frozenset[str]) -> bool:
    needed = all(any(one in cues for one in need.split("|")) for need in scene["needs"])
    return needed and not any(cue in cues for cue in scene.get("not", ()))


def _with_context(situation: dict[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.name for field in KINDS[situation["kind"]].fields} | {"game", "house"}
    known = {name: context[name] for name in KNOWN if name in context and name in fields}
    return {**known, **situation}
