"""The hash that ties each event to the one before it, and the step from new events to recorded ones.

The bytes are part of the contract and documented in docs/developers/log.md.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from feltro.store.links import EMPTY, Head, framed
from feltro.store.port import Conflict, Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feltro.store.port import Append, Meta, NewEvent, Transaction

FORMAT = b"feltro/event/1"


def record(transaction: Transaction, heads: Mapping[str, Head]) -> list[Recorded] | Conflict:
    """The events of a transaction in their places, or the first stream, by name, that has moved on. A stream
    without a head has no events."""
    recorded: list[Recorded] = []
    who = framed(*_who(transaction.meta))
    for append in sorted(transaction.appends, key=_stream):
        head = heads.get(append.stream, EMPTY)
        if head.version != append.expected:
            return Conflict(append.stream, append.expected, head.version)
        for event in append.events:
            sealed = _seal(head, append.stream, event, transaction.meta, who)
            recorded.append(sealed)
            head = Head(sealed.version, sealed.hash)
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


def _seal(head: Head, stream: str, event: NewEvent, meta: Meta, who: bytes) -> Recorded:
    """The same bytes as `hash_of` takes, with those of the meta made once for all events of a command."""
    place = (stream, head.version + 1, event.name, event.schema, event.payload)
    seal = sha256(framed(FORMAT, head.hash, *_place(*place)) + who).digest()
    return Recorded(*place, meta, seal)


def _stream(append: Append) -> str:
    return append.stream
