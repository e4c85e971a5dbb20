"""The console: what needs somebody now, and the controller of the clock. And which event it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.response import Redirect

from feltro.app.event_view import EventView, lately, states
from feltro.app.needs import COMING, needs
from feltro.app.screens.clock import ClockView, clock_view, look
from feltro.app.screens.commands import ShowMessage
from feltro.app.screens.kept import message_now
from feltro.app.settings.hour import HouseClock
from feltro.app.upkeep.awake import dark
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import showing
from feltro.tournament.days.end import played_out
from feltro.tournament.prizes.pool import pool_of
from feltro.web.direction import ADDRESS, FLOOR, OFFICE, path_of, show
from feltro.web.director.history_lines import latest
from feltro.web.director.orders import answer
from feltro.web.director.spots import way_to
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.streams import EVENTS
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.screens.lists import moves
from feltro.web.trust.strip import network_context

if TYPE_CHECKING:
    from feltro.app.handling import House


class Running(NamedTuple):
    id: str
    name: str
    starts_at: Instant
    zone: str
    level: int
    players: int
    entries: int


@staff_page(ADDRESS, FLOOR, follows=(EVENTS,), menu="director", starts=("director", "floor"))
def choose_event(request: AnyRequest) -> AnyAnswer:
    """With one event in play there is nothing to choose."""
    house = house_of(request)
    with house.world.lock:
        events = running_events(house, now(request))
    playing = [one for one in events if one.level]
    if len(playing) == 1 or len(events) == 1:
        return Redirect(f"{ADDRESS}/{(playing or events)[0].id}", status_code=303)
    return room_page(request, "director/choose.html", events=events)


def running_events(house: House, at: Instant) -> list[Running]:
    """Those in play first, then by their start; what is long over is not offered."""
    found = []
    for state in states(house, lately(at)):
        sheet = state.the_sheet
        level = showing(state, at).level
        left = len(state.floor.chair_of)
        start = min(state.starts.values())
        found.append(Running(state.tournament, sheet.name, start, sheet.zone, level, left, state.entries_sold))
    return sorted(found, key=lambda one: (not one.level, one.starts_at, one.id))


@staff_page(ADDRESS + "/{tournament:str}", FLOOR)
def show_console(request: AnyRequest, tournament: str) -> AnyAnswer:
    """Looking writes down what the clock did by itself, so that no prompt waits for somebody to type."""
    house = house_of(request)
    if "at" not in request.query_params:
        look(house, tournament, now(request)) if house.store.version(f"tournament:{tournament}") else None
    around = {} if wants_fragment(request) else network_context(request)
    with house.world.lock:
        found = shown_event(request, tournament)
        asked = request.query_params.get("dia", "")
        view = view_of(found, asked)
        clock = request.app.state.clock
        jump = clock.jump() if isinstance(clock, HouseClock) else None
        listed = needs(found, view, dark(house.store), jump)
        context = {
            "asked": view.day if view and asked == view.day else "",
            "needs": [one for one in listed if one.weight != COMING],
            "coming": [one for one in listed if one.weight == COMING],
            "way_to": way_to,
            "clock": clock_context(found, view),
            "message": message_now(house.store),
            "latest": latest(house, found, language_of(request), me(request).role),
            "moved": moves(house, found),
            **around,
        }
        return show(request, found, "", "director/_now.html", **context)


def view_of(found: EventView, day: str = "") -> ClockView | None:
    view = clock_view(found.state, found.at, found.book, day)
    if isinstance(view, Refused):
        fallback = clock_view(found.state, found.at, found.book, found.state.the_sheet.days[0].id)
        return None if isinstance(fallback, Refused) else fallback
    return view


def clock_context(found: EventView, view: ClockView | None) -> dict[str, Any]:
    """The controller: what the clock shows, and the money that is played for."""
    zone = found.state.the_sheet.zone
    pool = pool_of(found.state, found.book)
    big = view.level.posted.big_blind if view and view.level else 0
    announced = found.state.prizes.announced
    return {
        "view": view,
        "won": [found.names.of(entry) for entry in played_out(found.state, found.at)],
        "days": [day.id for day in found.state.the_sheet.days],
        "ended": found.state.days.ended,
        "pool": announced.pool_centavos if announced else pool.net,
        "guarantee": pool.guarantee,
        "cover": pool.cover,
        "kept_back": pool.kept_back,
        "big_blinds": view.average / big if view and big else 0,
        "paid": len(announced.prizes_centavos) or announced.seats if announced else 0,
        "break_at": hour(view.next_break.at, zone) if view and view.next_break else None,
        "closes_at": hour(view.registration_ends.at, zone) if view and view.registration_ends else None,
    }


def hour(at: Instant | None, zone: str) -> Any:
    return local_time(at, zone).time() if at is not None else None


@staff_form(ADDRESS + "/{tournament:str}/aviso", OFFICE)
def announce(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """One line on every screen of the room; an empty one takes it away."""
    outcome = give(request, ShowMessage(text=text(data, "text")), text(data, "key"))
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
    return answer(request, found, outcome, path_of(found))
