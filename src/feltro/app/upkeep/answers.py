"""Commands and their answers, held to each other: an answer tells what was written, and what was written is told."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from feltro.app.world.plan import Done, ToldEvent
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.store.integrity import moment
from feltro.store.port import Reader, Recorded

MOVED = ("season:", "tournament:", "desk:")
"""What a season's archive brings along; the rest of what its commands wrote stayed in the other house."""
Place = tuple[str, int]


class Told(NamedTuple):
    key: str
    event: ToldEvent


def check_answers(reader: Reader) -> Iterator[Finding]:
    """Both ways. One finding for each command and stream, at its first event."""
    told = _told(reader)
    answered = {one.key for one in told.values()}
    came = _came(reader)
    known: dict[str, Instant] = {}
    moved: set[str] = set()
    for stream in reader.streams():
        for event in reader.read(stream):
            key = event.meta.key
            known.setdefault(key, event.meta.at)
            if event.version <= came.get(stream, 0):
                moved.add(key)
            found = told.get((stream, event.version))
            if found and _same(found, event):
                del told[stream, event.version]
            elif key in answered:
                answered.discard(key)
                yield Finding("verify.event_untold", f"{stream}@{event.version}", moment(event.meta.at))
    if told:
        ours = {link.key: link.at for link in reader.links() if link.key}
        here = {*reader.streams(), *(head.stream for link in reader.links() for head in link.heads)}
        left = {place: one.key for place, one in told.items() if one.key in ours or place[0] in here}
        abroad = {key for key in left.values() if key not in ours and (key in moved or key not in known)}
        yield from _missing(
            {place: key for place, key in left.items() if key not in abroad or _moves(place, key, moved, came)},
            known,
            ours,
        )


def _told(reader: Reader) -> dict[Place, Told]:
    """What each answer says was written, by its place."""
    found: dict[Place, Told] = {}
    decoder = msgspec.json.Decoder(Done)
    for answer in reader.answers():
        try:
            done = decoder.decode(answer.outcome)
        except msgspec.DecodeError:
            continue  # a row that was kept without events: nothing is told
        found |= {(one.stream, one.version): Told(answer.key, one) for one in done.events}
    return found


def _same(told: Told, event: Recorded) -> bool:
    one = told.event
    return (told.key, one.name, bytes(one.event)) == (event.meta.key, event.name, event.payload)


def _came(reader: Reader) -> dict[str, int]:
    """Up to which version a stream was there before links were kept, or came from another house."""
    if reader.last_link() is None:
        return reader.streams()
    return {head.stream: head.version for link in reader.links() if not link.key for head in link.heads}


def _moves(place: Place, key: str, moved: set[str], came: dict[str, int]) -> bool:
    """Whether an archive that brought this command would have brought this event along."""
    return place[0].startswith(MOVED) and (key not in moved or place[0] in came)


def _missing(told: dict[Place, str], *times: dict[str, Instant]) -> Iterator[Finding]:
    commands: dict[tuple[str, str], list[int]] = {}
    for (stream, version), key in sorted(told.items()):
        commands.setdefault((stream, key), []).append(version)
    for (stream, key), versions in commands.items():
        at = next((one[key] for one in times if key in one), None)
        because = "verify.events_missing_since" if at is not None else "verify.events_missing"
        values = {"n": len(versions), **(moment(at) if at is not None else {})}
        yield Finding(because, f"{stream}@{versions[0]}", values)
