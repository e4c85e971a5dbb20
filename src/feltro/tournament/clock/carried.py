"""A clock that goes on from where it stands, under another hour: the machine's clock was set, and play was not."""

from feltro.kernel.instants import Instant
from feltro.tournament.clock.face import standing
from feltro.tournament.facts.clock import ClockRecovered
from feltro.tournament.state import TournamentState


def carried_over(state: TournamentState, at: Instant, to: Instant) -> tuple[ClockRecovered, ...]:
    """For each day whose clock runs: what it shows at `at`, counted from `to` on. The time between was not played."""
    return tuple(
        ClockRecovered(
            day=day,
            level=shown.level,
            in_break=shown.in_break,
            left=shown.left,
            extra=shown.extra,
            running=not shown.over,
            at=to,
            reason="",
            stopped_at=at,
            counted=False,
        )
        for day, clock in state.clocks.days.items()
        if clock.since is not None
        for shown in (standing(state, day, at),)
    )
