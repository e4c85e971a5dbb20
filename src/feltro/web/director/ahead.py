"""What comes next in the room, so that nobody is surprised: the next table to break, the money, chips that leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.history import undone_keys
from feltro.tournament.floor.evening import next_to_break
from feltro.web.director.history_lines import act_said, acts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.clock_view import ClockView
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.words.languages import Lang

FACTS_READ, ACTS_SHOWN = 300, 6
HUM = frozenset({"StartHand", "EndHand", "LookAtClock"})
"""What goes on all the time at every table, and would hide the rest."""
LEVELS_AHEAD = 3


class Coming(NamedTuple):
    key: str
    values: dict[str, Any]
    link: str = ""


def coming(found: EventView, view: ClockView | None) -> list[Coming]:
    return [*_break(found, view), *_money(found, view), *_chips(found, view)]


def _break(found: EventView, view: ClockView | None) -> Iterator[Coming]:
    """How many busts until everybody sits at one table less. While people still come in, none breaks."""
    floor = found.state.floor
    tables = {number: table for number, table in floor.tables.items() if view and table.day == view.day}
    if view is None or view.registration_open or found.state.waiting or len(tables) < 2:
        return
    table = next_to_break(view.day, floor, floor.hall(view.day).sizes)
    others = sum(one.chairs - len(one.locked) for number, one in tables.items() if number != table)
    busts = sum(len(one.players) for one in tables.values()) - others
    if busts > 0:
        yield Coming("director.coming.break", {"table": table, "n": busts}, f"/mesa/{table}")


def _money(found: EventView, view: ClockView | None) -> Iterator[Coming]:
    announced = found.state.prizes.announced
    if view is None or announced is None:
        return
    paid = len(announced.prizes_centavos) or announced.seats
    if view.players_left > paid:
        yield Coming("director.coming.money", {"n": view.players_left - paid, "paid": paid}, "/bolha")


def _chips(found: EventView, view: ClockView | None) -> Iterator[Coming]:
    """Chips that leave with one of the next levels."""
    if view is None or view.level is None:
        return
    raced = {race.remove for race in found.state.chips.races.values()}
    now = view.level.number
    for number, level in enumerate(found.state.the_sheet.levels[now : now + LEVELS_AHEAD], now + 1):
        for value in level.colour_up:
            if value not in raced:
                yield Coming("director.need.colour_up", {"value": value, "level": number}, "/fichas")


def latest(house: House, found: EventView, lang: Lang) -> list[dict[str, Any]]:
    """The last acts of the event, the newest first."""
    facts = house.world.live(found.stream).facts[: found.version]
    undone = undone_keys(facts)
    heard = [fact for fact in facts[-FACTS_READ:] if fact.meta.command not in HUM]
    rows = list(acts(heard))[::-1][:ACTS_SHOWN]
    return [act_said(of_one, found, house, lang, undone) for of_one in rows]
