"""What comes next in the room, so that nobody is surprised: the next table to break, the money, chips that leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.needs.evening import is_over
from feltro.app.needs.prompt import COMING, Prompt, Spot
from feltro.tournament.floor.balance import next_to_break
from feltro.tournament.prizes.satellites import places_to_reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.app.screens.clock import ClockView

LEVELS_AHEAD = 3


def coming(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Nothing comes after the champion."""
    if is_over(found):
        return
    yield from _break(found, view)
    yield from _money(found, view)
    yield from _chips(found, view)


def _break(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """How many busts until everybody sits at one table less. While people still come in, none breaks."""
    floor = found.state.floor
    of_day = (one for one in floor.tables.items() if view and one[1].day == view.day)
    tables = {number: table for number, table in of_day if not table.breaking}
    if view is None or view.registration_open or found.state.waiting or len(tables) < 2:
        return
    table = next_to_break(view.day, floor, floor.expected(view.day))
    others = sum(one.usable for number, one in tables.items() if number != table)
    busts = sum(len(one.players) + len(one.held) for one in tables.values()) - others
    if busts > 0:
        yield Prompt(COMING, "director.coming.break", {"table": table, "n": busts}, spot=Spot("table", str(table)))


def _money(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Nothing once a deal was closed: it pays everybody who is left."""
    announced = found.state.prizes.announced
    if view is None or announced is None or found.state.deals.agreed is not None:
        return
    paid = places_to_reach(found.state)
    if view.players_left > paid > 0:
        values = {"n": view.players_left - paid, "paid": paid}
        key = "director.coming.seats" if announced.seats else "director.coming.money"
        yield Prompt(COMING, key, values, spot=Spot("bubble"))


def _chips(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Chips that leave with one of the next levels."""
    if view is None or view.level is None:
        return
    raced = {race.remove for race in found.state.chips.races.values()}
    now = view.level.number
    for number, level in enumerate(found.state.the_sheet.levels[now : now + LEVELS_AHEAD], now + 1):
        for value in level.colour_up:
            if value not in raced:
                values = {"value": value, "level": number}
                yield Prompt(COMING, "director.need.colour_up", values, spot=Spot("chips"))
