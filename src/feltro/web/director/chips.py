"""The chips: the one that leaves, table by table; how many are in play and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.event_view import EventView
from feltro.kernel.cards import card, symbol_of
from feltro.procedures.color_up import exchanged_at_par
from feltro.tournament.chips.view import chips_view
from feltro.web.acts.listed import OF_CHIPS, offered
from feltro.web.direction import ADDRESS, FLOOR, may, show
from feltro.web.director.console import view_of
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_page
from feltro.web.frame.known import shown_event
from feltro.words.sentences import sentences

if TYPE_CHECKING:
    from feltro.app.screens.clock import ClockView
    from feltro.tournament.state.chips import Race


@staff_page(ADDRESS + "/{tournament:str}/fichas", FLOOR)
def show_chips(request: AnyRequest, tournament: str) -> AnyAnswer:
    """How many chips are in play and why; and the chip that leaves, table by table."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        state, can = found.state, may(me(request).role)
        context: dict[str, Any] = {
            "chips": chips_view(state),
            "why": _why,
            "races": [_race(found, name) for name in state.chips.races],
            "next": next_colour_up(found, view_of(found)),
            "tables": {number: _seats(found, number) for number in sorted(state.floor.tables)},
            "vouchers": [
                (sale, voucher, found.names.of(voucher.entry)) for sale, voucher in state.chips.vouchers.items()
            ],
            "sets": state.chips.sets,
            "rare": {} if found.past else offered(OF_CHIPS, can, state, found.season),
        }
        return show(request, found, "/fichas", "director/_chips.html", **context)


def _race(found: EventView, name: str) -> dict[str, Any]:
    race, tables = found.state.chips.races[name], found.state.floor.tables
    left = [number for number in sorted(tables) if number not in race.tables and tables[number].players]
    raced = [_came_out(found, race, number) for number in race.tables]
    shown = raced[-1] if raced and not race.closed else None
    return {
        "id": name,
        "race": race,
        "left": left,
        "all": len(left) + len(race.tables),
        "raced": raced,
        "last": shown,
    }


def _came_out(found: EventView, race: Race, number: int) -> dict[str, Any]:
    """Who had odd chips at a table, the cards they were dealt and what they won: the winners first."""
    raced = race.raced[number]
    rows: list[dict[str, Any]] = [
        {
            "seat": seat,
            "name": found.names.of(raced.people[seat]) if seat in raced.people else "",
            "cards": [symbol_of(card(one)) for one in raced.cards.get(seat, ())],
            "won": raced.awards.get(seat, 0),
            "kept": seat in raced.kept_alive,
        }
        for seat, odd in raced.odd.items()
        if odd
    ]
    rows.sort(key=lambda row: (-row["won"], not row["kept"], row["seat"]))
    return {"table": number, "gained": race.tables[number], "rows": rows}


def _why(ground: str) -> str:
    """What came or went, in words; a ground that nobody wrote words for is told as such."""
    key = f"director.chips.why.{ground}"
    return key if key in sentences() else "director.chips.why.other"


def _seats(found: EventView, number: int) -> list[tuple[int, str]]:
    return [
        (seat, found.names.of(entry)) for seat, entry in sorted(found.state.floor.tables[number].players.items())
    ]


def next_colour_up(found: EventView, view: ClockView | None) -> dict[str, Any] | None:
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
