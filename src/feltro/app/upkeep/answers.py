"""Commands and their answers, held to each other: an answer tells what was written, and what was written is told."""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec

from feltro.app.world.plan import Done
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.store.integrity import Tick, counted, moment, quietly
from feltro.store.port import Reader
from feltro.store.scratch import Scratch, scratch

MOVED = ("season:", "tournament:", "desk:")
"""What a season's archive brings along; the rest of what its commands wrote stayed in the other house."""
_NOTES = (
    "told (stream TEXT, version INTEGER, key TEXT, digest BLOB, PRIMARY KEY (stream, version, key)) WITHOUT ROWID",
    "answered (key TEXT PRIMARY KEY) WITHOUT ROWID",
)


class AnsweredPlace(NamedTuple):
    """Of an event of a command. Two houses may each have told something of one place."""

    stream: str
    version: int
    key: str


def check_answers(reader: Reader, tick: Tick = quietly) -> Iterator[Finding]:
    """Both ways. One finding for each command and stream, at its first event."""
    with scratch() as notes:
        notes.tables(*_NOTES)
        _note_told(reader, notes, tick)
        streams = reader.streams()
        left: list[AnsweredPlace] = []
        for stream in streams:
            yield from _check_told(reader, stream, notes, left, tick)
        named = (one[0] for one in list(notes.ask("SELECT DISTINCT stream FROM told")) if one[0] not in streams)
        for stream in named:
            rows = notes.ask("SELECT stream, version, key FROM told WHERE stream = ?", stream)
            left += (AnsweredPlace(*row) for row in rows)
    if left:
        yield from _check_left(reader, left)


def _note_told(reader: Reader, notes: Scratch, tick: Tick) -> None:
    """What each answer says was written, by its place."""
    decoder = msgspec.json.Decoder(Done)
    for answer in counted(reader.answers(), "told", tick):
        try:
            done = decoder.decode(answer.outcome)
        except msgspec.DecodeError:
            continue  # a row that was kept without events: nothing is told
        rows = [(one.stream, one.version, answer.key, _digest(one.name, bytes(one.event))) for one in done.events]
        notes.put("INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)", rows)
        if rows:
            notes.do("INSERT OR IGNORE INTO answered VALUES (?)", answer.key)


def _check_told(
    reader: Reader, stream: str, notes: Scratch, left: list[AnsweredPlace], tick: Tick
) -> Iterator[Finding]:
    """Events and what was told of them, side by side in their order. What was told and is not there is left."""
    known = notes.ask("SELECT version, key, digest FROM told WHERE stream = ? ORDER BY version", stream)
    told = next(known, None)
    for event in reader.read(stream):
        key, found = event.meta.key, False
        tick("answers", 1)
        while told and told[0] <= event.version:
            if told == (event.version, key, _digest(event.name, event.payload)):
                found = True
            else:
                left.append(AnsweredPlace(stream, told[0], told[1]))
            told = next(known, None)
        if not found and notes.do("DELETE FROM answered WHERE key = ?", key):
            yield Finding("verify.event_untold", f"{stream}@{event.version}", moment(event.meta.at))
    while told:
        left.append(AnsweredPlace(stream, told[0], told[1]))
        told = next(known, None)


def _check_left(reader: Reader, told: list[AnsweredPlace]) -> Iterator[Finding]:
    """What was told and is not there: missing, or it stayed in the house from which the command came."""
    keys = {place.key for place in told}
    came = _came(reader)
    known: dict[str, Instant] = {}
    moved: set[str] = set()
    streams = reader.streams()
    for stream in streams:
        for event in reader.read(stream):
            if event.meta.key in keys:
                known.setdefault(event.meta.key, event.meta.at)
                if event.version <= came.get(stream, 0):
                    moved.add(event.meta.key)
    ours: dict[str, Instant] = {}
    here = {*streams}
    for link in reader.links():
        here.update(head.stream for head in link.heads)
        if link.key in keys:
            ours[link.key] = link.at
    left = [place for place in told if place.key in ours or place.stream in here]
    abroad = {one.key for one in left if one.key not in ours and (one.key in moved or one.key not in known)}
    stayed = [one for one in left if one.key not in abroad or _moves(one, moved, came)]
    yield from _missing(stayed, known, ours)


def _digest(name: str, payload: bytes) -> bytes:
    return sha256(name.encode("utf-8", "surrogatepass") + b"\0" + payload).digest()[:16]


def _came(reader: Reader) -> dict[str, int]:
    """Up to which version a stream was there before links were kept, or came from another house."""
    if reader.last_link() is None:
        return reader.streams()
    return {head.stream: head.version for link in reader.links() if not link.key for head in link.heads}


def _moves(place: AnsweredPlace, moved: set[str], came: dict[str, int]) -> bool:
    """Whether an archive that brought this command would have brought this event along."""
    return place.stream.startswith(MOVED) and (place.key not in moved or place.stream in came)


def _missing(told: list[AnsweredPlace], *times: dict[str, Instant]) -> Iterator[Finding]:
    commands: dict[tuple[str, str], list[int]] = {}
    for place in sorted(told):
        commands.setdefault((place.stream, place.key), []).append(place.version)
    for (stream, key), versions in commands.items():
        at = next((one[key] for one in times if key in one), None)
        because = "verify.events_missing_since" if at is not None else "verify.events_missing"
        values = {"n": len(versions), **(moment(at) if at is not None else {})}
        yield Finding(because, f"{stream}@{versions[0]}", values)
