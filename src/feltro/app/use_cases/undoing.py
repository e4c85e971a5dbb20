"""Taking back a command, and bringing it back."""

from typing import Annotated

import msgspec

from feltro.app.history import Fact, Undone, fold, undone_keys
from feltro.app.plan import Asked, Done, Plan
from feltro.app.world import Live
from feltro.kernel.outcome import Refused

DIRECTORS = ("director", "organiser")


class Undo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    """Take back the command with this key, in every stream that it touched. Undoing an undo redoes."""

    command_key: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


def undo(command: Undo, asked: Asked) -> Plan | Refused:
    answered = asked.look.world.store.answered(command.command_key)
    if answered is None:
        return Refused("undo.unknown_command", {"key": command.command_key})
    done = msgspec.json.decode(answered.outcome, type=Done)
    streams = sorted({told.stream for told in done.events})
    if not streams:
        return Refused("undo.nothing_to_undo", {"key": command.command_key})
    lives = [asked.look.live(stream) for stream in streams]
    refused = next(filter(None, (_refusal(command.command_key, live, asked) for live in lives)), None)
    return refused or Plan(events={stream: (Undone(key=command.command_key),) for stream in streams})


def _refusal(key: str, live: Live, asked: Asked) -> Refused | None:
    facts = live.by_key[key]
    meta = facts[0].meta
    if key in undone_keys(live.facts):
        return Refused("undo.already_undone", {"command": meta.command})
    if asked.envelope.role not in DIRECTORS and meta.who != asked.envelope.who:
        return Refused("undo.not_yours", {"command": meta.command})
    if any(getattr(fact.event, "final", False) for fact in facts):
        return Refused("undo.final", {"command": meta.command})
    later = _depends(facts, live)
    return Refused("undo.depended_on", {"command": later.meta.command, "key": later.meta.key}) if later else None


def _depends(facts: list[Fact], live: Live) -> Fact | None:
    """The first later fact, not itself undone, that is about the same things."""
    subjects = {subject for fact in facts for subject in about(fact)}
    undone = undone_keys(live.facts)
    return next(
        (
            fact
            for fact in live.facts[facts[-1].version :]
            if fact.meta.key not in undone and not subjects.isdisjoint(about(fact))
        ),
        None,
    )


def about(fact: Fact) -> set[str]:
    """The things that an event is about, by id. Undoing is about the command that it takes back."""
    if isinstance(fact.event, Undone):
        return set()
    found = [getattr(fact.event, name) for name in fact.event.about]
    return {one for value in found for one in (value if isinstance(value, tuple) else (value,)) if one}


def without(live: Live, key: str) -> object:
    """The state of a stream if a command were undone now."""
    facts = [*live.facts, Fact(live.version + 1, Undone(key=key), live.facts[-1].meta)]
    return fold(live.stream, facts)
