"""The floor plan: a card for each table in room order. `plan_kept.py` makes each once for what it shows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from feltro.app.people.forgotten import dropped_by
from feltro.kernel.outcome import Refused
from feltro.tournament.floor.button import next_hand
from feltro.tournament.status import sits_out
from feltro.web.direction import first_name, named_at, path_of
from feltro.web.frame.templates import environment
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.tournament.state.floor import Table
    from feltro.words.languages import Lang

CARDS_KEPT = 16_384
SEATS_KEPT = 32_768


class SeatCard(NamedTuple):
    number: int
    entry: str = ""
    first: str = ""
    name: str = ""
    stack: int | None = None
    """As it was counted last; nothing where nobody counted."""
    marks: str = ""
    """Classes: `v` identity seen, `a` away or absent, `p` penalty, `m` to be moved, `k` locked, `h` kept for somebody who comes."""


class TableCard(NamedTuple):
    """Everything a card shows: two that are equal look the same."""

    path: str
    number: int
    chairs: int
    players: int
    button: int
    big_blind: int
    flags: tuple[str, ...]
    """`breaking`, `halted`, `waived`, `short`, `playing`, `all_in`, `done`: each a word on the card."""
    seats: tuple[SeatCard, ...]
    past: str = ""
    """The moment that is looked at; its links stay in it."""
    day: str = ""
    """Said where the event has several: tables of two flights may stand in one room."""


class RoomPlan(NamedTuple):
    version: int
    cards: tuple[TableCard, ...]
    standing: tuple[str, ...]
    """Entries in play without a chair."""

    def changed_since(self, older: RoomPlan) -> list[TableCard] | None:
        """Cards that are other than they were; nothing when tables came or went, and all has to be drawn."""
        if [card.number for card in self.cards] != [card.number for card in older.cards]:
            return None
        return [new for new, old in zip(self.cards, older.cards, strict=True) if new != old]


def cards_of(found: EventView) -> list[TableCard]:
    moving = moving_in(found)
    return [card_of(found, table, moving) for _, table in sorted(found.state.floor.tables.items())]


def moving_in(found: EventView) -> set[str]:
    """Entries that a proposal would move, and those of tables that break."""
    return {*found.state.floor.next_chair} | {
        move.entry for one in found.state.floor.proposals.values() for move in one.moves
    }


def card_of(found: EventView, table: Table, moving: set[str]) -> TableCard:
    called = named_at(found, table)
    seats = tuple(_seat(found, table, number, moving, called) for number in range(1, table.chairs + 1))
    day = table.day if len(found.state.the_sheet.days) > 1 else ""
    return TableCard(
        path_of(found),
        table.number,
        table.chairs,
        len(table.players),
        *_blinds(found, table),
        tuple(flags_of(found, table)),
        seats,
        found.past,
        day,
    )


def _blinds(found: EventView, table: Table) -> tuple[int, int]:
    """Button and big blind of the hand that is dealt now, as the table's sheet tells them: what is kept is of the hand
    that ended before it."""
    told = next_hand(table.number, found.state, found.book, found.at)
    if not isinstance(told, Refused) and told.button is not None:
        return told.button, told.big_blind or 0
    return table.positions.button if table.positions else table.drawn_button or 0, 0


def _seat(found: EventView, table: Table, number: int, moving: set[str], called: dict[int, str]) -> SeatCard:
    entry = table.players.get(number, "")
    if not entry:
        kept = table.held.get(number, "")
        name = found.names.of(kept) if kept else ""
        return SeatCard(
            number, "", first_name(name), name, marks="k" if number in table.locked else "h" if kept else ""
        )
    marks = "".join(marks_of(found, entry, moving))
    name = found.names.of(entry)
    counted = found.state.chips.stacks.get(entry)
    return SeatCard(number, entry, called[number], name, counted.chips if counted else None, marks)


def marks_of(found: EventView, entry: str, moving: set[str]) -> list[str]:
    state, marks = found.state, []
    person = state.entries[entry].person
    if state.entries[entry].identity or state.entries[entry].checked_in:
        marks.append("v")
    if entry in state.sanctions.away or entry in state.floor.absent:
        marks.append("a")
    if person in state.sanctions.of_person and sits_out(person, state, found.at):
        marks.append("p")
    if entry in moving:
        marks.append("m")
    return marks


def flags_of(found: EventView, table: Table) -> list[str]:
    flags = [name for name in ("breaking", "halted", "waived") if getattr(table, name)]
    hall, pace = found.state.floor.hall(table.day), found.state.pace.hand_for_hand.get(table.day)
    coming = len(table.players) + len(table.held)
    if coming + 1 < hall.sizes.highest and not table.halted and not table.breaking:
        flags.append("short")
    if pace is not None:
        held = table.number in pace.held or pace.runs == table.number
        flags.append("all_in" if held else "playing" if table.number in pace.to_play else "done")
    return flags


@lru_cache(maxsize=CARDS_KEPT)
def card_html(card: TableCard, lang: Lang) -> str:
    words = {flag: say(f"director.table.{flag}", lang) for flag in card.flags}
    words["day"] = say("director.day_n", lang, day=card.day) if card.day else ""
    words["label"] = say("director.table.label", lang, table=card.number, players=card.players, chairs=card.chairs)
    seats = Markup().join(
        _seat_html(seat, card.path, card.past, _blinds_at(seat, card), lang) for seat in card.seats
    )
    return environment().get_template("director/_card.html").render(card=card, words=words, seats=seats)


def _blinds_at(seat: SeatCard, card: TableCard) -> str:
    """Classes: `g` has the big blind, `b` the button. On an empty chair only the button is shown."""
    big_blind = " g" if seat.entry and seat.number == card.big_blind else ""
    return f"{big_blind} b" if seat.number == card.button else big_blind


@lru_cache(maxsize=SEATS_KEPT)
def _seat_html(seat: SeatCard, path: str, past: str, blinds: str, lang: Lang) -> Markup:
    """Made once: of a table that somebody leaves, the other chairs look as before."""
    stack = "" if seat.stack is None else written(seat.stack, lang)
    kept = say("director.kept_for", lang, player=seat.name) if seat.marks == "h" else ""
    return _seat_macro()(seat, path, past, blinds, stack, kept)


@lru_cache(maxsize=1)
def _seat_macro() -> Callable[..., Markup]:
    macro: Callable[..., Markup] = environment().get_template("director/_seat.html").module.seat_mark  # type: ignore[attr-defined]
    return macro


dropped_by(_seat_html.cache_clear)
dropped_by(card_html.cache_clear)


def card_again(card: TableCard, lang: Lang) -> str:
    """The same card, to be put in the place of the one that is on the screen."""
    return card_html(card, lang).replace("<article ", '<article hx-swap-oob="true" ', 1)
