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


class AnsweredPlace(NamedTuple):
    """Of an event of a command. Two houses may each have told something of one place."""

    stream: str
    version: int
    key: str


def check_answers(reader: Reader) -> Iterator[Finding]:
    """Both ways. One finding for each command and stream, at its first event."""
    told = _told(reader)
    answered = {place.key for place in told}
    came = _came(reader)
    known: dict[str, Instant] = {}
    moved: set[str] = set()
    for stream in reader.streams():
        for event in reader.read(stream):
            key = event.meta.key
            known.setdefault(key, event.meta.at)
            if event.version <= came.get(stream, 0):
                moved.add(key)
            place = AnsweredPlace(stream, event.version, key)
            if place in told and _same(told[place], event):
                del told[place]
            elif key in answered:
                answered.discard(key)
                yield Finding("verify.event_untold", f"{stream}@{event.version}", moment(event.meta.at))
    if told:
        ours = {link.key: link.at for link in reader.links() if link.key}
        here = {*reader.streams(), *(head.stream for link in reader.links() for head in link.heads)}
        left = [place for place in told if place.key in ours or place.stream in here]
        abroad = {one.key for one in left if one.key not in ours and (one.key in moved or one.key not in known)}
        stayed = [one for one in left if one.key not in abroad or _moves(one, moved, came)]
        yield from _missing(stayed, known, ours)


def _told(reader: Reader) -> dict[AnsweredPlace, ToldEvent]:
    """What each answer says was written, by its place."""
    found: dict[AnsweredPlace, ToldEvent] = {}
    decoder = msgspec.json.Decoder(Done)
    for answer in reader.answers():
        try:
            done = decoder.decode(answer.outcome)
        except msgspec.DecodeError:
            continue  # a row that was kept without events: nothing is told
        found |= {AnsweredPlace(one.stream, one.version, answer.key): one for one in done.events}
    return found


def _same(told: ToldEvent, event: Recorded) -> bool:
    return (told.name, bytes(told.event)) == (event.name, event.payload)


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
