"""Every page of the direction."""

from __future__ import annotations

from feltro.web.director import acting, console, finding, history, pages, penalties, room_plan

HANDLERS = (
    *console.HANDLERS,
    *room_plan.HANDLERS,
    *pages.HANDLERS,
    *penalties.HANDLERS,
    *history.HANDLERS,
    *acting.HANDLERS,
)

SEARCHED = finding.SOURCES
"""Importing it adds tables and players to the palette."""
