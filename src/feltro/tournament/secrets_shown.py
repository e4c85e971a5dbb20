"""What was drawn in the dark is shown when somebody has won and is paid: nobody has to remember it, and anybody can check."""

from collections.abc import Iterator, Sequence

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.tournament.eliminations.envelopes import sealed_boxes, waiting
from feltro.tournament.eliminations.places import first_place_is_free
from feltro.tournament.facts.chips import RaceClosed
from feltro.tournament.facts.eliminations import EnvelopesRevealed
from feltro.tournament.facts.floor import DrawRevealed
from feltro.tournament.facts.prizes import PrizePaid, SeatPaidInMoney
from feltro.tournament.floor.tables import revealed, unused
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes.due import decided_places
from feltro.tournament.state import TournamentState

HANDED_OVER = (PrizePaid, SeatPaidInMoney)
"""Not undone either. A last bust stays one that can be undone: its own command shows no secret."""
CALLED_OFF = ("cancelled", "ended")


def with_secrets_shown(events: Outcome, state: TournamentState, now: Now) -> Outcome:
    """With a payment after the first place is decided, every secret from which something was drawn."""
    if isinstance(events, Refused) or not any(isinstance(one, HANDED_OVER) for one in events):
        return events
    return (*events, *_all_secrets(events, state, now)) if nothing_more_is_drawn(state) else events


def nothing_more_is_drawn(state: TournamentState) -> bool:
    """The first place is decided, or the event was called off."""
    if state.stopped in CALLED_OFF:
        return True
    order = [] if first_place_is_free(state) else decided_places(state)
    return bool(order) and order[0].place == 1


def _all_secrets(events: Sequence[Event], state: TournamentState, now: Now) -> Iterator[Event]:
    """One whose key is not here stays where it is: it is asked for by its own command, which says so."""
    shown = {one.draw for one in events if isinstance(one, DrawRevealed)}
    for draw in list(state.floor.draws.values()):
        was_used = bool(draw.next or draw.number) and not draw.given_up
        if was_used and not draw.secret and draw.id not in shown:
            yield from revealed(draw, unused(f"{draw.id}-after", state), state, now)
    for name, race in state.chips.races.items():
        if race.raced and not race.closed and (secret := _opened(race.commitment, now)):
            yield RaceClosed(race=name, secret=secret)
    for _, box in () if waiting(state) else sealed_boxes(state):
        if box.opened and not box.secret and (secret := _opened(box.commitment, now)):
            yield EnvelopesRevealed(commitment=box.commitment, secret=secret)


def _opened(commitment: str, now: Now) -> str:
    return now.the_chance.unseal(now.the_chance.sealed_at(commitment))
