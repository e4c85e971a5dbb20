"""The chairs of one table as its tablet draws them: who sits there, what is known of them, what a tap may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.kernel.outcome import Refused
from feltro.tournament.floor.button import next_hand
from feltro.tournament.sanctions.view import served_hand
from feltro.tournament.status import sits_out
from feltro.tournament.time_bank.decide import action_clock_of, cards_of
from feltro.web.direction import first_name, named_at

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.procedures.time_to_act import DecisionClock
    from feltro.tournament.sanctions.view import ServedHand
    from feltro.tournament.state.floor import Table


class ChairTag(NamedTuple):
    seat: int
    entry: str
    """Nobody sits there while it is empty."""
    name: str
    called: str
    stack: int | None
    marks: tuple[str, ...]
    """What is to be seen of it: absent, away, penalty, all-in, moving, new; button, small, big."""
    hands: int
    """Hands that a penalty still keeps him out."""
    goes_to: str
    """The next chair, at a table that breaks."""
    cards: int
    """Time-bank cards."""
    clock: DecisionClock | None
    locked: bool
    served: ServedHand | None = None
    """What is done at this chair in the coming hand, while its player serves a penalty."""


def seat_tags(found: EventView, table: Table) -> list[ChairTag]:
    called, blinds = named_at(found, table), _blinds(found, table)
    moving = {move.entry for one in found.state.floor.proposals.values() for move in one.moves}
    tags = []
    for seat in range(1, table.chairs + 1):
        tag = _taken(found, table, seat, called[seat]) if seat in table.players else _empty(found, table, seat)
        more = [*(["moving"] if tag.entry in moving else []), *blinds.get(seat, ())]
        tags.append(tag._replace(marks=(*tag.marks, *more)))
    return tags


def _empty(found: EventView, table: Table, seat: int) -> ChairTag:
    coming = table.held.get(seat, "")
    name = found.names.of(coming) if coming else ""
    called, marks = (first_name(name), ("coming",)) if coming else ("", ())
    return ChairTag(seat, "", name, called, None, marks, 0, "", 0, None, seat in table.locked)


def _taken(found: EventView, table: Table, seat: int, called: str) -> ChairTag:
    entry, state = table.players[seat], found.state
    counted, goes = state.chips.stacks.get(entry), state.floor.next_chair.get(entry)
    clock = action_clock_of(state, entry, found.book, found.at)
    return ChairTag(
        seat,
        entry,
        found.names.of(entry),
        called,
        counted.chips if counted else None,
        tuple(_marks(found, entry)),
        _hands_out(found, entry),
        str(goes) if goes else "",
        cards_of(state, entry, found.book) if clock else 0,
        clock,
        locked=False,
        served=served_hand(entry, state, found.book, found.at),
    )


def _marks(found: EventView, entry: str) -> list[str]:
    state, marks = found.state, []
    person = state.entries[entry].person
    if entry in state.floor.absent:
        marks.append("absent")
    if entry in state.sanctions.away:
        marks.append("away")
    if person in state.sanctions.of_person and sits_out(person, state, found.at):
        marks.append("penalty")
    chair, table = state.floor.chair_of[entry], state.floor.table_of(entry)
    pace = state.pace.hand_for_hand.get(table.day) if table is not None else None
    if pace is not None and table is not None and entry in pace.all_in.get(table.number, ()):
        marks.append("all_in")
    if table is not None and table.arrived == chair.seat and state.floor.moves.get(entry):
        marks.append("new")
    return marks


def _hands_out(found: EventView, entry: str) -> int:
    record, person = found.state.sanctions, found.state.entries[entry].person
    return sum(record.penalties[name].left for name in record.serving.get(person, ()))


def _blinds(found: EventView, table: Table) -> dict[int, list[str]]:
    """Of the hand that is dealt now."""
    told = next_hand(table.number, found.state, found.book, found.at)
    marks: dict[int, list[str]] = {}
    if isinstance(told, Refused):
        button = table.positions.button if table.positions else table.drawn_button
        return {button: ["button"]} if button else {}
    for seat, mark in ((told.button, "button"), (told.small_blind, "small"), (told.big_blind, "big")):
        if seat is not None:
            marks.setdefault(seat, []).append(mark)
    return marks
