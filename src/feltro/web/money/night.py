"""The owner's night: what was sold, what is missing, what was taken back and by whom, on one page and one paper."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from feltro.app.event_view import EventView
from feltro.app.plans.ahead_told import line_of
from feltro.app.plans.in_play import foreseen, foreseen_already, snapshots_of
from feltro.app.reports.names import with_names
from feltro.app.reports.night import headline, night_at, night_of, night_report
from feltro.app.reports.plots import plots_of
from feltro.app.tonight import on_now
from feltro.kernel.roles import OWN_MONEY
from feltro.web.events.days import seasons
from feltro.web.frame.answers import AnyAnswer, part
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_page
from feltro.web.frame.streams import DESKS, EVENTS, SETTINGS
from feltro.web.frame.visitor import language_of
from feltro.web.money.statements import shown
from feltro.web.plots import plot_svg

if TYPE_CHECKING:
    from feltro.app.reports.night import Night

ADDRESS = "/noite"
DAY = timedelta(days=1)


@staff_page(ADDRESS, OWN_MONEY, follows=(EVENTS, DESKS, SETTINGS), menu="night")
def show_night(request: AnyRequest) -> AnyAnswer:
    """Whoever may be about to count a drawer of their own is not told what is in it."""
    house, lang, running = house_of(request), language_of(request), night_at(now(request))
    night = _asked(request.query_params.get("dia", ""), running)
    with house.world.lock:
        report = night_report(house, night, now(request), me(request).user)
        seen = [(event.state.the_sheet.name, foreseen_already(house, event)) for event in _in_play(request)]
    plots = {
        one.name: [{"title": plot.title, "drawn": plot_svg(plot)} for plot in plots_of(report, one, lang)]
        for one in report.sections
    }
    return shown(
        request,
        with_names(report, house.store),
        "money/night.html",
        night=night,
        running=running,
        lines=[(name, line_of(one, lang)) for name, one in seen if one],
        unseen=sum(not one for _, one in seen),
        before=night.day - DAY,
        after=night.day + DAY,
        plots=plots,
        headline=headline(report),
        owner_seasons=seasons(house)[:2],
        here_is=f"{ADDRESS}?dia={night.day.isoformat()}",
    )


@staff_page(ADDRESS + "/previsao", OWN_MONEY)
def show_ahead(request: AnyRequest) -> AnyAnswer:
    """What is foreseen of every event in play: fetched by the page, which does not wait for it."""
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        taken = [(event, snapshots_of(event)[-2:]) for event in _in_play(request)]
    seen = [(event.state.the_sheet.name, foreseen(house, event, one)) for event, one in taken if one]
    return part(request, "money/_ahead.html", lines=[(name, line_of(one, lang)) for name, one in seen])


def _in_play(request: AnyRequest) -> list[EventView]:
    """Hold the world's lock."""
    house, at = house_of(request), now(request)
    return [EventView(house, house.world.live(f"tournament:{one.event}"), at) for one in on_now(house, at)]


def _asked(written: str, running: Night) -> Night:
    """An earlier one, where a day is named; what is no day, or still to come, is the running one."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return running
    return night_of(day) if date(2000, 1, 1) <= day < running.day else running
