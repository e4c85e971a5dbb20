"""A refusal as people say it: the number on the receipt in place of an id, the name of a person or of what is sold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.app.people.directory import directory

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.tournament.state import TournamentState


def numbered(refused: Refused, state: TournamentState, house: House) -> Refused:
    """What is no id of this event stays as it is. Hold the world's lock."""
    said = {name: _said(name, value, state, house) for name, value in refused.values.items()}
    return replace(refused, values=said) if said != dict(refused.values) else refused


def _said(name: str, value: object, state: TournamentState, house: House) -> object:
    if not isinstance(value, str):
        return value
    match name:
        case "entry" | "sale" if value in state.entries:
            return str(state.entries[value].number)
        case "sale" if value in state.sales:
            sale = state.sales[value]
            return str(sale.receipt or state.entries[sale.entry].number)
        case "person":
            person = directory(house.store).get(value)
            return person.called if person else value
        case "item" if state.sheet is not None:
            item = state.sheet.item(value)
            return item.label if item else value
    return value
