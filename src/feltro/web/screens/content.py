"""From a layout to what stands on a screen. Made once for all who look at the same thing, in the same minute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from feltro.app.event_view import EventView, event_of
from feltro.app.programs.plugins import rows_of
from feltro.app.screens.club import club_of, dressed
from feltro.app.screens.commands import MOST_CLOCKS
from feltro.app.screens.kept import message_now
from feltro.app.tonight import all_playing, playing
from feltro.app.world.streams.screens import STREAM
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import standing, the_day
from feltro.tournament.days.end import played_out
from feltro.web.frame.gate import house_of, now
from feltro.web.frame.shared import TOKEN_MARK
from feltro.web.frame.streams import PEOPLE
from feltro.web.frame.templates import environment, marks_in
from feltro.web.screens import lists
from feltro.web.screens.colours import own_colours
from feltro.web.screens.countdown import clock_text
from feltro.web.screens.faces import PaidRow, face_of, paid_rows
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.screens.commands import Layout
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import TournamentState
    from feltro.web.frame.gate import AnyRequest
    from feltro.words.languages import Lang

MINUTE = 60_000_000
TIME = f"{TOKEN_MARK}time"
"""Stands where the time goes: a rendering is shared, the second is not."""


class Place(NamedTuple):
    """Where a screen fetches itself again, whether it speaks, and whether it is brought by the live stream."""

    address: str
    sound: bool = False
    pushed: bool = False


def show(request: AnyRequest, layout: Layout, place: Place) -> Markup:
    """The screen as HTML. What it was made from stands on it, so that it is fetched anew when that moves."""
    house, at = house_of(request), now(request)
    club = club_of(house.store)
    layout = dressed(layout, club)
    with house.world.lock:
        events = _events(house, layout, at)
        seen = _seen(house, layout, events)
        moments = tuple(_moment(event, day) for _, event, day in _clocks(layout, events))
        key = ("screen", layout, club.name, place, seen, moments, at // MINUTE)
        html: str = request.app.state.shared.get(key, lambda: _render(house, layout, place, events, seen))
    for face, event, day in _clocks(layout, events):
        html = html.replace(f"{TIME}{face}.", _time(event, day))
    return Markup(html)  # noqa: S704 - rendered by our own template, which escapes


def _events(house: House, layout: Layout, at: Instant) -> list[EventView]:
    several = layout.view == "clocks"
    asked = list(layout.events) or (all_playing(house, at) if several else [])
    asked = asked or [found for found in [playing(house, at)] if found]
    found = [event_of(house, one, at) for one in (asked if several else asked[:1])]
    return [one for one in found if one and one.state.sheet]


def _clocks(layout: Layout, events: list[EventView]) -> list[tuple[str, EventView, str]]:
    """Each clock by a name of its own. Flights of one event that are played at once stand beside each other."""
    if layout.view != "clocks":
        return [(event.id, event, layout.day) for event in events]
    found = [(event, day) for event in events for day in _in_play(event.state) or [""]]
    return [(f"{event.id}~{day}" if day else event.id, event, day) for event, day in found[:MOST_CLOCKS]]


def _in_play(state: TournamentState) -> list[str]:
    """Days whose clock was set going and that nobody has closed, when they are several."""
    days = [
        day.id for day in state.the_sheet.days if day.id in state.clocks.days and day.id not in state.days.ended
    ]
    return days if len(days) > 1 else []


NAMES_PEOPLE = frozenset({"seating", "moves", "payouts", "ranking"})
"""Views that are lists of names: one that is corrected at the desk is seen to change."""
OF_THOSE_WHO_PLAY = frozenset({"seating", "moves"})
"""Views that have nothing to say once somebody has won: who finished where stands there then."""


def _seen(house: House, layout: Layout, events: list[EventView]) -> str:
    versions = {STREAM: house.store.version(STREAM), **{event.stream: event.version for event in events}}
    versions |= {f"season:{one.state.season}": house.store.version(f"season:{one.state.season}") for one in events}
    versions |= {PEOPLE: house.store.version(PEOPLE)} if _names_people(layout, events) else {}
    return " ".join(f"{stream}@{version}" for stream, version in versions.items())


def _names_people(layout: Layout, events: list[EventView]) -> bool:
    """A clock does so from the moment that it names the champion."""
    return layout.view in NAMES_PEOPLE or any(played_out(one.state, one.at) for one in events)


def _moment(event: EventView, day_id: str) -> Any:
    day = the_day(event.state, day_id)
    if day is None:
        return None
    found = standing(event.state, day.id, event.at)
    return found.level, found.in_break, found.extra > 0, found.over


def _time(event: EventView, day_id: str) -> str:
    day = the_day(event.state, day_id)
    if day is None:
        return ""
    found = standing(event.state, day.id, event.at)
    if found.level:
        return clock_text(found.seconds_left)
    return clock_text(-(-max(event.state.starts_at(day) - event.at, 0) // SECOND))


def _render(house: House, layout: Layout, place: Place, events: list[EventView], seen: str) -> str:
    lang: Lang = layout.lang
    context: dict[str, Any] = {
        "layout": layout,
        "place": place,
        "live": seen,
        "time_mark": TIME,
        "own": own_colours(layout),
        "club": club_of(house.store).name,
        "message": layout.message or message_now(house.store),
        "lang": lang,
        "heading": "",
        "t": _speaker(lang),
        **marks_in(lang),
        **_content(house, layout, events, lang),
    }
    return environment().get_template("screens/_screen.html").render(context)


def _content(house: House, layout: Layout, events: list[EventView], lang: Lang) -> dict[str, Any]:
    """What each view needs. A screen without an event says so, and waits."""
    if layout.view == "message":
        return {"view": "message"}
    if not events:
        return {"view": "waiting"}
    event = events[0]
    title = event.state.the_sheet.name
    if layout.view in OF_THOSE_WHO_PLAY and played_out(event.state, event.at):
        return {
            "view": "payouts",
            "title": title,
            "heading": say("player.final", lang),
            "rows": _final(event, lang),
        }
    match layout.view:
        case "clock" | "clocks":
            shown = [(name, face_of(one, lang, day)) for name, one, day in _clocks(layout, events)]
            return {"view": "clock", "faces": [face._replace(id=name) for name, face in shown if face]}
        case "seating":
            found = lists.seating(house, event, lang, layout.day)
            title += f" · {say('face.day', lang, day=layout.day)}" if layout.day else ""
            return {"view": "seating", "title": title, "rows": found}
        case "moves":
            moved = lists.moves(house, event)
            return {
                "view": "moves",
                "title": title,
                "rows": moved,
                "minutes": lists.MOVES_MINUTES,
            }
        case "payouts":
            return {"view": "payouts", "title": title, "rows": paid_rows(event, lang)}
        case "plugin":
            return _plugged(house, event, layout.plugin, lang)
        case _:
            ranked = lists.ranking(house, event.state.season, lang)
            name = event.season.name
            return {"view": "ranking", "title": name, "rows": ranked}


def _final(event: EventView, lang: Lang) -> list[PaidRow]:
    places = lists.final_places(event, lang, outside=True)
    return [PaidRow(say("face.place", lang, n=one.place), one.name, one.amount) for one in places]


def _plugged(house: House, event: EventView, name: str, lang: Lang) -> dict[str, Any]:
    """One that breaks, or is no longer installed, says so in its place; every other television goes on."""
    found = rows_of(house, event.id, name, lang, event.at)
    if found is None or isinstance(found, Refused):
        return {"view": "failed", "failed": say("plugin.failed", lang, plugin=name)}
    return {"view": "plugin", "heading": found.title, "title": event.state.the_sheet.name, "rows": found.rows}


def _speaker(lang: Lang) -> Any:
    def t(key: str, **values: Any) -> str:
        return say(key, lang, **values)

    return t
