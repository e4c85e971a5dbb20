"""The owner's night: what was sold, what is missing, what was taken back and by whom, on one page and one paper."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from feltro.app.reports.names import with_names
from feltro.app.reports.night import night_at, night_of, night_report
from feltro.app.reports.plots import plots_of
from feltro.kernel.roles import OWN_MONEY
from feltro.web.frame.answers import AnyAnswer
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
        before=night.day - DAY,
        after=night.day + DAY,
        plots=plots,
        here_is=f"{ADDRESS}?dia={night.day.isoformat()}",
    )


def _asked(written: str, running: Night) -> Night:
    """An earlier one, where a day is named; what is no day, or still to come, is the running one."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return running
    return night_of(day) if date(2000, 1, 1) <= day < running.day else running
