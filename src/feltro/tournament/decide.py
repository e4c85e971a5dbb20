"""`decide(command, state, book, now) -> events | Refused`: pure, and the same answer for the same question."""

from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import anew
from feltro.tournament.asks import decide as asks
from feltro.tournament.calls import decide as calls
from feltro.tournament.chips import decide as chips
from feltro.tournament.clock import decide as clock
from feltro.tournament.clock.due import due
from feltro.tournament.counts import decide as counts
from feltro.tournament.days import decide as days
from feltro.tournament.deals import decide as deals
from feltro.tournament.draws import decide as draws
from feltro.tournament.eliminations import decide as eliminations
from feltro.tournament.evolve import apply
from feltro.tournament.facts.taps import TapArrived
from feltro.tournament.floor import decide as floor
from feltro.tournament.media import decide as media
from feltro.tournament.now import Now, Outcome
from feltro.tournament.opening import decide as opening
from feltro.tournament.opening import mid_play
from feltro.tournament.opening.commands import CreateTournament
from feltro.tournament.pace import decide as pace
from feltro.tournament.pace.hand_for_hand import with_one_table
from feltro.tournament.papers import decide as papers
from feltro.tournament.prizes import decide as prizes
from feltro.tournament.sales import decide as sales
from feltro.tournament.sanctions import decide as sanctions
from feltro.tournament.secrets_shown import with_secrets_shown
from feltro.tournament.state import TournamentState
from feltro.tournament.taps import decide as taps
from feltro.tournament.time_bank import decide as time_bank

Decide = Callable[[Any, TournamentState, Settled, Now], Outcome]


def decide(command: TournamentCommand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What the clock did by itself since somebody last looked stands before what the command does, and is known to it:
    the answer is the same whether or not anybody looked."""
    if state.sheet is None:
        if not isinstance(command, CreateTournament):
            return Refused("tournament.unknown", {"tournament": command.tournament})
        return DECIDE[type(command)](command, state, book, now)
    unseen = due(state, book, now.at)
    looked_at = _looked_at(state, unseen) if unseen else state
    outcome = DECIDE[type(command)](command, looked_at, book, now)
    if isinstance(outcome, Refused):
        return outcome
    waited = (_waited(command, now),) if now.is_late else ()
    settled = floor.settle_down((*unseen, *outcome, *waited), looked_at, book, now)
    return with_secrets_shown(with_one_table(settled, looked_at, book, now), looked_at, now)


def _waited(command: TournamentCommand, now: Now) -> TapArrived:
    """Beside what was tapped stands when, and when it arrived."""
    return TapArrived(act=type(command).__name__, tapped_at=now.when, at=now.at)


def _looked_at(state: TournamentState, unseen: tuple[Event, ...]) -> TournamentState:
    """As it is once the log knows. These facts touch the clocks and the minimums, so only these are copied."""
    seen = copy(state)
    seen.clocks, seen.missed = deepcopy(state.clocks), set(state.missed)
    for event in unseen:
        apply(seen, event)
    return seen


DECIDE: dict[type[TournamentCommand], Decide] = {
    **opening.DECIDE,
    **sales.DECIDE,
    **asks.DECIDE,
    **draws.DECIDE,
    **anew.DECIDE,
    **floor.DECIDE,
    **clock.DECIDE,
    **pace.DECIDE,
    **time_bank.DECIDE,
    **calls.DECIDE,
    **taps.DECIDE,
    **days.DECIDE,
    **eliminations.DECIDE,
    **chips.DECIDE,
    **sanctions.DECIDE,
    **counts.DECIDE,
    **mid_play.DECIDE,
    **media.DECIDE,
    **prizes.DECIDE,
    **deals.DECIDE,
    **papers.DECIDE,
}
