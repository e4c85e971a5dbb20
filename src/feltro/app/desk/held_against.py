"""What stands against giving a person something in an event, for whoever looks at the person: each with its clause."""

from typing import Any, NamedTuple

from feltro.app.decisions.people import known_person
from feltro.app.handling import House
from feltro.app.world import Look
from feltro.app.world.plan import Asked, Envelope
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Cite
from feltro.procedures import rights
from feltro.procedures.rights import ASK, NO, Status
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.now import Now
from feltro.tournament.sanctions.allowances import open_questions
from feltro.tournament.state import TournamentState


class HeldAgainst(NamedTuple):
    status: Status
    values: dict[str, Any]
    cites: tuple[Cite, ...]
    asks: bool
    """The book leaves something of it to the director, who has not said anything yet."""


def held_against(
    person: str, state: TournamentState, book: Settled, house: House, at: Instant
) -> list[HeldAgainst]:
    """The heaviest first. Call while holding the world's lock."""
    asked = Asked(look=Look(house.world), envelope=Envelope(key="", who="", role="", at=at), books=house.books)
    season = asked.look.state(f"season:{state.season}")
    now = Now(at=at, known=known_person(person, state, season, asked))
    open_now = open_questions(person, state, book, now)
    found = status.statuses(person, state, book, now)
    return [HeldAgainst(one, values, _cites(one, book), one in open_now) for one, values in found.items()]


def _cites(one: Status, book: Settled) -> tuple[Cite, ...]:
    """Of what it closes, or leaves to the director."""
    return tuple(dict.fromkeys(cite for gate in rights.in_event(one, book, NO, ASK) for cite in gate.cites(book)))
