"""`apply(state, event)`: the only code that changes a tournament. It never refuses and never asks.

Each subject says in `APPLY` what its own facts do, and in `ALSO` what it learns from those of others.
"""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.asks import evolve as asks
from feltro.tournament.calls import evolve as calls
from feltro.tournament.chips import evolve as chips
from feltro.tournament.clock import evolve as clock
from feltro.tournament.counts import evolve as counts
from feltro.tournament.days import evolve as days
from feltro.tournament.deals import evolve as deals
from feltro.tournament.draws import evolve as draws
from feltro.tournament.eliminations import evolve as eliminations
from feltro.tournament.floor import evolve as floor
from feltro.tournament.floor.evolve_draws import witness as witness_draw
from feltro.tournament.media import evolve as media
from feltro.tournament.opening import evolve as opening
from feltro.tournament.pace import evolve as pace
from feltro.tournament.papers import evolve as papers
from feltro.tournament.prizes import evolve as prizes
from feltro.tournament.sales import evolve as sales
from feltro.tournament.sales import line
from feltro.tournament.sanctions import evolve as sanctions
from feltro.tournament.state import TournamentState
from feltro.tournament.taps import evolve as taps
from feltro.tournament.time_bank import evolve as time_bank

Applier = Callable[[TournamentState, Any], None]

__all__ = ["APPLY", "apply", "witness"]

SUBJECTS: tuple[Any, ...] = (
    draws,
    clock,
    time_bank,
    days,
    pace,
    media,
    sales,
    line,
    asks,
    floor,
    calls,
    taps,
    chips,
    eliminations,
    sanctions,
    counts,
    prizes,
    deals,
    opening,
    papers,
)
"""The lowest first: whose fact it is applies it before the others do, and they in this order."""


def apply(state: TournamentState, event: Event) -> None:
    APPLY[type(event)](state, event)


def in_turn(*appliers: Applier) -> Applier:
    """Several records that learn from the same event."""

    def apply_each(state: TournamentState, event: Any) -> None:
        for applier in appliers:
            applier(state, event)

    return apply_each


def witness(state: TournamentState, event: Event) -> None:
    """What the world has seen stays seen, also when its command is undone."""
    sales.witness(state, event)
    prizes.witness(state, event)
    witness_draw(state, event)
    draws.witness(state, event)


def _gathered() -> dict[type[Event], Applier]:
    found: dict[type[Event], list[Applier]] = {}
    for table in ("APPLY", "ALSO"):
        for subject in SUBJECTS:
            for event, applier in getattr(subject, table, {}).items():
                found.setdefault(event, []).append(applier)
    return {event: one[0] if len(one) == 1 else in_turn(*one) for event, one in found.items()}


APPLY = _gathered()
