"""Taking back a command, bringing it back, and what either would change."""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from feltro.app.decisions.drawers import refuse_missing
from feltro.app.decisions.tabs import refuse_settled_since
from feltro.app.handling.undo_closings import refuse_closed_stage
from feltro.app.world import Live
from feltro.app.world.history import Fact, Undone, fold, undone_keys
from feltro.app.world.plan import Asked, Done, Plan
from feltro.house.desks import CountStarted, DrawerClosed
from feltro.kernel.commands import Command
from feltro.kernel.fields import CommandKey
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import STAFF
from feltro.ledger.accounts import CASH
from feltro.ledger.entries import PostingLine
from feltro.store.port import Meta
from feltro.tournament.checks import complaints
from feltro.tournament.state import TournamentState

DIRECTORS = ("director", "organiser")


class Undo(Command, frozen=True, kw_only=True):
    """Take back the command with this key, in every stream that it touched. Undoing an undo redoes."""

    may = STAFF
    command_key: CommandKey


class Change(NamedTuple):
    """One thing that undoing changes: where, from what, to what."""

    where: str
    before: Any
    after: Any


def undo(command: Undo, asked: Asked) -> Plan | Refused:
    lives = touched(command.command_key, asked)
    if isinstance(lives, Refused):
        return lives
    for live in lives:
        refused = _refusal(command.command_key, live, asked)
        if refused:
            return refused
    return Plan(events={live.stream: (Undone(key=command.command_key),) for live in lives})


def preview(command: Undo, asked: Asked) -> list[Change] | Refused:
    """What would change, done to nothing; or why it may not be done."""
    lives = touched(command.command_key, asked)
    planned = undo(command, asked)
    if isinstance(lives, Refused):
        return lives
    if isinstance(planned, Refused):
        return planned
    return [change for live in lives for change in _changes(live, command.command_key)]


def touched(key: str, asked: Asked) -> list[Live] | Refused:
    """The streams that a command wrote to, from the answer that it was given."""
    if not key.isprintable() or asked.look.world.store.answered(key) is None:
        return Refused("undo.unknown_command", {"key": key})
    streams = sorted({told.stream for told in answer_of(key, asked).events})
    if not streams:
        return Refused("undo.nothing_to_undo", {"key": key})
    return [asked.look.live(stream) for stream in streams]


def answer_of(key: str, asked: Asked) -> Done:
    answered = asked.look.world.store.answered(key)
    if answered is None:
        raise LookupError(f"no command has the key {key}")
    return msgspec.json.decode(answered.outcome, type=Done)


def _refusal(key: str, live: Live, asked: Asked) -> Refused | None:
    facts = live.by_key[key]
    meta = facts[0].meta
    if key in undone_keys(live.facts):
        return Refused("undo.already_undone", {"command": meta.command})
    if asked.envelope.role not in DIRECTORS and meta.who != asked.envelope.who:
        return Refused("undo.not_yours", {"command": meta.command})
    refused = _refuse_final(facts)
    if refused:
        return refused
    later = _depends(facts, live)
    if later:
        return Refused("undo.depended_on", {"command": later.meta.command, "key": later.meta.key})
    return (
        _refuse_events(key, live, asked)
        or _refuse_drawers(key, live, asked)
        or _refuse_without(key, live, asked)
        or refuse_closed_stage(facts, live, asked, after=lambda: without(live, key))
    )


def _refuse_final(facts: list[Fact]) -> Refused | None:
    """Money that changed hands goes back by the act that is made for it, and undoing tells which."""
    final = [fact for fact in facts if fact.event.final]
    if not final:
        return None
    ways = [fact.event.answered_by for fact in final if fact.event.answered_by]
    values = {"command": final[0].meta.command}
    return Refused("undo.own_way", {**values, "way": ways[0]}) if ways else Refused("undo.final", values)


def _refuse_without(key: str, live: Live, asked: Asked) -> Refused | None:
    """What came later may not even be told without the command: people sat down at the table that it opened."""
    refused = _broken_without(key, live.facts, live.stream, asked)
    if refused is None:
        return None
    stands = _first_in_the_way(key, live, asked)
    return replace(refused, values={**refused.values, "key": stands.key}) if stands else refused


def _broken_without(key: str, facts: list[Fact], stream: str, asked: Asked) -> Refused | None:
    try:
        return refuse_broken(folded_without(key, facts, stream), asked)
    except (LookupError, ValueError):
        command = next(fact.meta.command for fact in facts if fact.meta.key == key)
        return Refused("undo.would_break", {"what": command})


def _first_in_the_way(key: str, live: Live, asked: Asked) -> Meta | None:
    """The act that the command could be taken back before, and not after: somebody was given the chair that fell free.

    Looked for by halves, since each look tells the whole log again. Nothing where it was taken back itself: then several
    acts together stand in the way."""
    last = live.by_key[key][-1].version
    ends = [
        fact.version
        for fact, after in pairwise([*live.facts[last - 1 :], None])
        if fact and (after is None or after.meta.key != fact.meta.key)
    ]
    first = bisect(ends, 0, key=lambda end: bool(_broken_without(key, live.facts[:end], live.stream, asked)))
    if not 0 < first < len(ends):
        return None
    found = live.facts[ends[first] - 1].meta
    return None if found.key in undone_keys(live.facts) else found


