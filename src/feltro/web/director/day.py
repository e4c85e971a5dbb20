"""The end of a day: the last hands, the bags and their second count, the day closed, and tomorrow's chairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.access.seconds import waits_for_other
from feltro.app.event_view import EventView
from feltro.app.people.person import folded
from feltro.kernel.cards import SUIT_SYMBOLS, SUITS
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.procedures.control import control
from feltro.tournament.days.bags import BagSum, bag_sum, counted_blind
from feltro.tournament.days.commands import StartDay, VerifyBag
from feltro.tournament.days.decide import one_stack_each
from feltro.tournament.floor.commands import CloseTable, NewTable, OpenTables, SeatEntries
from feltro.tournament.pace.last_hands import cards_of
from feltro.tournament.state import BAGGED, LIVE
from feltro.tournament.state.draws import PLAYER
from feltro.web.direction import ADDRESS, FLOOR, OFFICE, path_of, show
from feltro.web.director.console import view_of
from feltro.web.director.draw_source import source_fields
from feltro.web.director.forms import unreadable
from feltro.web.director.orders import answer
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.commands import give, new_id, new_key
from feltro.web.frame.fields import Form, numbers, text
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import shown_event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.screens.clock import ClockView
    from feltro.app.world.plan import Done

MOST_ROWS = 1000


@staff_page(ADDRESS + "/{tournament:str}/dia", FLOOR)
def show_day(request: AnyRequest, tournament: str) -> AnyAnswer:
    """What is to be done next stands open, and what is done stays in sight."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        state, view = found.state, view_of(found)
        days = state.the_sheet.days
        to_start = [day.id for day in days if not day.is_first and day.id not in state.days.started]
        playing = sorted(_playing(found, view), key=lambda row: (row["chair"].table, row["chair"].seat))
        bags = sorted(_bags(found, view), key=lambda row: folded(row["name"]))
        context: dict[str, Any] = {
            "view": view,
            "last": state.pace.last_hands_of(view.day) if view else None,
            "said_aloud": _said_aloud(found, view),
            "cards": cards_of(found.book),
            "face": card_face,
            "window": found.book["end_of_day.window_minutes"],
            "two": found.book["end_of_day.bag.two_people"],
            "playing": playing[:MOST_ROWS],
            "to_check": [row for row in bags if not row["bag"].verified][:MOST_ROWS],
            "checked": [row for row in bags if row["bag"].verified][:MOST_ROWS],
            "bagged_chips": sum(row["bag"].chips for row in bags if row["bag"].verified),
            "blind": counted_blind(found.book) or not found.book["end_of_day.bag.two_people"].value,
            "sum": _sum(found, view),
            "ended": state.days.ended,
            "started": state.days.started,
            "opening": _opening(found),
            "to_start": to_start,
            "tomorrow": _tomorrow(found, to_start),
            "several": len(days) > 1,
            "i": me(request).user if _waits(found, me(request).user) else "",
            "key": new_key(),
        }
        return show(request, found, "/dia", "director/_day.html", **context)


def _sum(found: EventView, view: ClockView | None) -> BagSum | None:
    day = found.state.the_sheet.day(view.day) if view else None
    return bag_sum(day, found.state) if day else None


def _waits(found: EventView, counter: str) -> bool:
    """Whether whoever counted a bag calls somebody else to count it again."""
    return waits_for_other(counter, VerifyBag.may, control(found.book), found.house.world, found.at)


def card_face(card: str) -> str:
    """A card as it is printed: `6♠`."""
    return card[:-1] + SUIT_SYMBOLS[SUITS.index(card[-1])]


def _playing(found: EventView, view: ClockView | None) -> Iterator[dict[str, Any]]:
    for entry, chair in found.state.floor.chair_of.items():
        one = found.state.entries[entry]
        if one.status == LIVE and view and found.state.floor.tables[chair.table].day == view.day:
            yield {"entry": one, "name": found.names.of(entry), "chair": chair}


