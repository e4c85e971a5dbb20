"""Where the chain of a house stood, kept beside the key and not in the database: an older copy of the file is noticed.

One line for every sixty-four links, the last one written over as the chain grows. No line waits for the disk: after a
power cut a mark may be behind, which says nothing wrong. Lines are as long as each other and carry a check of themselves.
"""

import contextlib
import os
import threading
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from feltro.app.world.key_folder import key_folder
from feltro.kernel.instants import Instant
from feltro.store.links import Head, Link
from feltro.store.port import Reader

KEPT, BEGUN = "K", "B"
EVERY = 64
"""Links to a line."""
SQLITE = "sqlite:///"


class Mark(NamedTuple):
    kind: str
    """`K`: the chain stood there. `B`: what follows begins there, with a new database or a backup that was restored."""
    head: Head
    at: Instant


class Marks:
    """The file of one database. It belongs to this installation, and a copy of the database elsewhere has none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._place = (-1, 0)
        """Our own line: which sixty-four links it is for, and where it stands in the file."""

    def note(self, reader: Reader) -> None:
        """After a command: where the chain stands now."""
        link = reader.last_link()
        if link is not None:
            with contextlib.suppress(OSError), self._lock:
                self._keep(link)

    def begin(self, reader: Reader, at: Instant) -> None:
        """What comes now does not go on from what was marked before."""
        link = reader.last_link()
        if self.path.exists():
            self._add(_line(Mark(BEGUN, link.head if link else Head(0, bytes(32)), at)))

    def read(self) -> list[Mark]:
        """Half a line, or one that somebody wrote by hand, is no mark."""
        try:
            lines = self.path.read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        return [found for line in lines if (found := _mark(line))]

    def _keep(self, link: Link) -> None:
        line, place = _line(Mark(KEPT, link.head, link.at)), link.number // EVERY
        if self._place[0] != place:
            self._place = (place, self._add(line))
            return
        with self.path.open("r+b", buffering=0) as file:
            file.seek(self._place[1])
            file.write(line)

    def _add(self, line: bytes) -> int:
        """At the end, where other processes add theirs; returns where it stands."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "ab", buffering=0) as file:
            file.write(line)
            return file.tell() - len(line)


def marks_of(url: str, folder: Path | None = None) -> Marks | None:
    """By the place of the database, without who logs in there; what is forgotten anyway has none."""
    if url.startswith("memory"):
        return None
    parts = urlsplit(url)
    if url.startswith(SQLITE):
        place = str(Path(url.removeprefix(SQLITE)).resolve())
    elif "," in parts.netloc:  # a server and its standby: one database, whichever of them has it now
        place = f"{parts.netloc.rpartition('@')[2]}{parts.path}"
    else:
        place = f"{parts.hostname}:{parts.port}{parts.path}"
    name = "".join(letter for letter in Path(place).stem if letter.isalnum())[:24]
    return Marks((folder or key_folder()) / f"{name}-{sha256(place.encode()).hexdigest()[:8]}.marks")


def _line(mark: Mark) -> bytes:
    said = f"{mark.kind} {mark.head.version:012d} {mark.head.hash.hex()} {mark.at:020d}"
    return f"{said} {_check(said)}\n".encode()


def _mark(line: str) -> Mark | None:
    said, _, check = line.rpartition(" ")
    if check != _check(said):
        return None
    kind, number, hash_, at = said.split(" ")
    return Mark(kind, Head(int(number), bytes.fromhex(hash_)), Instant(int(at)))


def _check(said: str) -> str:
    return sha256(said.encode()).hexdigest()[:8]
