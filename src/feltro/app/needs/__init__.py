"""The one list of what needs somebody in an event, each with its reason, its clause and what settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.needs.ahead import coming
from feltro.app.needs.clock import clock_prompts, jump_prompts
from feltro.app.needs.evening import next_step
from feltro.app.needs.prompt import COMING, WEIGHTS, Deed, Prompt, Spot
from feltro.app.needs.proposals import proposals
from feltro.app.needs.reminders import decks_due, reminders
from feltro.app.needs.room import room_prompts
from feltro.app.needs.sent_away import sent_away_prompts

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.screens.clock import ClockView
    from feltro.app.settings.hour import Jump
    from feltro.app.upkeep.awake import Dark

__all__ = ["COMING", "Deed", "Prompt", "Spot", "decks_due", "needs", "proposals"]


def needs(found: EventView, view: ClockView | None, dark: Dark | None, jump: Jump | None = None) -> list[Prompt]:
    """The loudest first; what stops play everywhere comes before what concerns one table, and last what is coming."""
    listed = [
        *jump_prompts(found, jump),
        *clock_prompts(found, view, dark),
        *sent_away_prompts(found),
        *room_prompts(found, view),
        *reminders(found),
        *next_step(found, view),
        *coming(found, view),
    ]
    return sorted(listed, key=lambda one: WEIGHTS.index(one.weight))
