"""What programs may read: seasons, tournaments now or as they were, tickets, and people for those who serve them."""

from typing import Annotated, Any

from litestar import Response
from litestar.datastructures import State
from litestar.params import Parameter

from feltro.app.access.permissions import READERS
from feltro.app.access.scopes import PEOPLE, PUBLIC
from feltro.app.event_view import level_of
from feltro.app.people.commands import RegisterPerson
from feltro.app.people.directory import directory
from feltro.app.people.person import Person
from feltro.app.world import Live
from feltro.app.world.gist import Gist
from feltro.app.world.past import Version, tournament_view
from feltro.kernel.instants import Instant, local_time, parse_instant, write_instant
from feltro.kernel.outcome import Refused
from feltro.season.commands import TransferTicket
from feltro.season.state import SeasonState
from feltro.web.api.caller import UNREADABLE, Answer, Asking, admitted, no, now, stream_for, told_to
from feltro.web.api.openapi import reads
from feltro.web.api.shapes import (
    PersonLine,
    PersonsAnswer,
    SeasonLine,
    SeasonsAnswer,
    StageLine,
    TicketLine,
    TicketsAnswer,
    TournamentAnswer,
    TournamentLine,
    TournamentsAnswer,
)

SERVE_PEOPLE = RegisterPerson.may
"""Personal data is for those who register people."""
SHOWN_OF_DOCUMENT = 3
MOST_PEOPLE = 20


@reads("/seasons", "Every season, with its stages and tournaments", SeasonsAnswer, scope=PUBLIC)
def list_seasons(request: Asking, state: State) -> Answer:
    who = admitted(request, state.house, READERS)
    with state.house.world.lock:
        played: dict[str, list[str]] = {}
        for one in state.house.world.gists():
            played.setdefault(one.season, []).append(one.tournament)
        seasons = (live.state for live in state.house.world.lives("season:"))
        lines = [_season(one, played.get(one.season, [])) for one in seasons if one.season]
    return told_to(who, SeasonsAnswer(seasons=tuple(lines)))


@reads("/seasons/{season:str}/tickets", "Every seat of a season, with its owners", TicketsAnswer, 404, scope=PEOPLE)
def list_tickets(request: Asking, state: State, season: str) -> Answer:
    who = admitted(request, state.house, TransferTicket.may)
    with state.house.world.lock:
        found, _ = stream_for(state.house, "season", season)
        lines = tuple(
            TicketLine(
                ticket=one.id,
                owner=one.owner,
                owners=tuple(one.owners),
                value_centavos=one.value_centavos,
                target=one.target,
                online=one.online,
                status=one.status,
            )
            for one in found.tickets.values()
        )
    return told_to(who, TicketsAnswer(tickets=lines))


@reads("/tournaments", "Every tournament in a line", TournamentsAnswer, 400, scope=PUBLIC)
def list_tournaments(
    request: Asking,
    state: State,
    season: Annotated[str, Parameter(description="Only those of this season.")] = "",
) -> Answer:
    who = admitted(request, state.house, READERS)
    with state.house.world.lock:
        lines = [
            _tournament(gist, live, now(request))
            for live in state.house.world.lives("tournament:")
            if (gist := live.gist) is not None and season in {"", gist.season}
        ]
    return told_to(who, TournamentsAnswer(tournaments=tuple(lines)))


@reads("/tournaments/{tournament:str}", "A tournament, now or as it was", TournamentAnswer, 400, 404, scope=PUBLIC)
def show_tournament(
    request: Asking,
    state: State,
    tournament: str,
    at: Annotated[str, Parameter(description="A moment with its zone, or `v` and a version: `v120`.")] = "",
) -> Answer:
    who = admitted(request, state.house, READERS)
    try:
        moment = _moment(at)
    except (ValueError, OverflowError):
        return no(UNREADABLE, Refused("api.bad_moment", {"said": at}), request)
    with state.house.world.lock:
        return Response(tournament_view(*stream_for(state.house, "tournament", tournament, moment), who.sees))


@reads("/persons", "Find people by name, document or contact", PersonsAnswer, 400, scope=PEOPLE)
def find_persons(
    request: Asking,
    state: State,
    search: Annotated[str, Parameter(description="At least two letters or digits.")],
) -> Answer:
    """For those who register people. At most twenty, and of a document only its last digits."""
    who = admitted(request, state.house, SERVE_PEOPLE)
    if sum(map(str.isalnum, search)) < 2 or len(search) > 200:
        return no(UNREADABLE, Refused("api.search_too_short"), request)
    found = directory(state.house.store).search(search, MOST_PEOPLE)
    return told_to(who, PersonsAnswer(persons=tuple(map(_person, found))))


def _season(state: SeasonState, tournaments: list[str]) -> SeasonLine:
    stages = tuple(_stage(stage, told) for stage, told in state.stages.items())
    return SeasonLine(
        season=state.season, name=state.name, year=state.year, stages=stages, tournaments=tuple(tournaments)
    )


def _stage(stage: str, announcements: list[Any]) -> StageLine:
    last = announcements[-1]
    return StageLine(
        stage=stage,
        name=last.name,
        venue=last.venue,
        address=last.address,
        first_day=last.first_day.isoformat(),
        last_day=last.last_day.isoformat(),
        announced_at=write_instant(last.at),
        announcements=len(announcements),
    )


def _tournament(event: Gist, live: Live, at: Instant) -> TournamentLine:
    return TournamentLine(
        tournament=event.tournament,
        season=event.season,
        stage=event.stage,
        name=event.name,
        kind=event.kind,
        book=event.book,
        starts={day: local_time(start, event.zone).isoformat() for day, start in event.starts.items()},
        level=level_of(live, at),
        status=event.stopped or ("closed" if event.closed else "open"),
        entries=event.entries,
        version=live.version,
    )


def _person(person: Person) -> PersonLine:
    document = person.document.number if person.document else ""
    return PersonLine(
        person=person.id,
        name=person.name,
        known_as=person.known_as,
        born_on=person.born_on.isoformat() if person.born_on else None,
        document=f"…{document[-SHOWN_OF_DOCUMENT:]}" if document else "",
        photo_id_seen=person.photo_id is not None,
    )


def _moment(written: str) -> Instant | Version | None:
    if not written:
        return None
    return Version(written[1:]) if written[0] == "v" else parse_instant(written)


HANDLERS = (list_seasons, list_tickets, list_tournaments, show_tournament, find_persons)
