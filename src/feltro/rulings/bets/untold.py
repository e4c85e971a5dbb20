"""What a teller leaves out of a hand, and what it may be: chips by their sum only, acts between two acts."""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from feltro.rulings.bets.chips import in_smaller_chips, usual_chips
from feltro.rulings.bets.rounds import is_first_round, rounds_of
from feltro.rulings.bets.words import understand
from feltro.rulings.doubt import Possible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulings.doubt import Heard

AGGRESSIVE = frozenset({"bet", "raise", "all_in", "amount", "pot", "multiple", "minimum", "maximum"})
ANOTHER = "+1"
"""A player who holds cards and whom nobody named."""


def chips_of(told: Heard) -> tuple[Possible, ...]:
    """A sum in the fewest usual chips, or the biggest of them changed into smaller ones."""
    puts = told.part["puts"] if isinstance(told.part["puts"], list) else [told.part["puts"]]
    ways = ([list(made(amount)) for amount in puts] for made in (usual_chips, in_smaller_chips))
    return tuple(Possible("unsaid.chips", way, {"chips": _written(way)}) for way in ways)


def _written(motions: list[list[int]]) -> str:
    """`2 × 500 + 1.000`, without words: the same in every language."""
    piles = ([(chip, len(list(same))) for chip, same in groupby(motion)] for motion in motions)
    return " / ".join(
        " + ".join(f"{number} × {chip}" if number > 1 else str(chip) for chip, number in pile) for pile in piles
    )


def order_matters(told: Heard) -> bool:
    return told.says("says") and (told.says("pushes") or told.says("puts"))


def chips_lay_there(told: Heard) -> bool:
    """Somebody spoke of the chips in front of him, and he pushed others without a word."""
    lying = told.whole.get("posted") or ()
    return told.says("pushes") and not told.says("says") and told.part.get("player") in lying


def may_be_a_habit(told: Heard) -> bool:
    """A feint, or words under a condition: what a second time makes of it, the book says."""
    said = told.part.get("says")
    conditional = isinstance(said, str) and understand(said).condition is not None
    return conditional or (told.part.get("gesture") == "forward" and not told.says("pushes"))


def is_silent_push(told: Heard) -> bool:
    return (told.says("pushes") or told.says("puts")) and not told.says("says")


def names_only_some(told: Heard) -> bool:
    return told.part.get("seats_presumed") is True


def others(told: Heard) -> tuple[Possible, ...]:
    """Those named alone, or somebody behind them."""
    seats = told.part["seats"]
    return Possible("no", seats), Possible("yes", [*seats, ANOTHER])


def passed_over(told: Heard) -> tuple[Possible, ...]:
    """What those did whom nobody mentioned: all gave up, or the last of them called."""
    acts = told.whole["acts"]
    start, end = presumed_run(acts, int(told.path.rpartition("[")[2].rstrip("]")))
    run = acts[start:end]
    if start != int(told.path.rpartition("[")[2].rstrip("]")) or not _faces_a_bet(told.whole, start):
        return ()
    folded = tuple({"player": act["player"], "folds": True} for act in run)
    last = run[-1]["player"]
    called = (*folded[:-1], {"player": last, "says": "call"})
    return (
        Possible("unsaid.all_folded", folded, {"number": len(run)}),
        Possible("unsaid.one_called", called, {"player": last}),
    )


def rounds(told: Heard) -> tuple[Possible, ...]:
    """After the flop or before it; in stud and in draw games each round by its name, the second the most likely."""
    first, *later = rounds_of(told.whole.get("game"))
    if first == "preflop":
        return Possible("unsaid.after_flop", "flop"), Possible("unsaid.before_flop", "preflop")
    return tuple(Possible(f"hand.street.{name}", name) for name in (*later, first))


def presumed_run(acts: list[Any], place: int) -> tuple[int, int]:
    """Where the acts begin and end that stand together and that nobody told."""
    start, end = place, place
    while start and acts[start - 1].get("presumed"):
        start -= 1
    while end < len(acts) and acts[end].get("presumed"):
        end += 1
    return start, end


def _faces_a_bet(whole: Mapping[str, Any], place: int) -> bool:
    if is_first_round(whole):
        return True
    return any(_is_aggressive(act) for act in whole["acts"][:place])


def _is_aggressive(act: Mapping[str, Any]) -> bool:
    said = act.get("says")
    return bool(act.get("pushes") or act.get("puts")) or (bool(said) and understand(said).kind in AGGRESSIVE)


def with_chips(act: Mapping[str, Any]) -> Mapping[str, Any]:
    """An act whose chips are known by their sum only, in the fewest usual chips."""
    if act["pushes"] or not act["puts"]:
        return act
    return {**act, "pushes": [list(usual_chips(amount)) for amount in act["puts"]]}


def amounts_in(acts: list[dict[str, Any]]) -> list[int]:
    return list(chain.from_iterable(chain.from_iterable(act["pushes"]) for act in acts))
