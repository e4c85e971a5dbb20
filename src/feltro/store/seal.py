"""The hash that ties each event to the one before it, and the step from new events to recorded ones.

The bytes are part of the contract and documented in docs/developers/log.md.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from feltro.store.links import EMPTY, Head, framed
from feltro.store.port import Conflict, Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feltro.store.port import Append, Meta, NewEvent, Transaction

FORMAT = b"feltro/event/1"
_BEGINS = framed(FORMAT, EMPTY.hash)[: -len(EMPTY.hash)]
"""Up to the hash before, which has one length."""


def record(transaction: Transaction, heads: Mapping[str, Head]) -> list[Recorded] | Conflict:
    """The events of a transaction in their places, or the first stream, by name, that has moved on. A stream
    without a head has no events."""
    recorded: list[Recorded] = []
    meta = transaction.meta
    who = framed(*_who(meta))
    for append in sorted(transaction.appends, key=_stream):
        head = heads.get(append.stream, EMPTY)
        if head.version != append.expected:
            return Conflict(append.stream, append.expected, head.version)
        stream = framed(append.stream.encode())
        version, seal = head
        for event in append.events:
            version += 1
            seal = _seal(seal, stream, version, event, who)
            recorded.append(Recorded(append.stream, version, event.name, event.schema, event.payload, meta, seal))
    return recorded


def heads_of(recorded: Iterable[Recorded]) -> dict[str, Head]:
    """Where each stream stands after the last of these."""
    return {event.stream: Head(event.version, event.hash) for event in recorded}


def chained(events: Iterable[Recorded]) -> Iterator[Recorded]:
    """The events of whole streams, one stream after the other, each held to the hash before it."""
    ended: set[str] = set()
    stream, head = "", EMPTY
    for event in events:
        if event.stream != stream:
            ended.add(stream)
            stream, head = event.stream, EMPTY
        right = event.version == head.version + 1 and event.hash == hash_of(event, head.hash)
        if not right or stream in ended:
            raise ValueError(f"{event.stream}@{event.version} does not follow what came before it")
        head = Head(event.version, event.hash)
        yield event


def hash_of(event: Recorded, previous: bytes) -> bytes:
    """SHA-256 over the hash before and every field of the event, each after its length."""
    place = (event.stream, event.version, event.name, event.schema, event.payload)
    return sha256(framed(FORMAT, previous, *_place(*place), *_who(event.meta))).digest()


def _place(stream: str, version: int, name: str, schema: int, payload: bytes) -> tuple[bytes, ...]:
    return stream.encode(), b"%d" % version, name.encode(), b"%d" % schema, payload


def _who(meta: Meta) -> tuple[bytes, ...]:
    texts = (meta.who.encode(), meta.role.encode(), meta.device.encode())
    return (*texts, b"%d" % meta.at, meta.key.encode(), meta.command.encode())


def _seal(previous: bytes, stream: bytes, version: int, event: NewEvent, who: bytes) -> bytes:
    """The same bytes as `hash_of` takes: those of stream and meta are made once for all events of a command, those of a kind
    of event once for all."""
    kind = _kind(event.name, event.schema)
    return sha256(
        _BEGINS + previous + stream + framed(b"%d" % version) + kind + framed(event.payload) + who
    ).digest()


@lru_cache(maxsize=1024)
def _kind(name: str, schema: int) -> bytes:
    return framed(name.encode(), b"%d" % schema)


def _stream(append: Append) -> str:
    return append.stream
