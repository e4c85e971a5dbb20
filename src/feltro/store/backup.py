"""A copy of a whole store, taken while it works, and the way back.

SQLite gives a copy of its file, which is a store itself. Every other store gives an archive. Both are taken
at one moment of the store, appear under their name only when they are whole and on the disk, and hold
everything: personal data and unrevealed secrets too. Keep them as you keep the store.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from feltro.kernel.outcome import Finding
from feltro.store.archive import everything, export, written_whole
from feltro.store.archive_reader import import_archive
from feltro.store.integrity import verify_contents
from feltro.store.port import Contents, Put, StoreUnavailable, Taken

if TYPE_CHECKING:
    from pathlib import Path

    from feltro.store.links import Signer
    from feltro.store.port import Adopted, Reader, Store

_SQLITE_FILE = b"SQLite format 3\0"


def backup(store: Store, path: Path, signer: Signer | None = None) -> None:
    """Copy a store to a file that is not there yet."""
    source = getattr(store, "path", None)
    if source is not None:
        _copy_database(source, path)
    else:
        with store.snapshot() as still:
            export(still, path, everything(still), signer)


def restore(path: Path, store: Store) -> Adopted | list[Finding]:
    """Fill an empty store from a backup of any store. What does not verify is refused whole."""
    if store.streams() or any(True for _ in store.answers()):
        return [Finding("store.restore.not_empty", path.name)]
    return _restore_database(path, store) if is_database(path) else import_archive(path, store)


def is_database(path: Path) -> bool:
    """Whether a backup is the copy of a file; else it is an archive, or nothing of ours."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE_FILE)) == _SQLITE_FILE


def rows_in(path: Path, kind: str) -> set[str] | None:
    """The ids of the registry's rows of a kind in a backup or an archive; nothing where the file is none of ours."""
    from feltro.store.memory import MemoryStore
    from feltro.store.sqlite_look import looked_at

    with path.open("rb") as file:
        begins = file.read(len(_SQLITE_FILE))
    if begins == _SQLITE_FILE:
        try:
            with looked_at(path) as reader:
                return {row.id for row in reader.registry(kind)}
        except (ValueError, sqlite3.DatabaseError, StoreUnavailable):
            return None
    scratch = MemoryStore()
    return None if isinstance(import_archive(path, scratch), list) else {row.id for row in scratch.registry(kind)}


def _copy_database(source: Path, path: Path) -> None:
    from feltro.store.sqlite_look import copy_of

    with (
        written_whole(path) as beside,
        closing(sqlite3.connect(beside)) as copy,
    ):
        copy_of(source, copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


def _restore_database(path: Path, store: Store) -> Adopted | list[Finding]:
    from feltro.store.sqlite_look import looked_at

    try:
        with looked_at(path) as reader:
            findings = [*reader.complaints(), *verify_contents(reader)]
            outcome = findings or store.adopt(_all_of(reader))
    except (sqlite3.DatabaseError, StoreUnavailable, ValueError) as error:
        return [Finding("store.damaged", path.name, {"said": str(error)})]
    if isinstance(outcome, Taken):
        return [Finding("store.archive.taken", path.name, {"what": outcome.what, "id": outcome.id})]
    return outcome


def _all_of(reader: Reader) -> Contents:
    events = (event for stream in reader.streams() for event in reader.read(stream))
    secrets = (Put(name, reader.secret(name) or b"") for name in reader.secrets())
    return Contents(events, reader.answers(), reader.registry(), secrets, reader.links())
