"""The console: what needs somebody now, and the controller of the clock. And which event it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.response import Redirect

from feltro.app.event_view import EventView, lately, states
from feltro.app.needs import COMING, needs
from feltro.app.plans.ahead_told import line_of
from feltro.app.plans.in_play import foreseen_already
from feltro.app.screens.clock import ClockView, clock_view, look
from feltro.app.screens.commands import ShowMessage
from feltro.app.screens.kept import message_now
from feltro.app.settings.hour import HouseClock
from feltro.app.upkeep.awake import dark
from feltro.kernel.instants import SECOND, Instant, local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import showing
from feltro.tournament.days.end import played_out
from feltro.tournament.prizes.pool import pool_of
from feltro.tournament.prizes.satellites import places_to_reach
from feltro.web.direction import ADDRESS, FLOOR, OFFICE, path_of, show
from feltro.web.director.end_steps import ending_for
from feltro.web.director.history_lines import latest
from feltro.web.director.orders import answer
from feltro.web.director.ruled import ruled_lines, rulings_live
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
    from datetime import date, datetime

    from feltro.app.handling import House
    from feltro.words.languages import Lang

PARTS = ("tonight", "coming", "over")


class Running(NamedTuple):
    id: str
    name: str
    starts_at: Instant
    zone: str
    level: int
    players: int
    entries: int
    won: bool

    def part(self, today: date) -> str:
        """Of the first page: tonight, the days that come, or what is over."""
        if self.won:
            return "over"
        return "tonight" if self.level or local_time(self.starts_at, self.zone).date() <= today else "coming"


@staff_page(ADDRESS, FLOOR, follows=(EVENTS,), menu="director", starts=("director",))
def choose_event(request: AnyRequest) -> AnyAnswer:
    """With one event in play there is nothing to choose."""
    house = house_of(request)
    with house.world.lock:
        events = running_events(house, now(request))
    playing = [one for one in events if one.level and not one.won]
    if len(playing) == 1 or len(events) == 1:
        return Redirect(f"{ADDRESS}/{(playing or events)[0].id}", status_code=303)
    today = local_time(now(request)).date()
    parts = [(part, [one for one in events if one.part(today) == part]) for part in PARTS]
    return room_page(request, "director/choose.html", parts=[(part, found) for part, found in parts if found])


def running_events(house: House, at: Instant) -> list[Running]:
    """Those in play first, then by their start, what is won last; what is long over is not offered."""
    found = []
    for state in states(house, lately(at)):
        sheet = state.the_sheet
        level = showing(state, at).level
        left = len(state.floor.chair_of)
        start = min(state.starts.values())
        won = bool(played_out(state, at))
        found.append(Running(state.tournament, sheet.name, start, sheet.zone, level, left, state.entries_sold, won))
    return sorted(found, key=lambda one: (one.won, not one.level, one.starts_at, one.id))


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
        night_over = is_night_over(request, found, [one.key for one in listed])
        listed = [one for one in listed if not night_over or one.key not in FAREWELL]
        context = {
            "night_over": night_over,
            "asked": view.day if view and asked == view.day else "",
            "needs": [one for one in listed if one.weight != COMING],
            "coming": [one for one in listed if one.weight == COMING],
            "way_to": way_to,
            "clock": clock_context(found, view),
            "message": message_now(house.store),
            "latest": latest(house, found, language_of(request), me(request).role),
            "moved": moves(house, found),
            "ruled": ruled_lines(found, language_of(request), most=3),
            "rulings_live": rulings_live(found),
            "copy": copy_line(request, found.state.the_sheet.zone),
            **ahead_context(found, view, language_of(request)),
            **around,
        }
        return show(request, found, "", "director/_now.html", **context)


FAREWELL = frozenset({"evening.over", "evening.papers"})
"""What is asked once all is paid, until nothing of the evening is left to do."""


def is_night_over(request: AnyRequest, found: EventView, asked: list[str]) -> bool:
    """Prizes, stage, drawers, copy: this page and the list of the closing never contradict each other."""
    steps = ending_for(me(request), found, found.house) if "evening.over" in asked and not found.past else []
    return bool(steps) and all(one.done for one in steps)


def ahead_context(found: EventView, view: ClockView | None, lang: Lang) -> dict[str, Any]:
    """What is foreseen, where it is worked out; else where it is fetched from. Nothing of a room that is past or over."""
    if not view or not view.level or found.past or played_out(found.state, found.at):
        return {"ahead": None, "ahead_level": 0}
    seen = foreseen_already(found.house, found)
    return {"ahead": line_of(seen, lang) if seen else None, "ahead_level": view.level.number}


class CopyLine(NamedTuple):
    """How old the last good copy of the house is; `none` and `failed` say what is wrong with it."""

    key: str
    minutes: int = 0
    at: Any = None
    places: int = 0


def copy_line(request: AnyRequest, zone: str) -> CopyLine | None:
    watch = request.app.state.health
    backups = watch.backups if watch else None
    if backups is None:
        return None
    last = backups.last()
    if last is None:
        return CopyLine("director.copy.none")
    minutes = max(0, now(request) - last.at) // (60 * SECOND)
    key = "director.copy.failed" if backups.failed else "director.copy.last"
    return CopyLine(key, minutes, hour(last.at, zone), len(backups.folders))


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
        "paid": places_to_reach(found.state),
        "paid_label": "face.seats" if announced and announced.seats else "director.paid_places",
        "break_at": hour(view.next_break.at, zone) if view and view.next_break else None,
        "closes_at": hour(view.registration_ends.at, zone) if view and view.registration_ends else None,
        "starts": starts_of(found, view.day) if view and not view.level else None,
    }


def starts_of(found: EventView, day: str) -> datetime | None:
    """When a day begins whose clock shows nothing yet."""
    sheet = found.state.the_sheet
    begins = (found.state.starts_at(one) for one in sheet.days if one.id == day)
    return next((local_time(at, sheet.zone) for at in begins), None)


def hour(at: Instant | None, zone: str) -> Any:
    return local_time(at, zone).time() if at is not None else None


@staff_form(ADDRESS + "/{tournament:str}/aviso", OFFICE)
def announce(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """One line on every screen of the room; an empty one takes it away."""
    outcome = give(request, ShowMessage(text=text(data, "text")), text(data, "key"))
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
    return answer(request, found, outcome, path_of(found))
