"""Whether a store still says what was once written to it. Checks return everything they find.

A log of years does not fit into memory: what has to be remembered on the way lies in notes on the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Finding
from feltro.store.links import EMPTY, Head, hash_of_link
from feltro.store.scratch import scratch
from feltro.store.seal import hash_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.kernel.instants import Instant
    from feltro.store.port import Meta, Reader, Recorded, Store
    from feltro.store.scratch import Scratch

Row = TypeVar("Row")
Tick = Callable[[str, int], None]
"""Told what is looked at, and how many of it more; none at all where it begins."""
UNREADABLE = "store.unreadable"
READ_AT_ONCE = 1000
HOUSE = "house"
"""Where the chain of the house stands: `house@57` is its link 57."""
_NOTES = (
    "answers (key TEXT PRIMARY KEY, digest BLOB) WITHOUT ROWID",
    "heads (stream TEXT, version INTEGER, hash BLOB, at INTEGER, PRIMARY KEY (stream, version)) WITHOUT ROWID",
    "commands (key TEXT PRIMARY KEY, meta BLOB, place TEXT, at INTEGER) WITHOUT ROWID",
    "runs (key TEXT, stream TEXT, PRIMARY KEY (key, stream)) WITHOUT ROWID",
)
_GONE = """
SELECT h.stream, max(h.version), (SELECT at FROM heads WHERE stream = h.stream ORDER BY version LIMIT 1)
FROM heads AS h GROUP BY h.stream ORDER BY h.stream"""
_UNANSWERED = """
SELECT place, at FROM commands LEFT JOIN answers USING (key) WHERE answers.key IS NULL ORDER BY place, at"""


def quietly(_what: str, _more: int) -> None:
    """Nobody asks how far it is."""


def counted(several: Iterable[Row], what: str, tick: Tick) -> Iterator[Row]:
    """One by one, each of them told."""
    for one in several:
        yield one
        tick(what, 1)


def verify(store: Store) -> list[Finding]:
    """Everything that does not hold, at one moment of the store; an empty list is a sound store."""
    with store.snapshot() as still:
        return verify_reader(still)


def verify_reader(reader: Reader, tick: Tick = quietly) -> list[Finding]:
    tick("rows", 0)
    return [*reader.complaints(), *verify_contents(reader, tick)]


def as_far_as_read(where: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """What is found until the database cannot be read on, and that: a damaged one may answer with anything at all."""
    try:
        yield from look()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told and the rest is looked at
        yield Finding(UNREADABLE, where, {"said": str(error) or type(error).__name__})


def verify_contents(reader: Reader, tick: Tick = quietly) -> list[Finding]:
    """The chain of each stream and of the house, the keys of the commands, and the registry."""
    versions: dict[str, int] = {}
    with scratch() as notes:
        notes.tables(*_NOTES)
        findings = [
            *as_far_as_read("commands", partial(_digest, reader, notes, tick)),
            *as_far_as_read(HOUSE, partial(_check_links, reader, notes, tick)),
            *as_far_as_read(HOUSE, partial(_know_streams, reader, versions)),
        ]
        for stream in versions:
            findings += as_far_as_read(stream, partial(_check_stream, reader, stream, notes, tick))
            findings += as_far_as_read(stream, partial(_check_linked, reader, stream, notes, tick))
        for stream, last, at in notes.ask(_GONE) if versions else ():
            if stream not in versions:
                findings.append(Finding("store.stream_gone", stream, {"last": last, **moment(at)}))
        findings += [Finding("store.key_unanswered", where, moment(at)) for where, at in notes.ask(_UNANSWERED)]
        return [*findings, *as_far_as_read("registry", partial(_check_registry, reader, notes))]


def _digest(reader: Reader, notes: Scratch, tick: Tick) -> tuple[Finding, ...]:
    answers = counted(reader.answers(), "rows", tick)
    rows = ((answer.key, sha256(answer.outcome).digest()) for answer in answers)
    notes.put("INSERT OR REPLACE INTO answers VALUES (?, ?)", rows)
    return ()


def _know_streams(reader: Reader, versions: dict[str, int]) -> tuple[Finding, ...]:
    versions.update(reader.streams())
    return ()


def _check_registry(reader: Reader, notes: Scratch) -> Iterator[Finding]:
    for row in reader.registry():
        if not notes.one("SELECT 1 FROM answers WHERE key = ?", row.key):
            yield Finding("store.registry_unexplained", f"{row.kind}/{row.id}", {"key": row.key})


def moment(at: Instant) -> dict[str, Any]:
    """For sentences: the day and the hour."""
    local = local_time(at)
    return {"day": local.date(), "hour": local.time()}


def _check_stream(reader: Reader, stream: str, notes: Scratch, tick: Tick) -> Iterator[Finding]:
    """A break is reported once, where it is; what follows is held to what was found there."""
    head, key = EMPTY, ""
    for event in _until_unreadable(reader, stream):
        if isinstance(event, Finding):
            yield event
            return
        where = f"{stream}@{event.version}"
        if event.version != head.version + 1:
            yield Finding("store.gap", where, {"expected": head.version + 1})
        elif event.hash != hash_of(event, head.hash):
            yield Finding("store.hash_differs", where)
        head = Head(event.version, event.hash)
        tick("events", 1)
        if event.meta.key != key:
            key = event.meta.key
            if _is_another(event.meta, stream, where, notes):
                yield Finding("store.key_twice", where, {"key": key})


def _is_another(meta: Meta, stream: str, where: str, notes: Scratch) -> bool:
    """One command, one meta, its events of a stream together: else two commands had one key."""
    said = sha256(repr(meta).encode("utf-8", "surrogatepass")).digest()[:16]
    if not notes.do("INSERT OR IGNORE INTO runs VALUES (?, ?)", meta.key, stream):
        return True
    if notes.do("INSERT OR IGNORE INTO commands VALUES (?, ?, ?, ?)", meta.key, said, where, meta.at):
        return False
    return bool(notes.one("SELECT meta FROM commands WHERE key = ?", meta.key)[0] != said)


def _until_unreadable(reader: Reader, stream: str) -> Iterator[Recorded | Finding]:
    """The events of a stream; where one cannot be read, that is its last: those before it are read one by one."""
    last = 0
    try:
        for event in reader.read(stream):
            yield event
            last = event.version
    except Exception as error:  # noqa: BLE001 - as above
        broken, end = str(error) or type(error).__name__, last + READ_AT_ONCE
        with suppress(Exception):
            while last < end and (found := list(reader.read(stream, last, last + 1))):
                yield found[0]
                last = found[0].version
        yield Finding(UNREADABLE, f"{stream}@{last + 1}", {"said": broken})


def _check_links(reader: Reader, notes: Scratch, tick: Tick) -> Iterator[Finding]:
    """The chain of the house holds by itself and fits the answers; on the way, what it says of each stream."""
    last = EMPTY
    for link in reader.links():
        where = f"{HOUSE}@{link.number}"
        if link.number != last.version + 1:
            yield Finding("store.link_gap", where, {"expected": last.version + 1, **moment(link.at)})
        elif link.hash != hash_of_link(link, last.hash):
            yield Finding("store.link_differs", where, moment(link.at))
        last = link.head
        found = notes.one("SELECT digest FROM answers WHERE key = ?", link.key) if link.key else None
        if found and found[0] != link.answer:
            yield Finding("store.answer_differs", where, moment(link.at))
        rows = ((head.stream, head.version, head.hash, link.at) for head in link.heads)
        notes.put("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", rows)
        tick("links", 1)


def _check_linked(reader: Reader, stream: str, notes: Scratch, tick: Tick) -> Iterator[Finding]:
    """The stream is the one that the links know, and ends where they say."""
    known = notes.ask("SELECT version, hash, at FROM heads WHERE stream = ? ORDER BY version", stream)
    told = next(known, None)
    last = 0
    for event in reader.read(stream):
        tick("events", 0)  # met before
        last = event.version
        while told and told[0] < last:
            told = next(known, None)
        if told and told[0] == last and event.hash != told[1]:
            yield Finding("store.rewritten", f"{stream}@{last}", moment(told[2]))
            return
    (end,) = notes.one("SELECT max(version) FROM heads WHERE stream = ?", stream)
    if last < (end or 0):
        first = notes.one("SELECT at FROM heads WHERE stream = ? AND version > ? ORDER BY version", stream, last)
        yield Finding("store.tail_cut", f"{stream}@{last}", {"known": end, "last": end, **moment(first[0])})
    elif last > (end or 0) and notes.one("SELECT 1 FROM heads"):
        yield Finding("store.unlinked", f"{stream}@{last}", {"known": end or 0})
