"""From a database's address to a house that takes commands. The only file that names a database."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from feltro.app.handling import House
from feltro.app.second.notes import read_note
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.upkeep.marks import Marks, marks_of
from feltro.app.world.seals import Seals
from feltro.app.world.shelf import FOLDER, Shelf
from feltro.kernel.folders import cache_folder
from feltro.kernel.instants import Instant
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from feltro.store.port import StoreUnavailable
from feltro.store.sqlite_look import looked_at

HOPELESS = ("password authentication failed", "does not exist", "no pg_hba.conf entry")
"""What a server says that no waiting will mend."""
TRY_AGAIN_SECONDS = 1.0


def open_when_there(url: str, waits: Callable[[StoreUnavailable], None]) -> House:
    """As `open_house`, for those who serve: a database that is away is waited for, and `waits` hears of each attempt."""
    while True:
        try:
            return open_house(url)
        except StoreUnavailable as error:
            if any(said in str(error) for said in HOPELESS):
                raise
            waits(error)
            time.sleep(TRY_AGAIN_SECONDS)


def open_house(url: str) -> House:
    """What it writes is signed with the key of this installation, and where its chain stands is kept beside the key; not so
    for a house that is forgotten when the program ends."""
    marks = marks_of(url)
    house = House(open_store(url, InstallationKey() if marks else None))
    if marks:
        if marks.path.exists() and not house.store.streams():
            marks.begin(house.store, Instant(time.time_ns() // 1000))
        house.after_commit = partial(marks.note, house.store)
    house.follows = read_note(url) is not None
    house.world.seals = seals_of(house)
    house.world.shelf = shelf_of(house, marks)
    return house


SQLITE = "sqlite:///"


@contextmanager
def look_at_house(url: str) -> Iterator[tuple[House, Shelf | None]]:
    """A house that is only looked at, and its pressed streams. A file is not written to, and may lie where nobody can."""
    if not url.startswith(SQLITE):
        house = open_house(url)
        try:
            yield house, house.world.shelf
        finally:
            house.store.close()
        return
    with looked_at(Path(url.removeprefix(SQLITE))) as store:
        house = House(store)
        house.world.seals = seals_of(house)
        yield house, shelf_of(house, marks_of(url))


def shelf_of(house: House, marks: Marks | None) -> Shelf | None:
    """Pressed streams lie beside a database that is a file; else in this machine's own folder for what can be made
    again, where all workers find them."""
    seals = house.world.seals
    if seals is None or marks is None:
        return None
    path = getattr(house.store, "path", None)
    folder = path.with_name(f"{path.name}.{FOLDER}") if path is not None else cache_folder() / marks.path.stem
    return Shelf(folder, partial(seals.derived, FOLDER.encode()))


def seals_of(house: House) -> Seals | None:
    """The vault's key: never in the folder of the database. What is forgotten with the program needs none."""
    if isinstance(house.store, MemoryStore):
        return None
    path = getattr(house.store, "path", None)
    return Seals(data=path.parent if path is not None else None)
