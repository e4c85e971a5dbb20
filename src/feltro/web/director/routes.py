"""Every page of the direction."""

from __future__ import annotations

from feltro.web.director import chips, console, day, history, pages, penalties, room_plan, several
from feltro.web.director import orders as acting
from feltro.web.director.palette import console_pages, in_play
from feltro.web.frame.palette import SOURCES

HANDLERS = (
    *console.HANDLERS,
    *room_plan.HANDLERS,
    *pages.HANDLERS,
    *chips.HANDLERS,
    *day.HANDLERS,
    *penalties.HANDLERS,
    *history.HANDLERS,
    *acting.HANDLERS,
    *several.HANDLERS,
)

SOURCES[1:1] = [in_play, console_pages]
"""After the pages, before everybody who ever came."""
