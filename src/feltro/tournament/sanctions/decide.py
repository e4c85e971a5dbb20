"""Penalties: given, marked as served, lifted and handed on; and players who are away too long."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import shown_to
from feltro.tournament.eliminations.decide import penalties_handed_on
from feltro.tournament.facts import sanctions as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sanctions import commands as c
from feltro.tournament.sanctions import expulsion
from feltro.tournament.sanctions.allowances import allow
from feltro.tournament.sanctions.penalties import give, infraction_of
from feltro.tournament.state import LIVE, TournamentState
from feltro.tournament.state.sanctions import Penalty


def note_infraction(command: c.NoteInfraction, state: TournamentState, book: Settled, now: Now) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    found = infraction_of(command.infraction, book)
    if isinstance(found, Refused):
        return found
    if isinstance(found, Sourced) and found.value.required:
        return Refused("penalty.obligatory", {"infraction": command.infraction}, found.cites)
    return (
        e.InfractionNoted(
            entry=entry.id,
            person=entry.person,
            infraction=command.infraction,
            at=now.at,
            reason=now.noted(command.reason),
            cites=tuple(map(str, found.cites)) if found else (),
        ),
    )


def mark_served(command: c.MarkServed, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    penalty = _open(command.penalty, state)
    if isinstance(penalty, Refused):
        return penalty
    if command.left and command.left != penalty.left:
        return Refused("penalty.counted_meanwhile", {"left": penalty.left})
    if command.hands > penalty.left:
        return Refused("penalty.fewer_left", {"left": penalty.left})
    return (e.PenaltyServed(penalty=penalty.id, hands=command.hands),)


def report_return(command: c.ReportReturn, state: TournamentState, book: Settled, now: Now) -> Outcome:
    penalty = state.sanctions.penalties.get(command.penalty)
    if penalty is None or penalty.returned:
        return Refused("penalty.none_open", {"penalty": command.penalty})
    place = book["penalty.serving.place"]
    if penalty.left:
        return Refused("penalty.not_served", {"left": penalty.left}, place.cites)
    return (e.PlayerReturned(penalty=penalty.id, at=now.at),)


def lift(command: c.LiftPenalty, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    penalty = state.sanctions.penalties.get(command.penalty)
    if penalty is None or penalty.lifted or penalty.handed_on:
        return Refused("penalty.none_open", {"penalty": command.penalty})
    if penalty.kind in expulsion.SENT_OUT:
        return Refused("penalty.not_liftable")
    if not command.reason.strip():
        return Refused("penalty.needs_reason")
    return (e.PenaltyLifted(penalty=penalty.id, reason=now.key),)


def hand_on(command: c.HandOnPenalties, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    found = tuple(penalties_handed_on(command.person, state))
    return found or Refused("penalty.none_open", {"penalty": command.person})


def _open(name: str, state: TournamentState) -> Penalty | Refused:
    penalty = state.sanctions.penalties.get(name)
    if penalty is None or not penalty.left:
        return Refused("penalty.none_open", {"penalty": name})
    return penalty


# Away from the table


def mark_away(command: c.MarkAway, state: TournamentState, book: Settled, now: Now) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None or entry.status != LIVE:
        return Refused("entry.not_playing", {"entry": command.entry})
    if entry.id in state.sanctions.away:
        return Refused("away.already", {"entry": entry.id})
    whole = book.rulebook["sitting_out.whole_level_only"]
    begun = isinstance(whole, Sourced) and not whole.value
    shown = shown_to(state, entry.id, now.at)
    here = (command.from_level_start or begun) and not shown.in_break
    first = shown.level if here else shown.level + 1
    return (e.PlayerAway(entry=entry.id, level=first, at=now.at),)


def mark_back(command: c.MarkBack, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    if command.entry not in state.sanctions.away:
        return Refused("away.not_away", {"entry": command.entry})
    return (e.PlayerBack(entry=command.entry, at=now.at),)


def levels_missed(entry: str, state: TournamentState, at: Instant) -> int:
    """Whole levels that a player was away, from their start to their end."""
    first = state.sanctions.away.get(entry) or state.floor.absent_from.get(entry)
    shown = shown_to(state, entry, at)
    over = shown.level if shown.in_break else shown.level - 1
    return max(over - first + 1, 0) if first else 0


def eliminate_absent(command: c.EliminateAbsent, state: TournamentState, book: Settled, now: Now) -> Outcome:
    result = book["sitting_out.result"]
    entry = state.entries.get(command.entry)
    if entry is None or entry.status != LIVE:
        return Refused("entry.not_playing", {"entry": command.entry})
    if result.value != "eliminated":
        return Refused("away.stays_in", cites=result.cites)
    allowed = book.rulebook["sitting_out.levels"]
    missed, most = levels_missed(entry.id, state, now.at), allowed.value if isinstance(allowed, Sourced) else 1
    if missed < most:
        return Refused("away.not_long_enough", {"missed": missed, "levels": most}, result.cites)
    return expulsion.eliminate_absent(entry, command.stack, state, book, now)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.GivePenalty: give,
    c.NoteInfraction: note_infraction,
    c.MarkServed: mark_served,
    c.ReportReturn: report_return,
    c.LiftPenalty: lift,
    c.HandOnPenalties: hand_on,
    c.AllowPerson: allow,
    c.MarkAway: mark_away,
    c.MarkBack: mark_back,
    c.EliminateAbsent: eliminate_absent,
}
