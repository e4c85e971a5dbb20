"""A season as one archive, out of one house and into another. docs/developers/log.md has the format.

An archive comes from outside. It is unpacked into a store of its own, held to everything that `verify` knows,
and only then taken in: never with users or tokens, and never with people who were erased here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from feltro.app.access.rows import KINDS as ACCESS_ROWS
from feltro.app.conduct.rulings.kept import SITUATION
from feltro.app.people.directory import OBLIGATION, PERSON, directory
from feltro.app.people.erasure import REASON
from feltro.app.people.traces import people_in
from feltro.app.upkeep.audit import verify_house
from feltro.app.world import World
from feltro.app.world.codec import codec
from feltro.app.world.plan import Done, Envelope, ToldEvent
from feltro.app.world.streams.people import STREAM, PeopleState, PersonImported
from feltro.kernel.outcome import Finding, Refused
from feltro.store.archive import Choice, Manifest, export
from feltro.store.archive_reader import import_archive
from feltro.store.links import Signer
from feltro.store.memory import MemoryStore
from feltro.store.port import Adopted, Append, Contents, Kept, Meta, Put, Reader, Store, Transaction

STREAMS = ("season:", "tournament:", "desk:", "rulings:")
ROWS = (PERSON, OBLIGATION, REASON, SITUATION)
"""What a season's archive may hold."""
ATTEMPTS = 20


class ImportedSeason(NamedTuple):
    streams: tuple[str, ...]
    people: tuple[str, ...]
    stayed: tuple[str, ...]
    """People whom this house knew already: its own record stayed."""
    left_out: tuple[str, ...]
    """People who were erased or merged here, and whose data therefore stayed outside."""
    look_alike: tuple[tuple[str, str], ...]
    """Pairs that may be one person now: `feltro person merge`."""


def export_season(
    season: str, store: Store, path: Path, *, with_people: bool = True, signer: Signer | None = None
) -> Manifest | Refused:
    """Season, tournaments with what was ruled in them, and the desks that served them; without people it holds no personal data."""
    with store.snapshot() as still:
        if not still.version(f"season:{season}"):
            return Refused("season.unknown", {"season": season})
        streams = list(_streams_of(season, still))
        rows = list(_rows_of(streams, still)) if with_people else []
        secrets = [one for one in still.secrets() if _belongs(one, streams)]
        return export(still, path, Choice(streams, rows, secrets), signer)


def import_season(path: Path, store: Store, envelope: Envelope) -> ImportedSeason | list[Finding]:
    scratch = MemoryStore()
    outcome = import_archive(path, scratch)
    if isinstance(outcome, list):
        return outcome
    findings = [*_foreign(scratch), *verify_house(scratch).findings]
    if findings:
        return findings
    for _ in range(ATTEMPTS):
        version = store.version(STREAM)  # first: whoever comes, goes or changes meanwhile moves it on
        coming = _coming(scratch, store)
        announced = _announcement(coming.people, version, envelope)
        taken = store.adopt(_contents(scratch, coming.left_out, announced))
        if isinstance(taken, Adopted):
            streams = tuple(stream for stream in taken.versions if stream != STREAM)
            alike = tuple((one.id, other.id) for one, other in directory(store).duplicates())
            return ImportedSeason(streams, *coming, alike)
        if taken.what != "version":
            return [Finding("store.archive.taken", path.name, {"what": taken.what, "id": taken.id})]
    return [Finding("command.too_busy", path.name)]


def _streams_of(season: str, reader: Reader) -> Iterator[str]:
    yield f"season:{season}"
    cashiers: set[str] = set()
    for stream in reader.streams("tournament:"):
        events = [msgspec.json.decode(recorded.payload) for recorded in reader.read(stream)]
        if events and events[0].get("season") == season:
            cashiers |= {str(event["cashier"]) for event in events if event.get("cashier")}
            yield stream
            rulings = f"rulings:{stream.partition(':')[2]}"
            if reader.version(rulings):
                yield rulings
    for stream in reader.streams("desk:"):
        told = (msgspec.json.decode(recorded.payload) for recorded in reader.read(stream))
        if any(event.get("cashier") in cashiers for event in told):
            yield stream


