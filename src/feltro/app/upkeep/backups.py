"""Copies of the house that nobody has to think of: after every level and every closing, in one folder or in several.

Each is looked through before it counts. The latest are kept by their number, older ones one for each day, up to an age.
"""

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.upkeep.installation_key import InstallationKey
from feltro.house.desks.facts import DrawerClosed
from feltro.kernel.instants import SECOND, Instant, instant_of
from feltro.store.archive import written_whole
from feltro.store.archive_reader import inspect
from feltro.store.backup import backup, is_database
from feltro.store.port import StoreUnavailable
from feltro.store.sqlite_look import looked_at
from feltro.tournament.facts.clock import LevelMarked
from feltro.tournament.facts.days import DayEnded

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from feltro.app.handling import House

LOG = logging.getLogger(__name__)
FOLDER = "copias"
KEPT = 24
"""The latest, whatever their age."""
DAYS = 30
"""So long one for each day is kept, the last of the day."""
ASKS_FOR_A_COPY = (LevelMarked, DayEnded, DrawerClosed)
LOOKED_AT = ("tournament:", "desk:")
NAME = re.compile(r"feltro-(?P<at>\d{8}T\d{6})Z-(?P<link>\d{8,})\.(?:sqlite3|zip)")
_FORM = "%Y%m%dT%H%M%S"
DAY = 24 * 3600 * SECOND


class KeptCopy(NamedTuple):
    at: Instant
    link: int
    """How far the chain of the house goes in it."""
    path: Path


class BadCopyError(OSError):
    """A copy that does not hold what the house holds."""


class Backups:
    """Of one process. Others may do the same: a copy of a moment has one name, and is made once."""

    def __init__(self, house: House, folders: tuple[Path, ...]) -> None:
        self._house = house
        self.folders = folders
        self._seen: dict[str, int] = house.store.streams()
        self.failed = ""
        """Why the last copy was not made, where it was not: a folder that is away, no room, or damage."""

    def last(self) -> KeptCopy | None:
        """The latest good copy of the first folder that has one."""
        return next((found[0] for folder in self.folders if (found := copies_in(folder))), None)

    @property
    def is_behind(self) -> bool:
        """Whether something was written since the last copy."""
        last, link = self.last(), self._house.store.last_link()
        return link is not None and (last is None or last.link < link.number)

    def asked_for(self, moved: Iterable[str]) -> bool:
        """Whether what is new in these streams is the end of a level, of a day or of a drawer."""
        found = False
        for stream in moved:
            if not stream.startswith(LOOKED_AT):
                continue
            with self._house.world.lock:
                live = self._house.world.live(stream)
                seen, self._seen[stream] = self._seen.get(stream, 0), live.version
                new = live.facts[seen:] if live.version > seen else ()
            found = found or any(isinstance(fact.event, ASKS_FOR_A_COPY) for fact in new)
        return found

    def make(self, at: Instant) -> KeptCopy | None:
        """A copy in every folder that can be written to. What goes wrong is said, and is tried again next time."""
        problems, made = [], None
        for folder in self.folders:
            try:
                made = self._copy(folder, at, made)
                _let_go(folder, at)
            except (OSError, StoreUnavailable, sqlite3.Error) as error:
                problems.append(f"{folder}: {error}")
        self.failed = "; ".join(problems)
        if problems:
            LOG.warning("a copy was not made: %s", self.failed)
        return made

    def _copy(self, folder: Path, at: Instant, made: KeptCopy | None) -> KeptCopy:
        """The first one is taken of the house; the others are copies of it."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if made is not None:
            path = folder / made.path.name
            if not path.exists():
                with written_whole(path) as beside:
                    shutil.copyfile(made.path, beside)
            return made
        link = self._house.store.last_link()
        ends = "sqlite3" if getattr(self._house.store, "path", None) else "zip"
        moment = datetime.fromtimestamp(at / SECOND, UTC).strftime(_FORM)
        new = KeptCopy(
            at, link.number if link else 0, folder / f"feltro-{moment}Z-{link.number if link else 0:08d}.{ends}"
        )
        if not new.path.exists():
            backup(self._house.store, new.path, InstallationKey())
            _look_through(new)
        return new


def copies_in(folder: Path) -> list[KeptCopy]:
    """The latest first."""
    try:
        named = [(NAME.fullmatch(path.name), path) for path in folder.iterdir()]
    except OSError:
        return []
    found = [KeptCopy(_moment(name["at"]), int(name["link"]), path) for name, path in named if name]
    return sorted(found, reverse=True)


def _look_through(copy: KeptCopy) -> None:
    """What holds as a file, row by row, and goes at least as far as the house did. Else it goes, and that is said."""
    if is_database(copy.path):
        with looked_at(copy.path) as store:
            wrong = [one.because for one in store.complaints()]
            last = store.last_link()
            wrong += ["store.tail_cut"] if (last.number if last else 0) < copy.link else []
    else:
        wrong = [one.because for one in inspect(copy.path)]
    if wrong:
        copy.path.unlink(missing_ok=True)
        raise BadCopyError(", ".join(wrong))


def _let_go(folder: Path, at: Instant) -> None:
    days: set[object] = set()
    for number, copy in enumerate(copies_in(folder)):
        day = datetime.fromtimestamp(copy.at / SECOND, UTC).date()
        if number >= KEPT and (day in days or at - copy.at > DAYS * DAY):
            copy.path.unlink(missing_ok=True)
        days.add(day)


def _moment(written: str) -> Instant:
    return instant_of(datetime.strptime(written, _FORM).replace(tzinfo=UTC))
