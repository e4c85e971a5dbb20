"""Everything that Feltro knows of one person, for that person: what the LGPD calls access and portability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.access.plays_as import person_of
from feltro.app.people.directory import load, obligation
from feltro.app.people.erasure import REASON
from feltro.app.people.person import pseudonym
from feltro.app.people.phones import phones_of, phones_of_asks
from feltro.app.people.traces import FIELDS, LISTS, traces
from feltro.app.world.streams.access import STREAM as ACCESS
from feltro.app.world.streams.people import STREAM
from feltro.kernel.instants import write_instant
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.people.traces import Trace
    from feltro.app.world import World

FORMAT = "feltro/person/1"


def export_person(person: str, world: World) -> dict[str, Any] | Refused:
    """The record, every fact that names the person, and the reasons written about them. Others are masked."""
    from feltro.app.world import Look

    with world.lock:
        look = Look(world)
        state = look.state(STREAM)
        if person in state.merged:
            return Refused("person.merged", {"person": person, "into": state.now(person)})
        row, kept = load(world.store, person), obligation(world.store, person)
        if row is None and kept is None:
            because = "person.erased" if person in state.erased else "person.unknown"
            return Refused(because, {"person": person})
        mine = state.all_of(person)
        found = list(traces(mine, look))
        phones = [*phones_of(mine, world.store), *phones_of_asks(mine, look)]
        users = world.live(ACCESS).state.users
    return {
        "format": FORMAT,
        "person": msgspec.to_builtins(row) if row else None,
        "kept_by_law": msgspec.to_builtins(kept) if kept else None,
        "works_as": [one for one in users if person_of(one, world.store).person in mine],
        "facts": [_told(trace, mine) for trace in found],
        "reasons": _reasons(found, world),
        "phones": [{**msgspec.to_builtins(one), "since": write_instant(one.since)} for one in phones],
    }


def _told(trace: Trace, mine: set[str]) -> dict[str, Any]:
    event = trace.fact.event
    return {
        "stream": trace.stream,
        "version": trace.fact.version,
        "at": write_instant(trace.fact.meta.at),
        "name": type(event).__name__,
        "undone": trace.undone,
        "event": masked(msgspec.to_builtins(event), mine),
    }


def masked(value: Any, mine: set[str]) -> Any:
    """An event in which every other person stands under a pseudonym."""
    if isinstance(value, dict):
        return {name: _masked_field(name, inner, mine) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [masked(inner, mine) for inner in value]
    return value


def _masked_field(name: str, inner: Any, mine: set[str]) -> Any:
    if name in FIELDS and isinstance(inner, str):
        return _hidden(inner, mine)
    if name in LISTS and isinstance(inner, dict):
        return {_hidden(one, mine): masked(about, mine) for one, about in inner.items()}
    if name in LISTS and isinstance(inner, list | tuple):
        return [_hidden(one, mine) if isinstance(one, str) else masked(one, mine) for one in inner]
    return masked(inner, mine)


def _hidden(one: str, mine: set[str]) -> str:
    return one if one in mine or not one else pseudonym(one)


def _reasons(found: list[Trace], world: World) -> list[dict[str, str]]:
    keys = dict.fromkeys(trace.fact.meta.key for trace in found)
    rows = (world.store.kept(REASON, key) for key in keys)
    return [{"key": row.id, "reason": row.body.decode()} for row in rows if row]
