"""The season as the office keeps it: who counts for the ranking, stages and year closed, seats handed out, bans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.names import name_of
from feltro.app.ranking import ranking_of
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.season.ranking.champions import NO_CHAMPION
from feltro.season.state import OPEN
from feltro.web.acts.form import done_of
from feltro.web.acts.listed import OF_SEASON, offered
from feltro.web.direction import may
from feltro.web.frame.answers import AnyAnswer, room_page, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_page
from feltro.web.frame.known import known_season
from feltro.web.frame.menu import MONEY, OFFICE
from feltro.web.frame.streams import SEASON
from feltro.web.frame.visitor import language_of
from feltro.web.ranking.stages import owed_centavos, passed_over, stages_of

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.season.state import SeasonState

ADDRESS = "/temporada"


@staff_page(ADDRESS + "/{season:str}", MONEY, follows=(SEASON,))
def show_season(request: AnyRequest, season: str) -> AnyAnswer:
    return season_shown(request, season, {}, None)


def _events(state: SeasonState, house: House) -> dict[str, str]:
    return {one.tournament: one.name for one in house.world.gists() if one.season == state.season}


def _closing(state: SeasonState, house: House) -> dict[str, Any]:
    ranking = ranking_of(state.season, house.world, house.books)
    known = None if isinstance(ranking, Refused) else ranking
    return {
        "stages": stages_of(state, known, house),
        "no_ranking": ranking if isinstance(ranking, Refused) else None,
        "owed": owed_centavos(state),
        "passed": passed_over(known, house) if state.ranking.closed_at is None else (),
        "asks_profile": known.rules.book["ranking.requires_profile"].cites if known else (),
        "has_champions": known is not None and known.rules.book["fund.stage.champion"].value != NO_CHAMPION,
        "by": known.rules.book["fund.stage.champion"].cites if known else (),
    }


def season_shown(
    request: AnyRequest, season: str, typed: dict[str, Any], refused: Refused | None, found: list[str] | None = None
) -> AnyAnswer:
    house, role = house_of(request), me(request).role
    with house.world.lock:
        state = known_season(house, season)
        bans = [(name_of(one.person, house.store), one) for one in state.bans.values()]
        tickets = [one for one in state.tickets.values() if one.status == OPEN]
        context: dict[str, Any] = {
            "season": state,
            "groups": offered(OF_SEASON, may(role), None, state),
            "events": _events(state, house),
            "bans": bans,
            "tickets": tickets,
            "owners": {one.owner: name_of(one.owner, house.store) for one in tickets},
            **_closing(state, house),
        }
    imported = request.query_params.get("feito", "") == "ImportResults"
    return room_page(
        request,
        "ranking/season.html",
        409 if refused else 200,
        **context,
        at=now(request),
        may_import=role in OFFICE,
        may_follow=role in ORGANISER,
        can=may(role),
        act_done="ImportResults" if imported else done_of(request),
        typed=typed,
        refused=why(refused, language_of(request)) if refused else None,
        found=found or [],
        key=new_key(),
    )
