"""What a floor person sees of penalties: those of a person, who may not play now, what is usual next."""

from collections.abc import Sequence
from typing import Any

from feltro.kernel.instants import Instant
from feltro.procedures.penalties import Sanction, ladder_of, usual_step
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
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


def serving_rules(book: Settled) -> dict[str, Any]:
    """What the dealer does with the seat of a player who serves a penalty."""
    names = ("place", "dealt_in", "posts", "hand", "return_reported")
    return {name: book[f"penalty.serving.{name}"].value for name in names} | {"posts": charged_away(book)}


def charged_away(book: Settled) -> tuple[str, ...]:
    """What is charged to a player who serves a penalty: the bring-in too, where the book charges it to the absent."""
    absent = (one for one in book["presence.absent.posts"].value if one == "bring_in")
    return tuple(dict.fromkeys((*book["penalty.serving.posts"].value, *absent)))


def due_while_away(duty: str, level: Level, ante_from: str, book: Settled) -> int:
    """Chips taken from an absent player's stack in one hand, before the hand is killed.

    `duty` is what the seat owes: `big_blind`, `small_blind`, `button`, `bring_in` or `none`.
    """
    posts = charged_away(book)
    blinds = {"big_blind": level.big_blind, "small_blind": level.small_blind}.get(duty, 0)
    pays_ante = ante_from in {"everybody", duty}
    due = blinds if "blinds" in posts else 0
    due += level.ante if pays_ante and "antes" in posts else 0
    return due + (level.bring_in if duty == "bring_in" and "bring_in" in posts else 0)


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
