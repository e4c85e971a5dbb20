"""Which function decides which command about hands that the whole room counts."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.rulebook.settle import Settled
from feltro.tournament.now import Now, Outcome
from feltro.tournament.pace import commands as c
from feltro.tournament.pace import hand_for_hand, last_hands
from feltro.tournament.state import TournamentState

DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.StartHandForHand: hand_for_hand.start,
    c.ReportTable: hand_for_hand.report_table,
    c.ReleaseHand: hand_for_hand.release_hand,
    c.HoldAllIn: hand_for_hand.hold_all_in,
    c.RunAllIn: hand_for_hand.run_all_in,
    c.EndHandForHand: hand_for_hand.end,
    c.StopForLastHands: last_hands.stop,
    c.DrawLastHands: last_hands.draw,
}
