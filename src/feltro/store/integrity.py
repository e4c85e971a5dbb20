"""Whether a store still says what was once written to it. Checks return everything they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Finding
from feltro.store.seal import EMPTY, Head, hash_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.store.port import Meta, Reader, Store


def verify(store: Store) -> list[Finding]:
    """Everything that does not hold, at one moment of the store; an empty list is a sound store."""
    with store.snapshot() as still:
        return [*still.complaints(), *verify_contents(still)]


def verify_contents(reader: Reader) -> list[Finding]:
    """The chain of each stream, the keys of the commands, and the registry."""
    findings: list[Finding] = []
    commands: dict[str, Meta] = {}
    for stream in reader.streams():
        findings += _check_stream(reader, stream, commands)
    answered = {answer.key for answer in reader.answers()}
    findings += [Finding("store.key_unanswered", key) for key in sorted(commands.keys() - answered)]
    for row in reader.registry():
        if row.key not in answered:
            findings.append(Finding("store.registry_unexplained", f"{row.kind}/{row.id}", {"key": row.key}))
    return findings


def _check_stream(reader: Reader, stream: str, commands: dict[str, Meta]) -> Iterator[Finding]:
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
            if key in ended or commands.setdefault(key, event.meta) != event.meta:
                yield Finding("store.key_twice", where, {"key": key})
