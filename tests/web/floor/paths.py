"""The taps that lead to a situation, found from the situation itself: only what the page offers is tapped."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from feltro.web.floor.decide_fields import as_typed, field_at
from feltro.web.floor.decide_topics import TOPICS

if TYPE_CHECKING:
    from tests.web.floor.tapping import Thumb

WORDS = {"pago": "call", "mesa": "check", "all-in": "all_in"}
LEFT = ("book", "kind", "acts")


def tap_to(thumb: Thumb, situation: dict[str, Any]) -> None:
    """From the first look at the page to this situation."""
    kind = situation.get("kind", "hand")
    if kind != "hand":
        _begin(thumb, kind, situation)
    for name, value in situation.items():
        if name not in LEFT and thumb.situation.get(name) != value:
            _put(thumb, kind, name, value)
    for place, act in enumerate(situation.get("acts", [])):
        _act(thumb, place, act)


def _begin(thumb: Thumb, kind: str, situation: dict[str, Any]) -> None:
    """By the line of the list that says most of it."""
    lines = [one for shelf in TOPICS for one in shelf.topics if one.kind == kind]
    fitting = [one for one in lines if all(situation.get(name) == value for name, value in one.facts.items())]
    chosen = max(fitting or lines, key=lambda one: len(one.facts))
    thumb.tap(f"topic:{chosen.name}")
    for name in set(thumb.situation) - set(situation) - {"book", "game"}:
        thumb.tap(f"edit:{name}")
        thumb.tap(f"put:{name}=null")


def _put(thumb: Thumb, kind: str, path: str, value: Any) -> None:
    if f'name="muda" value="{path}"' not in thumb.html:
        thumb.tap(f"edit:{path}")
    field = field_at(kind, path)
    if path == "game" or (field and (field.choices or field.type == "boolean")):
        thumb.tap(f"put:{path}={json.dumps(value)}")
    elif value == []:
        thumb.tap(f"put:{path}=[]")
    else:
        alone = field is not None and field.type == "tally" and isinstance(value, list)  # one name, not how many
        thumb.tap(f"type:{path}", typed=json.dumps(value) if alone else as_typed(value))


def _act(thumb: Thumb, place: int, act: dict[str, Any]) -> None:
    thumb.tap(f"seat:{act['player']}")
    _first(thumb, place, act)
    if len(thumb.situation["acts"]) > place + 1:
        thumb.tap("out:")
    done = thumb.situation["acts"][place]
    for name, value in act.items():
        if done.get(name) != value:
            _put(thumb, "hand", f"acts[{place}].{name}", value)
    for name in set(thumb.situation["acts"][place]) - set(act):
        thumb.tap(f"edit:acts[{place}].{name}")
        thumb.tap(f"put:acts[{place}].{name}=null")


def _first(thumb: Thumb, place: int, act: dict[str, Any]) -> None:
    """With the key that says it, or with any, to be changed."""
    before = thumb.situation["acts"]
    again = bool(before) and before[-1]["player"] == act["player"]
    says, pushes = str(act.get("says", "")), act.get("pushes")
    wager = re.fullmatch(r"(aposto|aumento para) (\d+)", says)
    key = {"aposto": "say:bet", "aumento para": "say:raise"}[wager[1]] if wager else ""
    if act.get("folds"):
        thumb.tap("say:fold")
    elif again or (pushes and not says):
        _chips(thumb, pushes)
    elif key and f'value="{key}"' in thumb.html:
        thumb.tap(key, valor=wager[2])
    elif says in WORDS:
        thumb.tap(f"say:{WORDS[says]}")
    else:
        thumb.tap("say:call")


def _chips(thumb: Thumb, pushes: Any) -> None:
    """Chip by chip where the page has such discs; else one of them, to be changed."""
    offered = set(map(int, re.findall(r'value="chip:(\d+)"', thumb.html)))
    motions = pushes if pushes and isinstance(pushes[0], list) else [pushes or []]
    if pushes and {chip for motion in motions for chip in motion} <= offered:
        for number, motion in enumerate(motions):
            if number:
                thumb.tap("motion:")
            for chip in motion:
                thumb.tap(f"chip:{chip}")
    else:
        thumb.tap(f"chip:{min(offered)}")
