"""The published envelope of an answer, written down once more by hand: what in an answer is not as it was promised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

REMEDIES = frozenset(
    "check call bet raise all_in fold return_chips dead_hand live_hand misdeal play_on void_hand deal_steps show "
    "may_decline may_see may_not_see time_granted post deal_in no_hand move halt no_halt award exchange remove_chips "
    "confiscate keep_chips penalty no_penalty open too_late yes no director_decides".split()
)
RULING = frozenset(
    "act player regular remedy to put_in returned binding discretion options default steps values penalty cites "
    "because text questions set_aside".split()
)
STATE = frozenset(
    "turn allowed to_call call_cost may_raise min_raise_to max_raise_to substantial_action pot street_over".split()
)
LAYERS = frozenset({"evento"})
"""Settings of the event itself: cited, and borrowed from nobody."""


def broken_promises(told: dict[str, Any], acts: int, book: str) -> list[str]:
    """Everything in an answer, or in the error in its place, that is not as the contract has it."""
    if "error" in told:
        return [] if set(told) == {"error"} and set(told["error"]) == {"field", "message", "accepts"} else ["error"]
    found = [f"no {name}" for name in ("book", "edition", "kind", "rulings", "state") if name not in told]
    hand = told["kind"] == "hand"
    found += [] if (told["state"] is not None) == hand else ["a hand has a state, and nothing else has"]
    ruled = {ruling["act"] for ruling in told["rulings"]}
    found += [f"act {act} has no ruling" for act in range(acts) if act not in ruled]
    for ruling in told["rulings"]:
        found += [f"act {ruling['act']}: {one}" for one in _of_a_ruling(ruling, book, hand=hand)]
    found += list(_of_the_state(told["state"])) if told["state"] else []
    provisional = [ruling["provisional"] for ruling in told["rulings"]]
    return found + (["asked, and not provisional"] if told["asks"] and not all(provisional) else [])


def _of_a_ruling(ruling: dict[str, Any], book: str, *, hand: bool) -> Iterator[str]:
    yield from (f"no {name}" for name in RULING - set(ruling))
    if (ruling["act"] is not None) != hand:
        yield "the act of a hand, and of nothing else, is numbered"
    for name in ("to", "put_in", "returned"):
        if not _is_amount(ruling[name]):
            yield f"{name} is {ruling[name]!r}"
    if not ruling["text"] or not ruling["because"]:
        yield "nothing to read aloud"
    yield from _of_its_choices(ruling)
    yield from _of_its_sources(ruling, book)
    penalty = ruling["penalty"]
    if penalty and penalty["usual"] not in {None, *penalty["kinds"]}:
        yield "the usual penalty is none of the book's"
    said = [ruling["text"], *(one["text"] for one in (*ruling["steps"], *ruling["options"]))]
    if any(not text or "{" in text for text in said):
        yield "words with a hole in them"


def _of_its_choices(ruling: dict[str, Any]) -> Iterator[str]:
    offered = [one["remedy"] for one in ruling["options"]]
    default = ruling["default"]
    strange = {ruling["remedy"], *offered, *([default["remedy"]] if default else [])} - REMEDIES
    if strange:
        yield f"{strange} is no remedy"
    if ruling["remedy"] == "director_decides" and not (ruling["discretion"] and offered):
        yield "the director has nothing to decide between"
    if ruling["discretion"] and not offered:
        yield "discretion without options"
    if ruling["regular"] and (ruling["discretion"] or ruling["penalty"]):
        yield "regular, and yet there was something to rule on"
    if default and (set(default) != {"remedy", "to", "book"} or default["remedy"] not in offered):
        yield "the default is none of the options"


def _of_its_sources(ruling: dict[str, Any], book: str) -> Iterator[str]:
    for cite in ruling["cites"]:
        if not {"book", "clause", "titulo", "resumo", "fallback"} <= set(cite):
            yield "a citation without its parts"
        if cite["fallback"] != (cite["book"] not in {book, *LAYERS}):
            yield f"{cite['book']} {cite['clause']} is not marked as it should be"
    own = any(not cite["fallback"] for cite in ruling["cites"])
    if not own and ruling["remedy"] != "director_decides":
        yield "decided without a clause of the book"


def _of_the_state(state: dict[str, Any]) -> Iterator[str]:
    yield from (f"state: no {name}" for name in STATE - set(state))
    allowed = set(state["allowed"])
    if not allowed <= {"check", "call", "bet", "raise", "fold"} or {"check", "call"} <= allowed:
        yield f"state: allowed {allowed}"
    if state["may_raise"] != bool(allowed & {"bet", "raise"}) or state["may_raise"] != bool(state["min_raise_to"]):
        yield "state: may_raise, allowed and min_raise_to do not agree"
    if state["street_over"] != (state["turn"] is None) or (state["turn"] is None and allowed):
        yield "state: somebody's turn and the end of the street do not agree"
    cost, level = state["call_cost"], state["to_call"]
    if not _is_amount(cost) or not _is_amount(level) or not _is_amount(state["pot"]):
        yield "state: chips that are no amount"
    elif ("call" in allowed and cost == 0) or (level is not None and (cost is None or cost > level)):
        yield "state: what a call costs"


def _is_amount(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)
