"""What a floor person sees of penalties: those of a person, who may not play now, what is usual next."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Cite, Refused
from feltro.procedures.penalties import CHARGED, Sanction, ladder_of, served_at_the_chair, usual_step
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.hands import game_now, level_at_table
from feltro.tournament.floor.button import next_hand
from feltro.tournament.floor.positions import is_stud
from feltro.tournament.sanctions.decide import levels_missed
from feltro.tournament.sheet import Level
from feltro.tournament.state import TournamentState
from feltro.tournament.status import penalties_given


def penalties_of(person: str, state: TournamentState) -> list[dict[str, Any]]:
    """In the order in which they were given, each with what is left of it."""
    return [
        {
            "penalty": one.id,
            "kind": one.kind,
            "amount": one.amount,
            "hands": one.hands,
            "left": one.left,
            "chips": one.chips,
            "infraction": one.infraction,
            "lifted": one.lifted,
            "given_in": one.given_in or state.tournament,
            "cites": list(one.cites),
        }
        for one in penalties_given(person, state)
    ]


def occurrence(person: str, infraction: str, state: TournamentState) -> int:
    """Which time it would be: a ruling asks, where the second time weighs more than the first."""
    return state.sanctions.seen.get(person, {}).get(infraction, 0) + 1


class ServedHand(NamedTuple):
    """What the dealer does in the coming hand at the chair of a player who serves a penalty."""

    steps: tuple[str, ...]
    """Keys of sentences."""
    due: int | None
    """Chips taken from the stack before the hand is killed; nobody knows while the button is not."""
    cites: tuple[Cite, ...]


def served_hand(entry: str, state: TournamentState, book: Settled, at: Instant) -> ServedHand | None:
    """None for who does not serve anything, or has no chair at which it could be served."""
    table = state.floor.table_of(entry)
    if table is None or not state.sanctions.serving.get(state.entries[entry].person):
        return None
    asked = [book[CHARGED]]
    stud = is_stud(game_now(state, table.number, at))

    def asks(name: str) -> Any:
        asked.append(book[name])
        if name != CHARGED:
            return book[name].value
        return tuple(one for one in charged_away(book) if stud or one != "bring_in")

    steps = served_at_the_chair(asks)
    return ServedHand(
        steps,
        _due_next(entry, table.number, state, book, at),
        tuple(dict.fromkeys(cite for one in asked for cite in one.cites)),
    )


def charged_away(book: Settled) -> tuple[str, ...]:
    """What is charged to a player who serves a penalty: the bring-in too, where the book charges it to the absent."""
    absent = (one for one in book["presence.absent.posts"].value if one == "bring_in")
    return tuple(dict.fromkeys((*book[CHARGED].value, *absent)))


def _due_next(entry: str, table: int, state: TournamentState, book: Settled, at: Instant) -> int | None:
    told, number = next_hand(table, state, book, at), level_at_table(state, table, at)
    if isinstance(told, Refused) or not number:
        return None
    sheet, stud, seat = state.the_sheet, is_stud(told.game), state.floor.chair_of[entry].seat
    if told.big_blind is None and not stud:
        return None
    chairs = {"button": told.button, "small_blind": told.small_blind, "big_blind": told.big_blind}
    duties = [] if stud else [duty for duty, chair in chairs.items() if chair == seat]
    return due_while_away(duties, sheet.levels[number - 1], "stud" if stud else sheet.ante_from, book)


def due_while_away(duties: Collection[str], level: Level, ante_from: str, book: Settled) -> int:
    """Chips taken from an absent player's stack in one hand, before the hand is killed.

    `duties` are what the seat owes: `big_blind`, `small_blind`, `button`, `bring_in`. In stud, where everybody posts the
    level's stud ante, `ante_from` is `stud`.
    """
    posts = charged_away(book)
    owed = {"blinds": sum(getattr(level, one) for one in ("small_blind", "big_blind") if one in duties)}
    if ante_from == "stud":
        owed["antes"] = level.stud_ante
    elif ante_from == "everybody" or ante_from in duties:
        owed["antes"] = level.ante
    if "bring_in" in duties:
        owed["bring_in"] = level.bring_in
    return sum(owed.get(one, 0) for one in posts)


def usual_next(
    person: str, state: TournamentState, book: Settled, elsewhere: Sequence[Sanction | None] = ()
) -> Sanction | None:
    """What is commonly given to a person with these penalties, here and elsewhere; any other may be given."""
    steps = ladder_of(book["penalty.kinds"].value, book)
    here = [Sanction(one.kind, one.amount) for one in penalties_given(person, state) if not one.lifted]
    return usual_step(steps, [*elsewhere, *here])


def absent_too_long(state: TournamentState, book: Settled, at: Instant) -> list[str]:
    """Entries that the book sends out for having been away, as the level ended."""
    if book["sitting_out.result"].value != "eliminated":
        return []
    said = book.rulebook["sitting_out.levels"]
    most = said.value if isinstance(said, Sourced) else 1
    gone = dict.fromkeys((*state.sanctions.away, *state.floor.absent_from))
    return [entry for entry in gone if levels_missed(entry, state, at) >= most]
