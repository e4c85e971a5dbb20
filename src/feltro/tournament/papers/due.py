"""What has happened asks for papers: of what, and what the strip is called."""

from collections.abc import Callable
from typing import Any, NamedTuple

from feltro.kernel.events import Event
from feltro.tournament.facts.clock import LevelMarked
from feltro.tournament.facts.days import DayEnded
from feltro.tournament.facts.floor import BreakBegun, PlayerMoved, Redrawn, SeatsSwapped, TableBroken
from feltro.tournament.facts.prizes import PrizesAnnounced
from feltro.tournament.facts.sales import ReceiptIssued
from feltro.tournament.facts.sanctions import PenaltyGiven
from feltro.tournament.floor.moved import who_moved
from feltro.tournament.state import TournamentState


class WantedPaper(NamedTuple):
    key: str
    """What the strip is called."""
    of: tuple[str, ...]
    values: dict[str, Any]
    """Of that name."""


When = dict[type[Event], Callable[[Any, TournamentState], WantedPaper | None]]


def _sold(paper: str) -> When:
    return {
        ReceiptIssued: lambda event, _: WantedPaper(f"paper.due.{paper}", (event.sale,), {"number": event.number})
    }


def _day_over(_event: DayEnded, state: TournamentState) -> WantedPaper | None:
    """For the first later day that has not begun."""
    ahead = [one for one in state.the_sheet.days if not one.is_first]
    following = next((one.id for one in ahead if one.id not in state.days.started), "")
    return WantedPaper("paper.due.next_day", (following,), {"day": following}) if following else None


def _level_over(event: LevelMarked, _state: TournamentState) -> WantedPaper | None:
    ended = level_ended(event)
    return (
        WantedPaper("paper.due.room", (f"{event.day}.{ended}",), {"day": event.day, "level": ended})
        if ended
        else None
    )


def level_ended(event: object) -> int:
    """The level that was over when a level or a break began; 0 for none."""
    if not isinstance(event, LevelMarked):
        return 0
    return event.level if event.in_break else event.level - 1


NEVER: When = {}
RECEIPT, SEAT = _sold("receipt"), _sold("seat")
MOVE: When = {
    TableBroken: lambda event, _: WantedPaper("paper.due.broken", tuple(event.players), {"table": event.table}),
    BreakBegun: lambda event, _: WantedPaper("paper.due.breaking", tuple(event.players), {"table": event.table}),
    PlayerMoved: lambda event, _: WantedPaper("paper.due.moved", who_moved(event), {"table": event.from_table}),
    SeatsSwapped: lambda event, _: WantedPaper("paper.due.redrawn", who_moved(event), {}),
    Redrawn: lambda event, _: WantedPaper("paper.due.redrawn", who_moved(event), {}),
}
PENALTY: When = {PenaltyGiven: lambda event, _: WantedPaper("paper.due.penalty", (event.penalty,), {})}
PAYOUTS: When = {PrizesAnnounced: lambda _event, _: WantedPaper("paper.due.payouts", ("",), {})}
NEXT_DAY: When = {DayEnded: _day_over}
ROOM: When = {LevelMarked: _level_over}
