"""A refusal as people say it: the number on the receipt in place of an id, the name of a person or of what is sold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.app.desk.drawer_names import drawer_name
from feltro.app.people.directory import load

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

UNNAMED = {
    "drawer.not_open": ("desk", "drawer.yours_not_open"),
    "extra.needs_live_entry": ("entry", "extra.no_entry"),
}
"""Where a form had nothing to name, the sentence that names nothing."""
PEOPLE = frozenset({"person", "people", "into"})


def in_words(refused: Refused, house: House, tournament: str = "", season: str = "") -> Refused:
    """What is known by no id of the house stays as it was said. Hold the world's lock."""
    nobody = UNNAMED.get(refused.because)
    if nobody and refused.values.get(nobody[0]) == "none":
        refused = replace(refused, because=nobody[1], values={})
    said = {name: _said(name, value, house, tournament, season) for name, value in refused.values.items()}
    also = tuple(in_words(one, house, tournament, season) for one in refused.also)
    return replace(refused, values=said, also=also)


def _said(name: str, value: object, house: House, tournament: str, season: str) -> object:
    if isinstance(value, tuple):
        return tuple(_said(name, one, house, tournament, season) for one in value)
    if not isinstance(value, str):
        return value
    if name in PEOPLE:
        person = load(house.store, value)
        return person.called if person else value
    match name:
        case "desk":
            return drawer_name(value, house.world)
        case "tournament" | "event":
            return _event_name(value, house)
        case "season":
            known = _season(value, house)
            return known.name if known else value
    state = _event(tournament, house)
    if name == "stage":
        held = _season(season or (state.season if state else ""), house)
        return held.stage_name(value) if held else value
    return _of_the_event(name, value, state) if state else value


def _of_the_event(name: str, value: str, state: TournamentState) -> str:
    match name:
        case "entry" | "sale" if value in state.entries:
            return str(state.entries[value].number)
        case "sale" if value in state.sales:
            sale = state.sales[value]
            entry = state.entries.get(sale.entry)
            return str(sale.receipt or (entry.number if entry else "—"))
        case "item" if state.sheet is not None:
            item = state.sheet.item(value)
            return item.label if item else value
    return value


def _event_name(tournament: str, house: House) -> str:
    state = _event(tournament, house)
    return state.the_sheet.name if state else tournament


def _event(tournament: str, house: House) -> TournamentState | None:
    return house.world.live(stream).state if house.store.version(stream := f"tournament:{tournament}") else None


def _season(season: str, house: House) -> SeasonState | None:
    return house.world.live(stream).state if house.store.version(stream := f"season:{season}") else None
