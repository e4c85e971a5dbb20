"""The bubble, the chips and the end of the day: each a page with what is to be done next on top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request

from feltro.tournament.chips.view import chips_view
from feltro.tournament.color_up import exchanged_at_par
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.pace.last_hands import cards_of
from feltro.tournament.state import BAGGED, LIVE
from feltro.web.access.gate import house_of, staff_page
from feltro.web.director.console import view_of
from feltro.web.director.ground import ADDRESS, FLOOR, Standing, show, standing
from feltro.web.room import AnyAnswer
from feltro.words.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.clock_view import ClockView

MOST_ROWS = 300


@staff_page(ADDRESS + "/{tournament:str}/bolha", FLOOR)
def show_bubble(request: Request[Any, Any, Any], tournament: str) -> AnyAnswer:
    """Hand for hand with a tile for each table; the roll-call; and whether the counts agree."""
    with house_of(request).world.lock:
        found = standing(request, tournament)
        view = view_of(found)
        state = found.state
        announced = state.prizes.announced
        paid = len(announced.prizes_centavos) or announced.seats if announced else 0
        pace = view.hand_for_hand if view else None
        context: dict[str, Any] = {
            "view": view,
            "pace": pace,
            "tiles": list(pace.tables.items()) if pace else [],
            "paid": pace.paid if pace else paid,
            "left": players_left(state),
            "calls": [_call(found, number) for number in sorted(state.floor.tables)],
            "findings": [_named(found, one) for one in disagreements(state)] if state.counts_made.tables else [],
            "agreed_players": state.counts_made.agreed_players,
            "agreed": bool(state.counts_made.agreed_at) and state.counts_made.agreed_players == players_left(state),
            "cites": found.event.book["hand_for_hand.hands_per_release"].cites,
        }
        return show(request, found, "/bolha", "director/_bubble.html", **context)


def _call(found: Standing, number: int) -> dict[str, Any]:
    table, call = found.state.floor.tables[number], found.state.counts_made.tables.get(number)
    fresh = call is not None and call.hands == table.hands and set(call.entries) == set(table.players.values())
    return {"number": number, "seated": len(table.players), "call": call if fresh else None}


def _named(found: Standing, one: Any) -> dict[str, Any]:
    values = {name: found.names.of(value) if name == "entry" else value for name, value in one.values.items()}
    return {"key": one.because, "values": values}


@staff_page(ADDRESS + "/{tournament:str}/fichas", FLOOR)
def show_chips(request: Request[Any, Any, Any], tournament: str) -> AnyAnswer:
    """How many chips are in play and why; and the chip that leaves, table by table."""
    with house_of(request).world.lock:
        found = standing(request, tournament)
        state = found.state
        races = [
            {
                "id": name,
                "race": race,
                "left": [number for number in sorted(state.floor.tables) if number not in race.tables],
            }
            for name, race in state.chips.races.items()
        ]
        context: dict[str, Any] = {
            "chips": chips_view(state),
            "why": _why,
            "races": races,
            "next": next_colour_up(found, view_of(found)),
            "tables": {number: _seats(found, number) for number in sorted(state.floor.tables)},
            "vouchers": [
                (sale, voucher, found.names.of(voucher.entry)) for sale, voucher in state.chips.vouchers.items()
            ],
        }
        return show(request, found, "/fichas", "director/_chips.html", **context)


def _why(ground: str) -> str:
    """What came or went, in words; a ground that nobody wrote words for is told as such."""
    key = f"director.chips.why.{ground}"
    return key if key in sentences() else "director.chips.why.other"


def _seats(found: Standing, number: int) -> list[tuple[int, str]]:
    return [
        (seat, found.names.of(entry)) for seat, entry in sorted(found.state.floor.tables[number].players.items())
    ]


def next_colour_up(found: Standing, view: ClockView | None) -> dict[str, Any] | None:
    """The next chip that the sheet takes off the tables, and the one it is exchanged for."""
    sheet, raced = found.state.the_sheet, {race.remove for race in found.state.chips.races.values()}
    now = view.level.number if view and view.level else 0
    values = sorted({chip.value for chip in (*sheet.stack, *sheet.chip_set)})
    for number, level in enumerate(sheet.levels, 1):
        for value in level.colour_up:
            bigger = [one for one in values if one > value]
            if value not in raced and number >= now and bigger:
                whole = next(
                    count for count in range(1, 10_001) if not exchanged_at_par(count, value, bigger[0])[1]
                )
                return {"level": number, "now": now, "remove": value, "keep": bigger[0], "whole": whole}
    return None


@staff_page(ADDRESS + "/{tournament:str}/dia", FLOOR)
def show_day(request: Request[Any, Any, Any], tournament: str) -> AnyAnswer:
    """The last hands, the bags and their second count, and the day after."""
    with house_of(request).world.lock:
        found = standing(request, tournament)
        state, view = found.state, view_of(found)
        days = state.the_sheet.days
        context: dict[str, Any] = {
            "view": view,
            "last": state.pace.last_hands_of(view.day) if view else None,
            "cards": cards_of(found.event.book),
            "window": found.event.book["end_of_day.window_minutes"],
            "playing": sorted(_playing(found, view), key=lambda row: row["name"])[:MOST_ROWS],
            "bags": sorted(_bags(found), key=lambda row: (bool(row["bag"].verified_by), row["name"]))[:MOST_ROWS],
            "unverified": state.days.unverified,
            "ended": state.days.ended,
            "to_start": [day.id for day in days if not day.is_first and day.id not in state.days.started],
            "several": len(days) > 1,
        }
        return show(request, found, "/dia", "director/_day.html", **context)


def _playing(found: Standing, view: ClockView | None) -> Iterator[dict[str, Any]]:
    for entry, chair in found.state.floor.chair_of.items():
        one = found.state.entries[entry]
        if one.status == LIVE and view and found.state.floor.tables[chair.table].day == view.day:
            yield {"entry": one, "name": found.names.of(entry), "chair": chair}


def _bags(found: Standing) -> Iterator[dict[str, Any]]:
    for entry, bag in found.state.days.bags.items():
        if found.state.entries[entry].status == BAGGED:
            yield {"entry": found.state.entries[entry], "name": found.names.of(entry), "bag": bag}


HANDLERS = (show_bubble, show_chips, show_day)
