"""What Decidir knows before anybody taps: the book, the game, the blinds, who sits where, and who has the button."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.kernel.outcome import Refused
from feltro.rulebook.library import shipped
from feltro.rulebook.settle import own_voice
from feltro.tournament.clock.face import showing, standing
from feltro.tournament.clock.hands import game_now
from feltro.tournament.floor.button import next_hand
from feltro.web.direction import first_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.app.event_view import EventView
    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet import Level
    from feltro.tournament.state.floor import Table

POSITIONS = ("SB", "BB", "UTG", "MP", "HJ", "CO", "BTN")
"""A table that nobody named, clockwise from the left of the button."""
USUAL_BLINDS = (100, 200)
USUAL_CHIPS = (25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000)
MOST_DISCS = 6
ANTES = {"big_blind": "big_blind", "button": "button", "everybody": "each"}


@dataclass(frozen=True, slots=True)
class SeatedPerson:
    """Somebody at the table: the chair, the entry, and the whole name."""

    chair: int
    entry: str
    name: str


@dataclass(frozen=True, slots=True)
class KnownTable:
    """Where a situation begins: with an event its table, without one a book and blinds."""

    rulebook: Rulebook
    base: Mapping[str, Any]
    """The fields of a hand that nobody has to tell."""
    seats: tuple[str, ...] = POSITIONS
    """Clockwise from the left of the button, by what they are called at the table."""
    people: Mapping[str, SeatedPerson] = field(default_factory=dict)
    button: str = POSITIONS[-1]
    table: int = 0
    level: int = 0
    hand: int = 0
    discs: tuple[int, ...] = USUAL_CHIPS[:MOST_DISCS]
    tables: Mapping[int, Table] = field(default_factory=dict)
    """Every table of the event."""
    chairs: int = 0

    @property
    def context(self) -> dict[str, Any]:
        """As the reading of words wants it."""
        told = {name: value for name, value in self.base.items() if name not in {"book", "dead_small_blind"}}
        chairs = {str(one.chair): name for name, one in self.people.items()}
        return {**told, "seats": [*self.seats], "button": self.button, **({"chairs": chairs} if chairs else {})}


def without_event(book: str, blinds: tuple[int, int] = USUAL_BLINDS, game: str = "nlhe") -> KnownTable:
    """Any of the five books, and blinds as somebody chose them."""
    library = shipped()
    chosen = book if book in library.ids else library.standard
    base = {"book": chosen, "game": game, "blinds": [*blinds], "seats": [*POSITIONS]}
    return KnownTable(library[chosen], base, discs=_discs(USUAL_CHIPS, blinds[1]))


def at_event(found: EventView, number: int) -> KnownTable:
    """An event, and one of its tables where somebody named it. Hold the world's lock."""
    state, rulebook = found.state, found.book.once(own_voice)
    table = state.floor.tables.get(number)
    sheet = state.the_sheet
    face = standing(state, table.day, found.at) if table else showing(state, found.at)
    level = sheet.levels[min(max(face.level, 1), len(sheet.levels)) - 1]
    game = game_now(state, number, found.at) if table else sheet.games.codes[0]
    stakes = _stakes(level, game, sheet.ante_from)
    base: dict[str, Any] = {"book": rulebook.book.id, "game": game, **stakes}
    values = [chip.value for chip in (*sheet.stack, *sheet.chip_set)] or [*USUAL_CHIPS]
    discs = _discs((*values, *USUAL_CHIPS), level.big_blind or level.small_bet)
    if table is None:
        anywhere = {**base, "seats": [*POSITIONS]}
        return KnownTable(rulebook, anywhere, level=face.level, discs=discs, tables=state.floor.tables)
    return _at_table(found, table, base, face.level, discs)


def _at_table(
    found: EventView, table: Table, base: dict[str, Any], level: int, discs: tuple[int, ...]
) -> KnownTable:
    told = next_hand(table.number, found.state, found.book, found.at)
    button = 0 if isinstance(told, Refused) else told.button or 0
    dealt = table.seats() if isinstance(told, Refused) else told.dealt
    ring = [*(seat for seat in dealt if seat > button), *(seat for seat in dealt if seat <= button)]
    people = _called(found, table, ring)
    names = tuple(people)
    at_button = next((name for name, one in people.items() if one.chair == button), names[-1] if names else "")
    seats = {**base, "seats": [*names], **_positions(told, names, at_button)}
    counted = {name: chips for name, one in people.items() if (chips := _counted(found, one.entry, level))}
    whole = {**seats, "stacks": counted} if counted else seats
    return KnownTable(
        found.book.once(own_voice),
        whole,
        names,
        people,
        at_button,
        table.number,
        level,
        table.hands + 1,
        discs,
        found.state.floor.tables,
        table.chairs,
    )


def _positions(told: Any, names: tuple[str, ...], at_button: str) -> dict[str, Any]:
    """Heads-up the button has to be named; where nobody posts the small blind, that too."""
    named = {"dealer": at_button} if len(names) == 2 and at_button else {}
    dead = not isinstance(told, Refused) and told.big_blind is not None and told.small_blind is None
    return {**named, "dead_small_blind": True} if dead else named


def _called(found: EventView, table: Table, ring: list[int]) -> dict[str, SeatedPerson]:
    """By first names; two who share one are told apart by their chairs."""
    whole = {seat: found.names.of(table.players[seat]) for seat in ring}
    first = [first_name(name) for name in whole.values()]
    called = {}
    for seat, name in whole.items():
        short = first_name(name)
        unique = short if first.count(short) == 1 else f"{short} {seat}"
        called[unique] = SeatedPerson(seat, table.players[seat], name)
    return called


def _counted(found: EventView, entry: str, level: int) -> int:
    """A stack that was counted in this level; an older count is no knowledge."""
    counted = found.state.chips.stacks.get(entry)
    return counted.chips if counted and counted.level == level else 0


def _stakes(level: Level, game: str, ante_from: str) -> dict[str, Any]:
    stud = game in {"stud", "stud8", "razz"}
    stakes: dict[str, Any] = {} if stud else {"blinds": [level.small_blind, level.big_blind]}
    if level.small_bet and (stud or game.startswith("fl") or game in {"27td", "badugi"}):
        stakes["bets"] = [level.small_bet, level.big_bet]
    if stud:
        return {**stakes, "ante": level.stud_ante, "ante_kind": "each", "bring_in": level.bring_in}
    if level.ante and ante_from in ANTES:
        stakes |= {"ante": level.ante, "ante_kind": ANTES[ante_from]}
    return stakes


def _discs(values: tuple[int, ...], big: int) -> tuple[int, ...]:
    """The chips that somebody is likely to push: from a quarter of the big blind up."""
    likely = [value for value in sorted(set(values)) if value * 4 >= big]
    return tuple(likely[:MOST_DISCS])