def _bags(found: EventView, view: ClockView | None) -> Iterator[dict[str, Any]]:
    """Those of the flight in play; once a later day comes, of everybody who goes on."""
    day = found.state.the_sheet.day(view.day) if view else None
    flight = day.id if day and day.is_first else ""
    for entry, bag in found.state.days.bags.items():
        if found.state.entries[entry].status == BAGGED and flight in ("", found.state.entries[entry].day):
            yield {"entry": found.state.entries[entry], "name": found.names.of(entry), "bag": bag}


def _opening(found: EventView) -> bool:
    """Somebody came back from a bag, and no hand was dealt at the table where it is opened."""
    floor = found.state.floor
    back = (
        (entry for entry in floor.chair_of if found.state.entries[entry].bagged) if found.state.days.started else ()
    )
    tables = (floor.tables[floor.chair_of[entry].table] for entry in back)
    return any(not (table.hands or table.dealing) for table in tables)


def _tomorrow(found: EventView, to_start: list[str]) -> dict[str, Any] | None:
    """The next day whose players are known: how many come back, and as many tables as they fill."""
    state = found.state
    if not to_start or not state.days.bags:
        return None
    players = len(one_stack_each(state, found.book["reentry.after_bagging"].value))
    chairs = state.the_sheet.table_size
    tables = -(-players // chairs)
    flights_left = [day.id for day in state.the_sheet.days if day.is_first and day.id not in state.days.ended]
    return {
        "day": to_start[0],
        "players": players,
        "chairs": chairs,
        "tables": f"1-{tables}" if tables > 1 else "1",
        "live": sum(state.days.live.values()),
        "unverified": state.days.unverified,
        "flights": flights_left,
    }


@staff_form(ADDRESS + "/{tournament:str}/dia/lugares", OFFICE)
def draw_next_day(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Everybody who bagged comes back, and their chairs are drawn: the list can be printed at once.

    Each step is an act of its own, kept with its own name and undone like any other: where one is refused, those
    before it stand, and the form can be sent again.
    """
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
    outcome = _drawn(request, found, data)
    return answer(request, found, outcome, f"{path_of(found)}/dia")


def _said_aloud(found: EventView, view: ClockView | None) -> bool:
    """Whether a player was named to say the value, and has not said it yet."""
    last = found.state.pace.last_hands_of(view.day) if view else None
    source = found.state.draws.source(last.commitment) if last else None
    return source is not None and source.kind == PLAYER and source.awaits


def _drawn(request: AnyRequest, found: EventView, data: dict[str, Any]) -> Done | Refused:
    state, day, key = found.state, text(data, "day"), text(data, "key")
    tables = numbers(text(data, "tables"))
    if not tables:
        return unreadable(text(data, "tables"))
    known = state.the_sheet.day(day)
    if known is None or known.is_first:
        return Refused("tournament.no_such_day", {"day": day})
    steps: list[Command] = [] if day in state.days.started else [StartDay(tournament=found.id, day=day)]
    steps += [
        CloseTable(tournament=found.id, table=number)
        for number, table in sorted(state.floor.tables.items())
        if table.day != day and not table.players
    ]
    opened = tuple(
        NewTable(number=number, chairs=state.the_sheet.table_size)
        for number in tables
        if number not in state.floor.tables or state.floor.tables[number].day != day
    )
    source = source_fields(data, found)
    if isinstance(source, Refused):
        return source
    if opened:
        steps.append(OpenTables(tournament=found.id, draw=new_id("d"), day=day, tables=opened, **source))
    if not source:  # with one, chairs wait for the room's value
        steps.append(SeatEntries(tournament=found.id, day=day))
    outcome: Done | Refused = Refused("form.unfit", {"said": "day"})
    for number, step in enumerate(steps):
        outcome = give(request, step, f"{key}-{number}" if key else "")
        if isinstance(outcome, Refused):
            return outcome
    return outcome
