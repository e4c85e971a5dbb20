"""Where what is asked of a televised table comes in: decided on what stands now, in one transaction, done once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.access.change import AccessChange, change
from feltro.app.feature.decide import AroundHand, decide
from feltro.app.world.streams.feature import FeatureState, stream_of
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.feature.commands import FeatureCommand
    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.feature import FeatureEvent
    from feltro.store.port import Keep

LINES = "lower_third"
"""Kind of the row with what is written at the lower edge of a picture, by tournament."""
DONE_BEFORE = "command.key_used"


def feature_of(house: House, tournament: str) -> FeatureState:
    """Hold the world's lock."""
    state: FeatureState = house.world.live(stream_of(tournament)).state
    return state


def give(
    house: House, tournament: str, command: FeatureCommand, envelope: Envelope, rows: tuple[Keep, ...] = ()
) -> tuple[FeatureEvent, ...] | Refused:
    """What it made; a command sent twice is done once, and made nothing the second time."""
    made: list[FeatureEvent] = []

    def decided(state: FeatureState) -> AccessChange | Refused:
        made.clear()
        with house.world.lock:
            event = house.world.live(f"tournament:{tournament}").state
            if event.sheet is None:
                return Refused("tournament.unknown", {"tournament": tournament})
            book = house.books.settlement(event, envelope.at).book.rulebook
            facts = decide(command, state, AroundHand(event, book, envelope.at))
        if isinstance(facts, Refused):
            return facts
        made.extend(facts)
        return AccessChange(facts, rows)

    refused = change(house.store, type(command).__name__, envelope, decided, stream_of(tournament))
    if refused is None:
        return tuple(made)
    return () if refused.because == DONE_BEFORE else refused


def note(house: House, tournament: str, fact: FeatureEvent, envelope: Envelope) -> None:
    """Something that follows from what was done elsewhere: nobody decides on it."""
    said = AccessChange((fact,), ())
    change(house.store, type(fact).__name__, envelope, lambda _state: said, stream_of(tournament))
