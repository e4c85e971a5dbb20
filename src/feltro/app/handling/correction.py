"""Correcting an old fact: another command takes its place, decided as of then, and what follows is derived again."""

from typing import Any

import msgspec

from feltro.app.decisions import tournament
from feltro.app.decisions.tournament import season_events
from feltro.app.handling.undo import refuse_broken, touched
from feltro.app.world import Live
from feltro.app.world.chance import chance_for
from feltro.app.world.history import Fact, Undone, fold, undone_keys
from feltro.app.world.plan import Asked, Plan
from feltro.kernel.commands import Command
from feltro.kernel.fields import CommandKey, GivenReason
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OFFICE
from feltro.tournament.chips.commands import CountStack, RaceTable
from feltro.tournament.clock.commands import MarkLevel
from feltro.tournament.counts.commands import RollCall
from feltro.tournament.days.commands import Bag, VerifyBag
from feltro.tournament.decide import decide
from feltro.tournament.eliminations.bounties import corrections
from feltro.tournament.eliminations.commands import BustHand, Eliminate, NameHunters
from feltro.tournament.floor.aftermath import BY_ITSELF
from feltro.tournament.floor.commands import CorrectSeat, EndHand, ReportButton
from feltro.tournament.now import Now
from feltro.tournament.opening.commands import MoveStart
from feltro.tournament.sales.commands import CheckIdentity, CheckIn
from feltro.tournament.sanctions.commands import GivePenalty, MarkServed

Fixed = (
    Eliminate
    | BustHand
    | CountStack
    | RaceTable
    | RollCall
    | GivePenalty
    | MarkServed
    | Bag
    | VerifyBag
    | MarkLevel
    | MoveStart
    | CheckIdentity
    | CheckIn
    | EndHand
    | ReportButton
    | CorrectSeat
)
"""Facts of the room. Money is not corrected but given back: it left paper behind."""

BUSTS = {"Eliminate", "BustHand"}


class Correct(Command, frozen=True, kw_only=True):
    """A bust reported on the wrong player twenty minutes ago: the right one stands in its place."""

    may = OFFICE
    subject = "players"
    command_key: CommandKey
    replacement: Fixed
    reason: GivenReason


def correct(command: Correct, asked: Asked) -> Plan | Refused:
    lives = touched(command.command_key, asked)
    if isinstance(lives, Refused):
        return lives
    live = next((one for one in lives if one.stream == f"tournament:{command.replacement.tournament}"), None)
    was = lives[0].by_key[command.command_key][0].meta.command
    if live is None or not _same_kind(was, type(command.replacement).__name__):
        return Refused("correct.other_kind", {"command": was})
    if command.command_key in undone_keys(live.facts):
        return Refused("undo.already_undone", {"command": was})
    others = [one.stream for one in lives if one is not live]
    if others and was not in BUSTS:
        return Refused("correct.touches_more", {"command": was})
    return _corrected(command, live, others, asked)


def name_hunters(command: NameHunters, asked: Asked) -> Plan | Refused:
    """Heads that grew since stand on the one that was won only now: they are counted again."""
    plan = tournament.decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    live = asked.look.live(f"tournament:{command.tournament}")
    events = plan.events[live.stream]
    state = _state_after(events, live, asked)
    if isinstance(state, Refused):
        return state
    return msgspec.structs.replace(plan, events={**plan.events, live.stream: (*events, *corrections(state))})


def _same_kind(was: str, new: str) -> bool:
    """One bust or several of a hand are the same kind of fact."""
    return was == new or {was, new} <= BUSTS


def _corrected(command: Correct, live: Live, others: list[str], asked: Asked) -> Plan | Refused:
    decided = _decide_then(command, live, asked)
    if isinstance(decided, Refused):
        return decided
    events = (Undone(key=command.command_key, instead=True), *decided)
    state = _state_after(events, live, asked)
    if isinstance(state, Refused):
        return state
    events = (*events, *corrections(state))
    after = _state_after(events, live, asked)  # bounties counted anew fit wherever the rest did
    elsewhere = {stream: (Undone(key=command.command_key),) for stream in others}
    for stream, new in season_events(decided, state, asked).items():
        elsewhere[stream] = (*elsewhere.get(stream, ()), *new)
    return refuse_broken(after, asked) or Plan(events={live.stream: events, **elsewhere})


def _decide_then(command: Correct, live: Live, asked: Asked) -> tuple[Any, ...] | Refused:
    """What the right command would have done, on the state just before the wrong one, at its time."""
    facts = live.by_key[command.command_key]
    then, meta = fold(live.stream, live.facts[: facts[0].version - 1]), facts[0].meta
    now = Now(
        at=meta.at,
        who=asked.envelope.who,
        role=asked.envelope.role,
        key=asked.envelope.key,
        chance=chance_for(then.tournament, asked),
    )
    decided = decide(command.replacement, then, asked.books.settlement(then, meta.at).book, now)
    if isinstance(decided, Refused):
        return decided
    walked = (fact.event for fact in facts if isinstance(fact.event, BY_ITSELF))
    return (*(event for event in decided if not isinstance(event, BY_ITSELF)), *walked)


def _state_after(events: tuple[Any, ...], live: Live, asked: Asked) -> Any:
    """Everything that came after has to stand on the corrected fact as well."""
    last = live.facts[-1].meta
    meta = type(last)(last.who, last.role, last.device, last.at, asked.envelope.key, "Correct")
    new = [Fact(version, event, meta) for version, event in enumerate(events, live.version + 1)]
    try:
        return fold(live.stream, [*live.facts, *new])
    except (LookupError, ValueError):
        return Refused("correct.later_does_not_fit")
