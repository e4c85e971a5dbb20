"""Every page behind the gate, and the gate itself. A new part of the room adds its handlers here."""

from __future__ import annotations

from feltro.web import find
from feltro.web.access import entering, staff
from feltro.web.desk import acting, drawer, new_player, papers
from feltro.web.desk import routes as desk
from feltro.web.director import routes as director
from feltro.web.events import routes as events
from feltro.web.live import routes as live
from feltro.web.undo import routes as undo

HANDLERS = (
    *entering.HANDLERS,
    *staff.HANDLERS,
    *live.HANDLERS,
    *find.HANDLERS,
    *undo.HANDLERS,
    *desk.HANDLERS,
    *new_player.HANDLERS,
    *acting.HANDLERS,
    *drawer.HANDLERS,
    *papers.HANDLERS,
    *events.HANDLERS,
    *director.HANDLERS,
)
