"""Whether a person may not play now: hands to serve, or a suspension that has not ended."""

from feltro.kernel.instants import Instant
from feltro.tournament.clock.running import showing
from feltro.tournament.state import TournamentState
from feltro.tournament.state.sanctions import Penalty


def penalties_given(person: str, state: TournamentState) -> list[Penalty]:
    return [state.sanctions.penalties[name] for name in state.sanctions.of_person.get(person, ())]


def sits_out(person: str, state: TournamentState, at: Instant, day: str = "") -> bool:
    """Whether a person may not play the next hand: hands to serve, or a suspension that has not ended."""
    return person in state.sanctions.serving or suspension_of(person, state, at, day) is not None


def suspension_of(person: str, state: TournamentState, at: Instant, day: str = "") -> Penalty | None:
    """The suspension that keeps a person from playing now."""
    return next((one for one in penalties_given(person, state) if _lasts(one, state, at, day)), None)


def _lasts(penalty: Penalty, state: TournamentState, at: Instant, day: str) -> bool:
    if penalty.kind != "suspension" or penalty.lifted:
        return False
    if penalty.until_at is not None:
        return at < penalty.until_at
    if penalty.until_level:
        return showing(state, at).level < penalty.until_level
    return bool(penalty.until_day) and at < state.starts.get(penalty.until_day, at) and day != penalty.until_day
