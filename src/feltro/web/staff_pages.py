"""Every page behind the gate, and the gate itself. A new part of the room adds its handlers here."""

from __future__ import annotations

from feltro.web import dealer, find
from feltro.web.access import entrance as entering
from feltro.web.access import staff
from feltro.web.acts import pages as rare_acts
from feltro.web.desk import acts as acting
from feltro.web.desk import drawer, new_player, papers
from feltro.web.desk import palette as finding
from feltro.web.desk import routes as desk
from feltro.web.director import routes as director
from feltro.web.events import routes as events
from feltro.web.live import routes as live
from feltro.web.money import deal, holidays, payouts, special, statements, window
from feltro.web.money import end as ending
from feltro.web.money import staff as staff_share
from feltro.web.papers import routes as printing
from feltro.web.papers import station
from feltro.web.ranking import profiles as joining
from feltro.web.ranking import routes as ranking
from feltro.web.ranking import season
from feltro.web.screens import editor as screen_editor
from feltro.web.screens import fairness, player
from feltro.web.screens import overview as screen_manager
from feltro.web.screens import pictures as publishing
from feltro.web.screens import routes as screens
from feltro.web.setup import routes as setup
from feltro.web.undo import routes as undo

SEARCHED = finding.SEARCHED

HANDLERS = (
    *entering.HANDLERS,
    *staff.HANDLERS,
    *live.HANDLERS,
    *find.HANDLERS,
    *dealer.HANDLERS,
    *undo.HANDLERS,
    *desk.HANDLERS,
    *new_player.HANDLERS,
    *acting.HANDLERS,
    *drawer.HANDLERS,
    *papers.HANDLERS,
    *printing.HANDLERS,
    *station.HANDLERS,
    *events.HANDLERS,
    *screens.HANDLERS,
    *screen_manager.HANDLERS,
    *screen_editor.HANDLERS,
    *player.HANDLERS,
    *fairness.HANDLERS,
    *publishing.HANDLERS,
    *payouts.HANDLERS,
    *window.HANDLERS,
    *holidays.HANDLERS,
    *deal.HANDLERS,
    *ending.HANDLERS,
    *staff_share.HANDLERS,
    *statements.HANDLERS,
    *special.HANDLERS,
    *ranking.HANDLERS,
    *joining.HANDLERS,
    *season.HANDLERS,
    *setup.HANDLERS,
    *director.HANDLERS,
    *rare_acts.HANDLERS,
)