def _refuse_events(key: str, live: Live, asked: Asked) -> Refused | None:
    """An event is found through its season and its stage: neither is taken away from under it."""
    kind, _, season = live.stream.partition(":")
    if kind != "season":
        return None
    left = without(live, key)
    gone = live.state.stages.keys() - left.stages.keys()
    held = [one for one in asked.look.world.gists() if one.season == season]
    lost = [one.name for one in held if not left.season or one.stage in gone]
    return Refused("undo.holds_events", {"events": lost, "n": len(lost)}) if lost else None


def _refuse_drawers(key: str, live: Live, asked: Asked) -> Refused | None:
    """Money of a drawer that was counted since has left it: it goes back by a refund, not by undoing."""
    lines = [line for fact in live.by_key[key] for line in _drawer_lines(live, fact)]
    cashiers = {str(line.account.part("cashier")) for line in lines}
    counted = _counted_since(key, cashiers, asked) if cashiers and not live.stream.startswith("desk:") else None
    if counted:
        return Refused("undo.drawer_closed", {"cashier": counted})
    out = dict.fromkeys(cashiers, 0)
    for line in lines:
        if line.account.part("method") == CASH:
            out[str(line.account.part("cashier"))] += line.amount.centavos
    settled = refuse_settled_since((line for fact in live.by_key[key] for line in _lines(live, fact)), asked)
    return settled or refuse_missing(out, asked)


def _counted_since(key: str, cashiers: set[str], asked: Asked) -> str | None:
    """Since: after the version of the desk that the command rested on, whatever the clocks of two desks said."""
    held = {name: at for name, at in answer_of(key, asked).held.items() if name.startswith("desk:")}
    for stream in asked.look.world.store.streams("desk:"):
        desk = asked.look.live(stream)
        for one in desk.facts[held.get(stream, desk.version if held else 0) :]:
            if isinstance(one.event, CountStarted | DrawerClosed) and one.event.cashier in cashiers:
                return str(one.event.cashier)
    return None


def _drawer_lines(live: Live, fact: Fact) -> Iterator[PostingLine]:
    return (line for line in _lines(live, fact) if line.account.kind == "drawer")


def _lines(live: Live, fact: Fact) -> Iterator[PostingLine]:
    posted = live.postings.get(fact.version)
    yield from posted.lines if posted else ()


def refuse_broken(state: Any, asked: Asked) -> Refused | None:
    """The state that would follow has to be one that decisions could have led to."""
    if not isinstance(state, TournamentState) or state.sheet is None:
        return None
    wrong = complaints(state, asked.books.settlement(state, asked.envelope.at).book)
    return Refused("undo.would_break", {"what": wrong[0].where}) if wrong else None


def _depends(facts: list[Fact], live: Live) -> Fact | None:
    """The first later fact, not itself undone, that is about the same things."""
    subjects = {subject for fact in facts for subject in about(fact, live)}
    undone = undone_keys(live.facts)
    last = facts[-1].version
    return next(
        (
            fact
            for fact in live.facts[last:]
            if fact.meta.key not in undone
            and not _takes_back_since(fact, last, live)
            and not subjects.isdisjoint(about(fact, live))
        ),
        None,
    )


def _takes_back_since(fact: Fact, last: int, live: Live) -> bool:
    """What was done and taken back afterwards stands on nothing: a bust on the wrong entry, undone, holds no sale."""
    return isinstance(fact.event, Undone) and live.by_key[fact.event.key][0].version > last


def about(fact: Fact, live: Live) -> set[str]:
    """The things that an event is about, by id. Undoing is about what the undone command was about."""
    if isinstance(fact.event, Undone):
        return {name for one in live.by_key.get(fact.event.key, ()) for name in about(one, live)}
    found = [getattr(fact.event, name) for name in fact.event.about]
    return {one for value in found for one in (value if isinstance(value, tuple) else (value,)) if one}


def without(live: Live, key: str) -> Any:
    """The state of a stream if a command were undone now."""
    return folded_without(key, live.facts, live.stream)


def folded_without(key: str, facts: list[Fact], stream: str) -> Any:
    last = facts[-1].meta
    meta = type(last)(last.who, last.role, last.device, last.at, f"{key} undone", "Undo")
    return fold(stream, [*facts, Fact(facts[-1].version + 1, Undone(key=key), meta)])


def _changes(live: Live, key: str) -> Iterator[Change]:
    before = msgspec.to_builtins(live.state, str_keys=True)
    after = msgspec.to_builtins(without(live, key), str_keys=True)
    yield from _differences(live.stream, before, after)


def _differences(where: str, before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in {**before, **after}:
            yield from _differences(f"{where}/{name}", before.get(name), after.get(name))
    elif before != after:
        yield Change(where, before, after)
