"""The owner's season: the house's events in figures and plots, beside the night."""

from feltro.app.reports.owner import owner_report
from feltro.app.reports.plots import plots_of
from feltro.kernel.roles import OWN_MONEY
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_page
from feltro.web.frame.known import known_season
from feltro.web.frame.streams import EVENTS, SEASON
from feltro.web.frame.visitor import language_of
from feltro.web.money.night import ADDRESS
from feltro.web.money.statements import shown
from feltro.web.plots import plot_svg


@staff_page(ADDRESS + "/temporada/{season:str}", OWN_MONEY, follows=(EVENTS, SEASON))
def show_owner_season(request: AnyRequest, season: str) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        known_season(house, season)
        report = owner_report(house, season, now(request))
    drawn = [(plot.title, plot_svg(plot)) for one in report.sections for plot in plots_of(report, one, lang)]
    return shown(request, report, "money/owner.html", plots=drawn, here_is=f"{ADDRESS}/temporada/{season}")
