"""`verify`: the chain of every stream and of the house, answers, books, the numbers on paper, the rows beside the log."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from feltro.app.people.directory import OBLIGATION, PERSON
from feltro.app.upkeep.answers import check_answers
from feltro.app.upkeep.outside import CheckedOutside, Outside, check_outside
from feltro.app.upkeep.places import called
from feltro.app.upkeep.states import check_states
from feltro.app.world import World
from feltro.app.world.codec import codec
from feltro.app.world.history import KINDS, Undone
from feltro.app.world.shelf import Shelf
from feltro.app.world.streams.people import STREAM, PeopleState
from feltro.kernel.outcome import Finding
from feltro.store.codec import UnreadableEvent
from feltro.store.integrity import HOUSE, Tick, as_far_as_read, counted, quietly, verify_reader
from feltro.store.port import Reader, Store

NOTHING_OUTSIDE = Outside()
DAMAGE = ("store.damaged", "store.unreadable")
HOLES = (*DAMAGE, "store.gap")
"""With these there is no state to look at: events are missing."""


class WholePart(NamedTuple):
    """What is sound in a log that is not: streams in which nothing was found, of how many, and their events."""

    streams: int
    of: int
    events: int


class Audit(NamedTuple):
    """What was looked at, and everything that does not hold."""

    findings: list[Finding]
    counts: dict[str, int]
    notes: tuple[Finding, ...] = ()
    """What holds and is worth knowing."""
    whole: WholePart | None = None
    """Where something does not hold."""

    @property
    def is_damaged(self) -> bool:
        """Whether parts of the database itself cannot be read."""
        return any(one.because in DAMAGE for one in self.findings)


def verify_house(
    store: Store, outside: Outside = NOTHING_OUTSIDE, shelf: Shelf | None = None, tick: Tick = quietly
) -> Audit:
    """Nothing is repaired and nothing is written. What cannot be read is told; with holes in it nothing adds up. What is
    pressed is held to what the log says, and thrown away where it says something else. Of a log of years no more than
    one stream is in memory at a time."""
    with store.snapshot() as still:
        findings = verify_reader(still, tick)
        findings += as_far_as_read("commands", partial(check_answers, still, tick))
        checked = CheckedOutside()
        if not Audit(findings, {}).is_damaged:
            checked = check_outside(still, outside, called(World(store)) if outside.heads else {}, tick)
            checked = checked._replace(notes=(*checked.notes, *still.cautions()))
        findings += checked.findings
        counts = _counted(still, tick)
    undone: set[str] = set()
    unreadable = list(as_far_as_read(HOUSE, partial(_unreadable, store, undone, tick)))
    findings += unreadable
    if not unreadable and not any(one.because in HOLES for one in findings):
        more, counts["postings"] = check_states(store, shelf, undone, tick)
        findings += [*more, *_check_people(store)]
    return Audit(findings, counts, checked.notes, _whole(store, findings) if findings else None)


def _counted(reader: Reader, tick: Tick) -> dict[str, int]:
    """As far as it can be counted."""
    counts = {"streams": 0, "events": 0, "commands": 0, "people": 0, "postings": 0}
    with suppress(Exception):
        streams = reader.streams()
        counts |= {"streams": len(streams), "events": sum(streams.values())}
        counts["people"] = sum(1 for _ in reader.registry(PERSON))
        counts["commands"] = sum(1 for _ in counted(reader.answers(), "commands", tick))
    return counts


def _whole(store: Store, findings: list[Finding]) -> WholePart:
    """In a file that is damaged as such nothing is promised of a stream that could not be read to its end."""
    versions: dict[str, int] = {}
    with suppress(Exception):
        versions = store.streams()
    wrong = {one.where.rpartition("@")[0] or one.where for one in findings}
    sound = {stream: version for stream, version in versions.items() if stream not in wrong}
    return WholePart(len(sound), len(versions), sum(sound.values()))


def _unreadable(store: Store, undone: set[str], tick: Tick) -> Iterator[Finding]:
    """And on the way, the streams in which something was undone."""
    for stream in store.streams():
        if stream.partition(":")[0] not in KINDS:
            yield Finding("verify.unknown_stream", stream)
            continue
        for recorded in counted(store.read(stream), "reading", tick):
            event = codec().decode(recorded)
            if isinstance(event, Undone):
                undone.add(stream)
            if isinstance(event, UnreadableEvent):
                values = {"name": event.name, "schema": event.schema, "detail": event.detail}
                yield Finding(event.because, f"{stream}@{event.version}", values)


def _check_people(store: Store) -> Iterator[Finding]:
    """Who is known has a row; who was erased or merged has none; what is kept by law has its term."""
    state: PeopleState = World(store).live(STREAM).state
    rows = {row.id for row in store.registry(PERSON)}
    kept = {row.id for row in store.registry(OBLIGATION)}
    for person in sorted(state.known - rows):
        yield Finding("verify.person_missing", person)
    for person in sorted(rows & (state.erased.keys() | state.merged.keys())):
        yield Finding("verify.person_came_back", person)
    for person in sorted(kept - {one for one, until in state.erased.items() if until is not None}):
        yield Finding("verify.kept_without_term", person)
