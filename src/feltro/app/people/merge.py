"""Two records that turned out to be one person: entries, tickets, bans and points follow to the one that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.people.directory import PERSON, load
from feltro.app.people.erasure import STILL_IN
from feltro.app.people.traces import owed_to, traces
from feltro.app.world.plan import Plan
from feltro.app.world.streams.people import STREAM, PeopleState, PersonMerged
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.season.events import OwnerMerged
from feltro.store.port import Erase, Keep
from feltro.tournament.facts.opening import PlayerMerged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.app.people.commands import MergePeople
    from feltro.app.people.person import Person
    from feltro.app.world.plan import Asked


def merge(
    command: MergePeople, asked: Asked, ahead: Mapping[str, tuple[Any, ...]] | None = None, settled: Money = ZERO
) -> Plan | Refused:
    """`ahead` is what happens in a stream before, and `settled` what the one who goes is owed no more by then."""
    both = _both(command, asked)
    if isinstance(both, Refused):
        return both
    gone, stays = both
    streams = sorted({trace.stream for trace in traces({gone.id}, asked.look)})
    refused = _refusal(command, streams, settled, asked)
    if refused:
        return refused
    events: dict[str, tuple[Any, ...]] = {STREAM: (PersonMerged(person=gone.id, into=stays.id),)}
    for stream in streams:
        event = _follow(stream, gone.id, stays.id, asked)
        before = (ahead or {}).get(stream, ())
        events.update({stream: (*before, event)} if event else {})
    row = Keep(PERSON, stays.id, msgspec.json.encode(joined(stays, gone), order="sorted"))
    return Plan(events=events, registry=(Erase(PERSON, gone.id), row))


def joined(stays: Person, gone: Person) -> Person:
    """What stays keeps its own word, and takes the other's where it has none."""
    taken = {
        name: getattr(gone, name)
        for name in (
            "known_as",
            "document",
            "born_on",
            "email",
            "phone",
            "card",
            "online_profile",
            "federation",
            "pix_key",
            "image",
            "sponsors",
        )
        if not getattr(stays, name)
    }
    return msgspec.structs.replace(stays, **taken)


def _both(command: MergePeople, asked: Asked) -> tuple[Person, Person] | Refused:
    if command.person == command.into:
        return Refused("person.merge.same", {"person": command.person})
    state: PeopleState = asked.look.state(STREAM)
    found = []
    for person in (command.person, command.into):
        if person in state.merged:
            return Refused("person.merged", {"person": person, "into": state.now(person)})
        row = load(asked.look.world.store, person)
        if row is None:
            return Refused("person.unknown", {"person": person})
        found.append(row)
    return found[0], found[1]


def _refusal(command: MergePeople, streams: list[str], settled: Money, asked: Asked) -> Refused | None:
    for stream in streams:
        if not stream.startswith("tournament:"):
            continue
        state = asked.look.state(stream)
        if all(_still_in(state, person) for person in (command.person, command.into)):
            return Refused("person.merge.both_in", {"tournament": state.tournament})
    owed = owed_to(command.person, asked.look) - settled
    return Refused("person.merge.owed", {"amount": owed, "person": command.person}) if owed else None


def _still_in(state: Any, person: str) -> bool:
    return any(entry.status in STILL_IN for entry in state.entries_of(person))


def _follow(stream: str, gone: str, into: str, asked: Asked) -> msgspec.Struct | None:
    kind = stream.partition(":")[0]
    if kind == "tournament":
        state = asked.look.state(stream)
        sales = tuple(sorted(sale.id for sale in state.sales.values() if sale.person == gone))
        return PlayerMerged(person=gone, into=into, sales=sales)
    return OwnerMerged(person=gone, into=into) if kind == "season" else None
