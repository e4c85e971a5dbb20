"""Pictures of the room as files, one after every level: what is left to go on with when the machine is not.

They lie beside the data or wherever the house says, a memory stick for one. Only the latest are kept. Who is erased or
merged leaves them too: each folder says how far the news of the registry was followed in it, so that a stick that
was away catches up when it is back.
"""

from __future__ import annotations

import contextlib
import os
import re
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.papers.pen import pen_of
from feltro.app.papers.printer import printed
from feltro.app.papers.room import room
from feltro.app.people.traces import people_in
from feltro.app.screens.club import letterhead_of
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.streams.people import PersonErased, PersonMerged
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.tournament.papers.due import level_ended

if TYPE_CHECKING:
    from pathlib import Path

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

FOLDER = "quadros"
KEPT = 8
"""Of each event: the last hours of play."""
FOLLOWED = "pessoas.txt"
"""Beside the pictures of an event: the version of the registry's stream up to which they name nobody who is gone."""
NAME = re.compile(r"dia-(?P<day>[A-Za-z0-9._-]+)-nivel-(?P<level>\d{2,4})\.pdf")


DAY = 24 * 3600 * SECOND
"""In the unit of an `Instant`."""


class EndedLevel(NamedTuple):
    """A level that is over."""

    tournament: str
    day: str
    level: int


class Picture(NamedTuple):
    day: str
    level: int
    name: str
    """Of its file."""


class Album:
    """Looks only at what is new on each log. What cannot be written waits, and is said."""

    def __init__(self, house: House, folder: Path, lang: Lang = "pt") -> None:
        self._house = house
        self.folder = folder
        self._lang = lang
        self._seen: dict[str, int] = {}
        self._waiting: dict[EndedLevel, None] = {}
        self._followed = -1
        self.failed = False
        """Whether the last picture could not be written."""

    def keep(self, at: Instant) -> None:
        """Every level that has ended since the last look, of every event; at first, those of the last day."""
        self.forget(at)
        with self._house.world.lock:
            lately = [one.stream for one in self._house.world.lives("tournament:") if at - one.last_at < DAY]
        for stream in lately:
            self._waiting |= dict.fromkeys(self._new(stream, at)[-KEPT:])
        for ended in list(self._waiting):
            try:
                self._write(ended, at)
            except OSError:
                self.failed = True
                return
            del self._waiting[ended]
            self.failed = False

    def forget(self, at: Instant) -> int:
        """Pictures that name somebody who was erased or merged are drawn anew, or go. How many did."""
        people = self._house.store.version(PEOPLE)
        if people == self._followed:
            return 0
        try:
            drawn = sum(self._forget_in(folder, people, at) for folder in self.folder.glob("*/"))
        except OSError:
            self.failed = True
            return 0
        self._followed = people
        return drawn

    def _forget_in(self, folder: Path, people: int, at: Instant) -> int:
        for torn in folder.glob("*.part"):
            torn.unlink(missing_ok=True)
        pictures = self.pictures(folder.name)
        if not pictures or not self._names_gone(folder):
            return 0
        for one in reversed(pictures):  # the oldest first: they are known by the order of their writing
            made = self._drawn(EndedLevel(folder.name, one.day, one.level), at)
            if made is None:
                (folder / one.name).unlink(missing_ok=True)
            else:
                _keep(folder / one.name, made)
        _keep(folder / FOLLOWED, str(people).encode())
        return len(pictures)

    def _names_gone(self, folder: Path) -> bool:
        """Whether somebody of this event left the registry since the pictures were last looked through."""
        try:
            seen = int((folder / FOLLOWED).read_text(encoding="ascii"))
        except (OSError, ValueError):
            seen = 0
        with self._house.world.lock:
            registry = self._house.world.live(PEOPLE)
            gone: set[str] = set()
            for fact in registry.facts[seen:]:
                if isinstance(fact.event, PersonErased | PersonMerged):
                    gone |= {fact.event.person, *registry.state.all_of(fact.event.person)}
            stream = f"tournament:{folder.name}"
            facts = self._house.world.live(stream).facts if gone and self._house.store.version(stream) else ()
        return any(gone & people_in(msgspec.to_builtins(fact.event, str_keys=True)) for fact in facts)

    def pictures(self, tournament: str) -> list[Picture]:
        """The latest first."""
        folder = self.folder / tournament
        try:
            files = [(file.stat().st_mtime_ns, file.name) for file in folder.glob("dia-*-nivel-*.pdf")]
        except OSError:
            return []
        read = ((NAME.fullmatch(name), name) for _, name in sorted(files, reverse=True))
        return [Picture(found["day"], int(found["level"]), name) for found, name in read if found]

    def file(self, tournament: str, name: str) -> bytes | None:
        """One of those listed, and nothing else that a name may lead to."""
        if name not in {one.name for one in self.pictures(tournament)}:
            return None
        with contextlib.suppress(OSError):
            return (self.folder / tournament / name).read_bytes()
        return None

    def _new(self, stream: str, at: Instant) -> list[EndedLevel]:
        with self._house.world.lock:
            facts = self._house.world.live(stream).facts
            new = facts[self._seen.get(stream, 0) :]
            self._seen[stream] = len(facts)
        tournament = stream.partition(":")[2]
        ended = (
            EndedLevel(tournament, fact.event.day, level)
            for fact in new
            if (level := level_ended(fact.event)) and at - fact.meta.at < DAY
        )
        return list(dict.fromkeys(ended))

    def _write(self, ended: EndedLevel, at: Instant) -> None:
        made = self._drawn(ended, at)
        if made is None:
            return
        folder = self.folder / ended.tournament
        _keep(folder / f"dia-{ended.day}-nivel-{ended.level:02d}.pdf", made)
        for old in self.pictures(ended.tournament)[KEPT:]:
            (folder / old.name).unlink(missing_ok=True)

    def _drawn(self, ended: EndedLevel, at: Instant) -> bytes | None:
        """The log up to now is what the picture is drawn from, so that nobody waits meanwhile."""
        with self._house.world.lock:
            pen = pen_of(self._house, ended.tournament, self._lang, at)
            if isinstance(pen, Refused):
                return None
        made = room(pen, ended.level, ended.day)
        return None if isinstance(made, Refused) else printed(made, letterhead_of(self._house.store))


def _keep(file: Path, content: bytes) -> None:
    """On the disk before it has its name: half a picture helps nobody."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}.part")
    with unfinished.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(file)
