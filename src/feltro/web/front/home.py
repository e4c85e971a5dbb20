"""The first page: what is played now, where somebody sits, what comes, who won last; without a house, the rulebooks."""

from itertools import islice
from typing import Annotated, Any

from litestar import Request
from litestar.params import Parameter
from litestar.response import Template

from feltro.app.event_view import event_of
from feltro.app.handling import House
from feltro.app.people.person import folded
from feltro.app.screens.club import club_of
from feltro.app.tonight import all_playing
from feltro.kernel.instants import SECOND, Instant
from feltro.tournament.days.end import played_out
from feltro.tournament.state import TournamentState
from feltro.web.events.days import by_day, seasons
from feltro.web.floor.lessons import question_today
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page
from feltro.web.frame.streams import EVENTS, SEASONS, SETTINGS, made_from
from feltro.web.frame.templates import page, page_at
from feltro.web.frame.visitor import language_of
from feltro.web.screens import lists
from feltro.web.screens.colours import sheet_of
from feltro.web.screens.faces import face_of
from feltro.web.screens.lists import Placed
from feltro.words.languages import Lang

SUGGESTIONS = ("ficha única", "fora da vez", "all-in", "misdeal", "string bet", "acordo", "chip race")
"""What people look up most, offered under the search box."""

TOPICS = ("betting", "undercall", "button", "heads_up", "clock", "misdeal", "board", "showdown", "points")
"""Subjects on which the books differ enough to be worth a first look."""

LEAST_LETTERS, MOST_FOUND = 3, 6
COMING, CHAMPIONS, RANKED = 5, 5, 5
CHAMPION_SECONDS = 12 * 3600
"""So long a champion stands in the place of the clock."""
LATE_SECONDS = 6 * 3600
"""So long after its hour an event whose clock never went is taken for tonight's; later it is one that did not happen."""


@page_at("/")
def home(request: Request[Any, Any, Any]) -> Template:
    house: House | None = request.app.state.house
    if house is None:
        return page(request, "home.html", suggestions=SUGGESTIONS, topics=TOPICS)
    lang, at = language_of(request), now(request)
    with house.world.lock:
        follows = made_from((EVENTS, SEASONS, SETTINGS), {}, house.store)
        tonight = _tonight(house, at, lang)
    context = {**tonight, "daily": question_today(at)}
    colours = sheet_of(club_of(house.store).colours)
    return page(request, "front/home.html", **context, club_colours=colours, follows=follows, now_ms=at // 1000)


def _tonight(house: House, at: Instant, lang: Lang) -> dict[str, Any]:
    """Hold the world's lock."""
    found = [event_of(house, one, at) for one in all_playing(house, at)]
    won = [(state, places) for state in _ended(house, at) if (places := _places(house, state, at, lang))]
    fresh = [pair for pair in won if at - _last_act(house, pair[0]) < CHAMPION_SECONDS * SECOND]
    season = next(iter(seasons(house)), ("", ""))
    return {
        "faces": [face for one in found if one and (face := face_of(one, lang))],
        "champions": fresh[:1] if not found else [],
        "coming": _coming(house, at),
        "last": won[:CHAMPIONS],
        "season": season,
        "ranked": lists.ranking(house, season[0], lang, outside=True)[:RANKED],
    }


def _coming(house: House, at: Instant) -> list[Any]:
    """What is ahead; and what should have begun and has not: a start that is late is still to come."""
    days, _ = by_day(house, at)
    waiting = {one.tournament for one in house.world.gists() if one.is_open and not one.latest_clock}
    since = at - LATE_SECONDS * SECOND
    ahead = [
        one
        for _, events in days
        for one in events
        if not one.level and not one.stopped and one.starts_at > (since if one.id in waiting else at)
    ]
    return sorted(ahead, key=lambda one: one.starts_at)[:COMING]


def _ended(house: House, at: Instant) -> list[TournamentState]:
    """The latest first."""
    over = sorted((one for one in house.world.gists() if not one.is_open), key=lambda one: -one.last_begins)
    latest = (house.world.live(f"tournament:{one.tournament}").state for one in over)
    return [*islice((state for state in latest if played_out(state, at)), CHAMPIONS)]


def _places(house: House, state: TournamentState, at: Instant, lang: Lang) -> list[Placed]:
    event = event_of(house, state.tournament, at)
    return lists.final_places(event, lang, outside=True) if event else []


def _last_act(house: House, state: TournamentState) -> Instant:
    return house.world.live(f"tournament:{state.tournament}").last_at


@open_page("/assento")
def find_seat(request: AnyRequest, q: Annotated[str, Parameter(query="q")] = "") -> AnyAnswer:
    """Where somebody sits, by name, as the list on the wall says it: in every event that is played now."""
    house, words = house_of(request), folded(q[:100]).split()
    asked = sum(map(len, words)) >= LEAST_LETTERS
    with house.world.lock:
        found = _seated(house, now(request), words, language_of(request)) if asked else []
    return gate_page(
        request, "front/_seat.html", found=found[:MOST_FOUND], more=len(found) > MOST_FOUND, asked=asked
    )


def _seated(house: House, at: Instant, words: list[str], lang: Lang) -> list[tuple[lists.Seated, str, str]]:
    found = []
    for one in all_playing(house, at):
        event = event_of(house, one, at)
        for seated in lists.seating(house, event, lang) if event else ():
            heard = folded(seated.name).split()
            if all(any(name.startswith(word) for name in heard) for word in words):
                found.append((seated, event.state.the_sheet.name if event else "", one))
    return found
