"""The season as the office keeps it: who counts for the ranking, stages and year closed, seats handed out, bans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request

from feltro.app.people.naming import name_of
from feltro.app.permissions import MAY
from feltro.app.ranking import ranking_of
from feltro.app.use_cases.season_import import import_file
from feltro.kernel.outcome import Refused
from feltro.rulebook.library import shipped
from feltro.season.state import OPEN
from feltro.web.access.gate import envelope, house_of, me, now, staff_form, staff_page
from feltro.web.blanks import Blank, Field, Ground, command_of, offered
from feltro.web.commanding import give, new_key
from feltro.web.fields import Form, text, ticked
from feltro.web.menu import MONEY, OFFICE
from feltro.web.ranking.closing import owed_centavos, stages_of
from feltro.web.ranking.routes import known_season
from feltro.web.room import AnyAnswer, go, room_page, why
from feltro.web.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.season.state import SeasonState
    from feltro.web.blanks import Options

AnyRequest = Request[Any, Any, Any]
ADDRESS = "/temporada"
ZONE = "America/Sao_Paulo"
LONGEST_FILE = 2_000_000
REASON = Field("reason", "long")
PERSON = Field("person", "person")
SCORED = Field("scored_as", "choice", ("main", "side"))

PARTS: dict[str, tuple[Blank, ...]] = {
    "ranking": (
        Blank("RegisterForRanking", (PERSON,)),
        Blank("CountEvent", (Field("tournament", "pick", "events"), SCORED, REASON)),
        Blank("ExcludeEvent", (Field("tournament", "pick", "events"), REASON)),
        Blank("AdjustPoints", (PERSON, Field("points", "number"), REASON)),
        Blank("ChooseRankingBook", (Field("book", "pick", "books"),)),
        Blank("LoadPointsTable", (SCORED, Field("rows", "rows"))),
    ),
    "closing": (
        Blank("CloseStage", (Field("stage", "pick", "stages"), Field("champion", "person", required=False))),
        Blank(
            "ChargeHotel",
            (
                Field("stage", "pick", "stages"),
                Field("amount_centavos", "money"),
                Field("reason", "long", required=False),
            ),
        ),
        Blank("CloseSeason", (Field("order", "people", required=False),), grave=True),
        Blank("ShareSurplus", (Field("amounts_centavos", "amounts"), Field("order", "people", required=False))),
    ),
    "tickets": (
        Blank(
            "IssueTicket",
            (
                Field("ticket", "new"),
                Field("owner", "person"),
                Field("target", "pick", "events"),
                Field("value_centavos", "money"),
                Field("source", "choice", ("organiser", "online")),
            ),
        ),
        Blank("LapseNoShows", (Field("tournament", "pick", "events"),), grave=True),
        Blank("LapseTickets", grave=True),
    ),
    "bans": (
        Blank(
            "BanPerson",
            (
                PERSON,
                Field("ground", "choice", ("order", "people", "tournament_integrity")),
                Field("until", "moment", required=False),
                REASON,
            ),
            grave=True,
        ),
        Blank("LiftBan", (Field("person", "pick", "banned"), Field("reason", "long", required=False))),
    ),
}
BLANKS = tuple(one for part in PARTS.values() for one in part)


@staff_page(ADDRESS + "/{season:str}", MONEY)
def show_season(request: Request[Any, Any, Any], season: str) -> AnyAnswer:
    return _show(request, season, {}, None)


@staff_form(ADDRESS + "/{season:str}", MONEY)
def act(request: Request[Any, Any, Any], season: str, data: Form) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        known_season(house, season)
        command = command_of(BLANKS, data, Ground(house, ZONE), season=season)
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _show(request, season, data, outcome)
    return go(request, f"{ADDRESS}/{season}?feito={text(data, 'command')}")


@staff_form(ADDRESS + "/{season:str}/resultados", OFFICE)
def import_results(request: Request[Any, Any, Any], season: str, data: Form) -> AnyAnswer:
    """Events played elsewhere, as the lines of a CSV file: all of them, or none."""
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        known_season(house, season)
    lines = str(data.get("lines", ""))[:LONGEST_FILE].encode()
    read = import_file(lines, season, house, envelope(request, text(data, "key")), replace=ticked(data, "replace"))
    if isinstance(read, list):
        found = [f"{one.where}: {say(one.because, lang, **one.values)}" for one in read]
        return _show(request, season, data, Refused("season.import.nothing"), found)
    return go(request, f"{ADDRESS}/{season}?feito=ImportResults")


def _options(state: SeasonState, house: House) -> dict[str, Options]:
    events = []
    for stream in house.store.streams("tournament:"):
        found = house.world.live(stream).state
        if found.sheet is not None and found.season == state.season:
            events.append((found.tournament, found.sheet.name))
    open_stages = [
        (stage, told[-1].name) for stage, told in state.stages.items() if stage not in state.ranking.closed_stages
    ]
    return {
        "events": tuple(events),
        "stages": tuple(open_stages),
        "banned": tuple((person, name_of(person, house.store)) for person in state.bans),
        "books": tuple((book, shipped().book(book).label) for book in shipped().ids),
    }


def _closing(state: SeasonState, house: House) -> dict[str, Any]:
    ranking = ranking_of(state.season, house.world, house.books)
    known = None if isinstance(ranking, Refused) else ranking
    return {
        "stages": stages_of(state, known, house),
        "no_ranking": ranking if isinstance(ranking, Refused) else None,
        "owed": owed_centavos(state),
        "by": known.rules.book["fund.stage.champion"].cites if known else (),
    }


def _show(
    request: AnyRequest, season: str, typed: dict[str, Any], refused: Refused | None, found: list[str] | None = None
) -> AnyAnswer:
    house, role = house_of(request), me(request).role
    with house.world.lock:
        state = known_season(house, season)
        options = _options(state, house)
        bans = [(name_of(one.person, house.store), one) for one in state.bans.values()]
        tickets = [one for one in state.tickets.values() if one.status == OPEN]
        owners = {one.owner: name_of(one.owner, house.store) for one in tickets}
        context = _closing(state, house)
    parts = {name: offered(blanks, role, options) for name, blanks in PARTS.items()}
    done = request.query_params.get("feito", "")
    return room_page(
        request,
        "ranking/season.html",
        409 if refused else 200,
        season=state,
        parts={name: blanks for name, blanks in parts.items() if blanks},
        options=options,
        bans=bans,
        tickets=tickets,
        owners=owners,
        at=now(request),
        may_import=role in OFFICE,
        done=done if done == "ImportResults" or any(one.command == done for one in BLANKS) else "",
        typed=typed,
        typed_text=text,
        refused=why(refused, language_of(request)) if refused else None,
        found=found or [],
        key=new_key(),
        may={name for name in ("CloseStage", "CloseSeason") if role in MAY[name]},
        **context,
    )


HANDLERS = (show_season, act, import_results)
