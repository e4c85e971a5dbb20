"""How access changes: one decision on who may come in now, its events and its rows, in one transaction."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from feltro.app.world import World
from feltro.app.world.codec import codec
from feltro.app.world.plan import Done, Envelope, ToldEvent
from feltro.app.world.streams.access import STREAM
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.store.port import AlreadyDone, Append, Appended, Erase, Keep, Meta, Store, Transaction

ATTEMPTS = 20
Found = TypeVar("Found")
_WORLDS: WeakKeyDictionary[Store, World] = WeakKeyDictionary()


class AccessChange(NamedTuple):
    events: tuple[Event, ...]
    rows: tuple[Keep | Erase, ...]


def state_of(store: Store, stream: str = STREAM) -> tuple[Any, int]:
    """Caught up by version: people come and go all season, and each of them is asked about."""
    world = _WORLDS.setdefault(store, World(store))
    with world.lock:
        live = world.live(stream)
        return live.state.copy(), live.version


def looked_up(store: Store, look: Callable[[Any], Found], stream: str = STREAM) -> Found:
    """One small thing of the state, for what every page asks: nobody who ever came in is copied for it."""
    world = _WORLDS.setdefault(store, World(store))
    with world.lock:
        return look(world.live(stream).state)


def change(
    store: Store,
    name: str,
    envelope: Envelope,
    decide: Callable[[Any], AccessChange | Refused],
    stream: str = STREAM,
) -> Refused | None:
    for _ in range(ATTEMPTS):
        state, version = state_of(store, stream)
        at = max(envelope.at, _WORLDS[store].remembered(stream).last_at)  # within a stream the hour never goes back
        meta = Meta(envelope.who, envelope.role, envelope.device, at, envelope.key, name)
        decided = decide(state)
        if isinstance(decided, Refused):
            return decided
        if decided.rows and not decided.events:
            raise LookupError(f"{name} keeps rows and says nothing of it in the log")
        new = tuple(codec().encode(event) for event in decided.events)
        told = tuple(
            ToldEvent(stream=stream, version=place, name=one.name, event=msgspec.Raw(one.payload))
            for place, one in enumerate(new, version + 1)
        )
        done = msgspec.json.encode(Done(key=meta.key, command=name, digest="", events=told))
        outcome = store.commit(Transaction(meta, (Append(stream, version, new),), done, decided.rows))
        if isinstance(outcome, AlreadyDone):
            return Refused("command.key_used", {"key": meta.key, "command": name})
        if isinstance(outcome, Appended):
            return None
    return Refused("command.too_busy")
