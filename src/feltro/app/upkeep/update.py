"""From one version to another and back: nothing is begun without a copy that holds, and nothing stays that cannot read it.

What is kept for the way back lies in Feltro's own folder: the program as a wheel, the copy of the house, and a note.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

from feltro.app.upkeep import program
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.upkeep.marks import marks_of
from feltro.app.upkeep.proved_copy import prove
from feltro.kernel.folders import data_folder
from feltro.store.backup import backup, is_database
from feltro.store.sqlite_look import looked_at

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.store.port import Store

FOLDER = "versoes"
NOTE = "volta.json"
KEPT = 3
SQLITE = "sqlite:///"


class WayBack(msgspec.Struct, frozen=True):
    """How to be where one was: names of files that lie beside the note."""

    version: str
    database: str
    program: str
    copy: str = ""
    """Nothing where there was no house yet."""


class NoGoodCopyError(Exception):
    """The house does not hold as it is: that comes first."""


def file_of(database: str) -> Path | None:
    return Path(database.removeprefix(SQLITE)) if database.startswith(SQLITE) else None


def is_open_elsewhere(file: Path) -> bool:
    """Whether another process has this database open: only the last one may take away its write-ahead log."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        try:
            return str(connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]) != "delete"
        except sqlite3.OperationalError:
            return True
        except sqlite3.DatabaseError:  # none of ours: whoever opens it says so
            return False


def prepare(store: Store | None, database: str, at: Instant) -> tuple[Path, WayBack]:
    """Everything that going back needs, proved and on the disk."""
    folder = data_folder() / FOLDER / f"{at:017d}"
    folder.mkdir(parents=True, mode=0o700)
    wheel = program.keep_program(folder)
    copy = ""
    if store is not None:
        made = folder / ("casa.sqlite3" if getattr(store, "path", None) else "casa.zip")
        backup(store, made, InstallationKey())
        if prove(made).findings:
            shutil.rmtree(folder)
            raise NoGoodCopyError
        copy = made.name
    way = WayBack(wheel.name.split("-")[1], database, wheel.name, copy)
    (folder / NOTE).write_bytes(msgspec.json.encode(way))
    for old in ways_back()[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder, way


def ways_back() -> list[Path]:
    """The latest first."""
    return sorted((note.parent for note in (data_folder() / FOLDER).glob(f"*/{NOTE}")), reverse=True)


def read_way(folder: Path) -> WayBack:
    return msgspec.json.decode((folder / NOTE).read_bytes(), type=WayBack)


def cannot_read(copy: Path) -> str:
    """What the version that is installed now says against a house, tried on a scratch copy; nothing when it works with it."""
    with TemporaryDirectory(prefix="feltro-") as place:
        scratch, nothing = Path(place, "casa.sqlite3"), Path(place, "nada.jsonl")
        nothing.write_bytes(b"")
        there = f"{SQLITE}{scratch}"
        if not is_database(copy):
            return program.ask_program("restore", str(copy), "--database", there)
        shutil.copyfile(copy, scratch)
        opened = program.ask_program("do", str(nothing), "--database", there)
        return opened or program.ask_program("verify", "--database", there)


def take_place(file: Path, copy: Path, aside: Path, at: Instant) -> None:
    """The copy becomes the house again; what the house had become lies aside, whole. Nobody has it open."""
    file.replace(aside)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    shutil.copyfile(copy, beside)
    beside.replace(file)
    marks = marks_of(f"{SQLITE}{file}")
    if marks:
        with looked_at(file) as reader:
            marks.begin(reader, at)
