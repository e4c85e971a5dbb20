"""What a book leaves to the director: letting somebody play on, or be paid, all the same."""

from feltro.kernel.outcome import Cite, Refused
from feltro.procedures import rights
from feltro.procedures.rights import ASK, OF_AN_EVENT, Status
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.facts import sanctions as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sanctions import commands as c
from feltro.tournament.state import TournamentState


def allow(command: c.AllowPerson, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Settles a question that the book leaves open, never a rule that it has."""
    if now.known is None:
        return Refused("person.unknown", {"person": command.person})
    asked = open_questions(command.person, state, book, now)
    if not asked:
        closed = (status.refusal(act, command.person, state, book, now) for act in OF_AN_EVENT)
        refused = next(filter(None, closed), None)
        return Refused("rights.nothing_to_allow", cites=refused.cites if refused else ())
    if not command.reason.strip():
        return Refused("rights.allow_needs_reason", cites=_cites(asked, book))
    return (
        e.PersonAllowed(
            person=command.person,
            statuses=asked,
            at=now.at,
            by=now.who,
            reason=now.key,
            cites=tuple(map(str, _cites(asked, book))),
        ),
    )


def open_questions(person: str, state: TournamentState, book: Settled, now: Now) -> tuple[Status, ...]:
    """The statuses of a person of which the book leaves something to the director, not settled yet."""
    settled = status.allowed(person, state)
    return tuple(
        one
        for one in status.statuses(person, state, book, now)
        if one not in settled and rights.in_event(one, book, ASK)
    )


def _cites(asked: tuple[Status, ...], book: Settled) -> tuple[Cite, ...]:
    gates = (gate for one in asked for gate in rights.in_event(one, book, ASK))
    return tuple(dict.fromkeys(cite for gate in gates for cite in gate.cites(book)))
