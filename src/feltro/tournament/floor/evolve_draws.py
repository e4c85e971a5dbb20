"""What tables learn from the facts around a draw: whether chairs may be drawn, and with which value."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import draws as d
from feltro.tournament.facts import floor as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Draw


def witness(state: TournamentState, event: Event) -> None:
    """A draw that was taken stays taken, also when its command is undone."""
    floor = state.floor
    if isinstance(event, e.DrawCommitted):
        floor.used_draws.add(event.draw)
    elif (
        isinstance(event, e.PlayerSeated | e.TableBroken | e.BreakBegun | e.Redrawn | e.ButtonDrawn)
        and event.draw in floor.draws
    ):
        draw = floor.draws[event.draw]
        draw.number = max(draw.number, event.number)
        draw.next = max(draw.next, getattr(event, "place", 0))


def source_named(state: TournamentState, event: d.SourceNamed) -> None:
    for draw in _with_commitments(state, event.commitment, *event.also):
        draw.awaits = True


def public_value_added(state: TournamentState, event: d.PublicValueAdded) -> None:
    """Every secret that was committed to in the same moment; in old logs one deck, by its name."""
    served = [one for one, source in state.draws.served.items() if source == event.draw]
    named = [state.floor.draws[event.draw]] if event.draw in state.floor.draws else []
    for draw in (*named, *_with_commitments(state, event.draw, *served)):
        draw.public, draw.awaits = event.public, False


def draw_given_up(state: TournamentState, event: d.DrawGivenUp) -> None:
    for draw in _with_commitments(state, event.commitment):
        draw.given_up, draw.awaits = True, False


def _with_commitments(state: TournamentState, *commitments: str) -> list[Draw]:
    return [draw for draw in state.floor.draws.values() if draw.commitment in commitments]


def cards_in_a_bag(state: TournamentState, event: d.CardsInABag) -> None:
    state.floor.halls[event.day].by_cards = True


OF_DRAWS: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    d.SourceNamed: source_named,
    d.PublicValueAdded: public_value_added,
    d.DrawGivenUp: draw_given_up,
    d.CardsInABag: cards_in_a_bag,
}