def _rows_of(streams: list[str], reader: Reader) -> Iterator[tuple[str, str]]:
    """The people whom these streams name, the reasons given in them, and what rulings were given on."""
    people: set[str] = set()
    for stream in streams:
        for recorded in reader.read(stream):
            told = msgspec.json.decode(recorded.payload)
            people |= people_in(told)
            yield REASON, recorded.meta.key
            if stream.startswith("rulings:"):
                yield SITUATION, f"{stream.partition(':')[2]}/{told['ruling']}"
    for person in sorted(people):
        yield PERSON, person
        yield OBLIGATION, person


def _belongs(secret: str, streams: list[str]) -> bool:
    """Secrets are named after the stream, or the tournament, whose draw they wait for. They travel sealed."""
    tournaments = (stream.removeprefix("tournament:") for stream in streams if stream.startswith("tournament:"))
    decks = tuple(f"draw/{tournament}/" for tournament in tournaments)
    return secret.startswith(decks) or any(
        secret == stream or secret.startswith((f"{stream}/", f"{stream}:")) for stream in streams
    )


def _foreign(scratch: MemoryStore) -> Iterator[Finding]:
    """What has no place in a season: above all, users and tokens would be a way in."""
    for stream in scratch.streams():
        if not stream.startswith(STREAMS):
            yield Finding("moving.foreign_stream", stream)
    for row in scratch.registry():
        if row.kind not in ROWS:
            because = "moving.access_row" if row.kind in ACCESS_ROWS else "moving.foreign_row"
            yield Finding(because, f"{row.kind}/{row.id}")


class Coming(NamedTuple):
    """Of the people in an archive: who comes in, of whom this house has its own record, and who stays outside."""

    people: tuple[str, ...]
    stayed: tuple[str, ...]
    left_out: tuple[str, ...]


def _coming(scratch: MemoryStore, store: Store) -> Coming:
    state: PeopleState = World(store).live(STREAM).state
    gone = {*state.erased, *state.merged}
    people: list[str] = []
    stayed: list[str] = []
    for row in scratch.registry(PERSON):
        if row.id not in gone:
            ours = store.kept(PERSON, row.id)
            (people if ours is None or ours.body == row.body else stayed).append(row.id)
    left_out = {row.id for row in scratch.registry() if row.kind in {PERSON, OBLIGATION} and row.id in gone}
    return Coming(tuple(people), tuple(sorted(stayed)), tuple(sorted(left_out)))


def _contents(scratch: MemoryStore, gone: tuple[str, ...], announced: Transaction | None) -> Contents:
    events = (event for stream in scratch.streams() for event in scratch.read(stream))
    secrets = (Put(name, scratch.secret(name) or b"") for name in scratch.secrets())
    return Contents(events, scratch.answers(), _kept(scratch, gone), secrets, announced=announced)


def _kept(scratch: MemoryStore, gone: tuple[str, ...]) -> Iterator[Kept]:
    for row in scratch.registry():
        if row.kind == REASON or row.id not in gone:
            yield row


def _announcement(people: tuple[str, ...], version: int, envelope: Envelope) -> Transaction | None:
    """Tells the people stream who came, so that directories and other desks hear of them. It goes in together
    with the rows: a power cut between the two would leave people whom nobody finds."""
    if not people:
        return None
    meta = Meta(envelope.who, envelope.role, envelope.device, envelope.at, envelope.key, "ImportSeason")
    events = tuple(codec().encode(PersonImported(person=person)) for person in people)
    told = tuple(
        ToldEvent(stream=STREAM, version=place, name=one.name, event=msgspec.Raw(one.payload))
        for place, one in enumerate(events, version + 1)
    )
    done = msgspec.json.encode(Done(key=meta.key, command=meta.command, digest="", events=told))
    return Transaction(meta, (Append(STREAM, version, events),), done)
