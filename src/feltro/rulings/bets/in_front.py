"""The chips in front of each player: what lies there before an act, and after it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from feltro.rulings.bets.chips import PushedChips, lying_after, lying_before, usual_chips

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulings.bets.table import Faced
    from feltro.rulings.notation import Facts


class InFront:
    """Which chips lie in front of each player, as far as that is known."""

    def __init__(self, posted: Mapping[int, tuple[int, ...]]) -> None:
        self.lying = dict(posted)

    def push(self, act: Facts, spot: Faced) -> PushedChips:
        """What a player pushes, beside what lies in front of him."""
        motions = tuple(map(tuple, act["pushes"]))
        known = lying_before(self.lying.get(spot.seat, ()), list(chain(*motions)), spot.own)
        lying = known or usual_chips(spot.own)
        taken = "" if act["pulls_back"] == "nothing" else act["pulls_back"] or ""
        if taken == "all":
            lying = ()
        elif taken == "partly":
            lying = _without(lying, act["pulled"])
        last = act["last_chips"] or (spot.stack_named and bool(motions) and sum(map(sum, motions)) >= spot.stack)
        return PushedChips(motions, lying, taken, bool(last), lying_told=bool(known))

    def remember(self, act: Facts, seat: int, bet: int) -> None:
        self.lying[seat] = lying_after(self.lying.get(seat, ()), list(chain(*act["pushes"])), bet)


def _without(lying: tuple[int, ...], pulled: list[int]) -> tuple[int, ...]:
    """What is left in front when some chips were taken back: those named, else one of the smallest."""
    left = list(lying)
    for chip in pulled or ([min(lying)] if len(lying) > 1 else []):
        if chip in left:
            left.remove(chip)
    return tuple(left)
