"""Whether a store still says what was once written to it. Checks return everything they find."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Finding
from feltro.store.links import EMPTY, Head, hash_of_link
from feltro.store.seal import hash_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.kernel.instants import Instant
    from feltro.store.links import Link
    from feltro.store.port import Meta, Reader, Store


class HeadTold(NamedTuple):
    """What a link says of a stream at a version, and when it was said."""

    hash: bytes
    at: Instant


Linked = dict[str, dict[int, HeadTold]]
"""By stream and version. Empty: nothing outside the streams knows where they stood."""
HOUSE = "house"
"""Where the chain of the house stands: `house@57` is its link 57."""


def verify(store: Store) -> list[Finding]:
    """Everything that does not hold, at one moment of the store; an empty list is a sound store."""
    with store.snapshot() as still:
        return [*still.complaints(), *verify_contents(still)]


def verify_contents(reader: Reader) -> list[Finding]:
    """The chain of each stream and of the house, the keys of the commands, and the registry."""
    digests = {answer.key: sha256(answer.outcome).digest() for answer in reader.answers()}
    linked: Linked = {}
    commands: dict[str, tuple[Meta, str]] = {}
    findings = list(_check_links(reader, digests, linked))
    versions = reader.streams()
    for stream in versions:
        findings += _check_stream(reader, stream, commands)
        findings += _check_linked(reader, stream, linked)
    gone = sorted(linked.keys() - versions.keys())
    findings += [Finding("store.stream_gone", stream, _since(linked[stream])) for stream in gone]
    unanswered = sorted((where, meta.at) for key, (meta, where) in commands.items() if key not in digests)
    findings += [Finding("store.key_unanswered", where, moment(at)) for where, at in unanswered]
    for row in reader.registry():
        if row.key not in digests:
            findings.append(Finding("store.registry_unexplained", f"{row.kind}/{row.id}", {"key": row.key}))
    return findings


def moment(at: Instant) -> dict[str, Any]:
    """For sentences: the day and the hour."""
    local = local_time(at)
    return {"day": local.date(), "hour": local.time()}


def _check_stream(reader: Reader, stream: str, commands: dict[str, tuple[Meta, str]]) -> Iterator[Finding]:
    """A break is reported once, where it is; what follows is held to what was found there."""
    head, key, ended = EMPTY, "", set[str]()
    for event in reader.read(stream):
        where = f"{stream}@{event.version}"
        if event.version != head.version + 1:
            yield Finding("store.gap", where, {"expected": head.version + 1})
        elif event.hash != hash_of(event, head.hash):
            yield Finding("store.hash_differs", where)
        head = Head(event.version, event.hash)
        if event.meta.key != key:
            ended.add(key)
            key = event.meta.key
            # One command, one meta, its events of a stream together: else two commands had one key.
            if key in ended or commands.setdefault(key, (event.meta, where))[0] != event.meta:
                yield Finding("store.key_twice", where, {"key": key})


def _check_links(reader: Reader, digests: dict[str, bytes], linked: Linked) -> Iterator[Finding]:
    """The chain of the house holds by itself and fits the answers; on the way, what it says of each stream."""
    last = EMPTY
    for link in reader.links():
        where = f"{HOUSE}@{link.number}"
        if link.number != last.version + 1:
            yield Finding("store.link_gap", where, {"expected": last.version + 1, **moment(link.at)})
        elif link.hash != hash_of_link(link, last.hash):
            yield Finding("store.link_differs", where, moment(link.at))
        last = link.head
        if link.key and digests.get(link.key, link.answer) != link.answer:
            yield Finding("store.answer_differs", where, moment(link.at))
        _note(link, linked)


def _note(link: Link, linked: Linked) -> None:
    for head in link.heads:
        linked.setdefault(head.stream, {})[head.version] = HeadTold(head.hash, link.at)


def _check_linked(reader: Reader, stream: str, linked: Linked) -> Iterator[Finding]:
    """The stream is the one that the links know, and ends where they say."""
    known = linked.get(stream, {})
    last = 0
    for event in reader.read(stream):
        last = event.version
        if last in known and event.hash != known[last].hash:
            yield Finding("store.rewritten", f"{stream}@{last}", moment(known[last].at))
            break
    else:
        end = max(known, default=0)
        if last < end:
            cut = {version: one for version, one in known.items() if version > last}
            yield Finding("store.tail_cut", f"{stream}@{last}", {"known": end, **_since(cut)})
        elif last > end and linked:
            yield Finding("store.unlinked", f"{stream}@{last}", {"known": end})


def _since(known: dict[int, HeadTold]) -> dict[str, Any]:
    """When the first of these was written, and how far they go."""
    return {"last": max(known), **moment(known[min(known)].at)}
