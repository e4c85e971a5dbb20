"""What the facts around a draw do to the record of its source."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import draws as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.draws import Source


def witness(state: TournamentState, event: Event) -> None:
    """A commitment that was shown and taken back stays on the list."""
    commitment = getattr(event, "commitment", "")
    if commitment and type(event).__name__ in COMMITMENTS:
        state.draws.taken_back.append(commitment)


COMMITMENTS = ("DrawCommitted", "ColorUpCalled", "EnvelopesSealed", "LastHandsCalled")


def source_named(state: TournamentState, event: e.SourceNamed) -> None:
    state.draws.sources[event.commitment] = Source(
        commitment=event.commitment,
        kind=event.kind,
        reference=event.reference,
        caller=event.caller,
        due=event.due,
    )
    state.draws.served |= dict.fromkeys(event.also, event.commitment)


def public_value_added(state: TournamentState, event: e.PublicValueAdded) -> None:
    """In old logs a deck of chairs got a value without a source, by the deck's name."""
    if event.draw not in state.floor.draws:
        state.draws.sources[event.draw].public = event.public


def phone_sealed(state: TournamentState, event: e.PhoneSealed) -> None:
    state.draws.sources[event.commitment].phones[event.sealed] = ""


def phones_closed(state: TournamentState, event: e.PhonesClosed) -> None:
    state.draws.sources[event.commitment].closed = True


def phone_shown(state: TournamentState, event: e.PhoneShown) -> None:
    state.draws.sources[event.commitment].phones[event.sealed] = event.shown


def draw_given_up(state: TournamentState, event: e.DrawGivenUp) -> None:
    state.draws.given_up[event.commitment] = event.because


def sealed_anew(state: TournamentState, event: e.SealedAnew) -> None:
    """Whose cards or envelopes they are learns it by itself."""


def cards_in_a_bag(state: TournamentState, event: e.CardsInABag) -> None:
    state.draws.bags.append((event.day, event.tables))


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.SourceNamed: source_named,
    e.PublicValueAdded: public_value_added,
    e.PhoneSealed: phone_sealed,
    e.PhonesClosed: phones_closed,
    e.PhoneShown: phone_shown,
    e.DrawGivenUp: draw_given_up,
    e.SealedAnew: sealed_anew,
    e.CardsInABag: cards_in_a_bag,
}
