"""A copy of a house that is proved: looked at as the house itself is, without touching any other database."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import DatabaseError
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple

from feltro.app.upkeep.audit import verify_house
from feltro.app.upkeep.places import place_in_words
from feltro.app.world import World
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.store.archive_reader import import_archive
from feltro.store.backup import is_database
from feltro.store.port import Store, StoreUnavailable
from feltro.store.sqlite import SqliteStore
from feltro.store.sqlite_look import looked_at
from feltro.words.languages import Lang


class ProvedCopy(NamedTuple):
    findings: list[Finding]
    streams: int = 0
    events: int = 0
    until: Instant | None = None
    """When its last event was written; nothing where there is none."""
    places: Mapping[str, str] = MappingProxyType({})
    """Where each finding stands, in words, for whoever asked in a language."""


def prove(path: Path, lang: Lang | None = None) -> ProvedCopy:
    """Everything that does not hold in a backup or an archive; with nothing found it can be restored and worked with."""
    try:
        with _opened(path) as store:
            if isinstance(store, list):
                return ProvedCopy(store)
            report = verify_house(store)
            last = store.last_link()
            at = last.at if last else _last_event(store)
            world = World(store)
            places = {one.where: place_in_words(one.where, world, lang) for one in report.findings if lang}
            return ProvedCopy(report.findings, report.counts["streams"], report.counts["events"], at, places)
    except (DatabaseError, StoreUnavailable, ValueError, OSError) as error:
        return ProvedCopy([Finding("store.damaged", path.name, {"said": str(error)})])


@contextmanager
def _opened(path: Path) -> Iterator[Store | list[Finding]]:
    """The copy of a file is looked at as it lies; an archive is unpacked into a file that is thrown away."""
    if is_database(path):
        with looked_at(path) as store:
            yield store
        return
    with TemporaryDirectory(prefix="feltro-") as folder:
        scratch = SqliteStore(Path(folder) / "proved.sqlite3")
        try:
            outcome = import_archive(path, scratch)
            yield outcome if isinstance(outcome, list) else scratch
        finally:
            scratch.close()


def _last_event(store: Store) -> Instant | None:
    ends = (event.meta.at for stream, last in store.streams().items() for event in store.read(stream, last - 1))
    return max(ends, default=None)
