"""Correcting an old fact: another command takes its place, decided as of then, and what follows is derived again."""

from typing import Annotated, Any

import msgspec

from feltro.app.history import Fact, Undone, fold
from feltro.app.plan import Asked, Plan
from feltro.app.use_cases.chances import chance_for
from feltro.app.use_cases.undoing import DIRECTORS, refuse_broken, touched
from feltro.app.world import Live
from feltro.kernel.outcome import Refused
from feltro.tournament import commands as c
from feltro.tournament.days.commands import VerifyBag
from feltro.tournament.decide import decide
from feltro.tournament.floor.commands import CorrectSeat, EndHand, ReportButton
from feltro.tournament.floor.following import BY_ITSELF
from feltro.tournament.now import Now

Fixed = (
    c.Eliminate
    | c.Bag
    | VerifyBag
    | c.MarkLevel
    | c.MoveStart
    | c.CheckIdentity
    | c.CheckIn
    | EndHand
    | ReportButton
    | CorrectSeat
)
"""Facts of the room. Money is not corrected but given back: it left paper behind."""


class Correct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    """A bust reported on the wrong player twenty minutes ago: the right one stands in its place."""

    command_key: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    replacement: Fixed
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


def correct(command: Correct, asked: Asked) -> Plan | Refused:
    lives = touched(command.command_key, asked)
    if isinstance(lives, Refused):
        return lives
    new = command.replacement
    live = lives[0]
    facts = live.by_key[command.command_key]
    if asked.envelope.role not in DIRECTORS:
        return Refused("correct.by_director")
    if (
        len(lives) > 1
        or live.stream != f"tournament:{new.tournament}"
        or facts[0].meta.command != type(new).__name__
    ):
        return Refused("correct.other_kind", {"command": facts[0].meta.command})
    decided = _decide_then(command, live, facts, asked)
    if isinstance(decided, Refused):
        return decided
    events = (Undone(key=command.command_key, instead=True), *decided)
    return _refuse_after(events, live, asked) or Plan(events={live.stream: events})


def _decide_then(command: Correct, live: Live, facts: list[Fact], asked: Asked) -> tuple[Any, ...] | Refused:
    """What the right command would have done, on the state just before the wrong one, at its time."""
    then = fold(live.stream, live.facts[: facts[0].version - 1])
    meta = facts[0].meta
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


def _refuse_after(events: tuple[Any, ...], live: Live, asked: Asked) -> Refused | None:
    """Everything that came after has to stand on the corrected fact as well."""
    last = live.facts[-1].meta
    meta = type(last)(last.who, last.role, last.device, last.at, asked.envelope.key, "Correct")
    new = [Fact(version, event, meta) for version, event in enumerate(events, live.version + 1)]
    try:
        state = fold(live.stream, [*live.facts, *new])
    except (LookupError, ValueError):
        return Refused("correct.later_does_not_fit")
    return refuse_broken(state, asked)
