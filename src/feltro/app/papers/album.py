"""Pictures of the room as files, one after every level: what is left to go on with when the machine is not.

They lie beside the data or wherever the house says, a memory stick for one. Only the latest are kept.
"""

from __future__ import annotations

import contextlib
import os
import re
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.papers.pen import pen_of
from feltro.app.papers.press import printed
from feltro.app.papers.room import room
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
        self.failed = False
        """Whether the last picture could not be written."""

    def keep(self, at: Instant) -> None:
        """Every level that has ended since the last look, of every event; at first, those of the last day."""
        for stream in self._house.store.streams("tournament:"):
            self._waiting |= dict.fromkeys(self._new(stream, at)[-KEPT:])
        for ended in list(self._waiting):
            try:
                self._write(ended, at)
            except OSError:
                self.failed = True
                return
            del self._waiting[ended]
            self.failed = False

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
        """The log up to now is what the picture is drawn from, so that nobody waits meanwhile."""
        with self._house.world.lock:
            pen = pen_of(self._house, ended.tournament, self._lang, at)
            if isinstance(pen, Refused):
                return
        made = room(pen, ended.level, ended.day)
        if isinstance(made, Refused):
            return
        folder = self.folder / ended.tournament
        _keep(folder / f"dia-{ended.day}-nivel-{ended.level:02d}.pdf", printed(made))
        for old in self.pictures(ended.tournament)[KEPT:]:
            (folder / old.name).unlink(missing_ok=True)


def _keep(file: Path, content: bytes) -> None:
    """On the disk before it has its name: half a picture helps nobody."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}.part")
    with unfinished.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(file)
