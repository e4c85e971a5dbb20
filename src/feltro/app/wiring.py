"""From a database's address to a house that takes commands. The only file that names a database."""

import os
import time
from functools import partial
from pathlib import Path

from feltro.app.handling import House
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.upkeep.marks import Marks, marks_of
from feltro.app.world.seals import Seals
from feltro.app.world.shelf import FOLDER, Shelf
from feltro.kernel.instants import Instant
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore


def open_house(url: str) -> House:
    """What it writes is signed with the key of this installation, and where its chain stands is kept beside the key; not so
    for a house that is forgotten when the program ends."""
    marks = marks_of(url)
    house = House(open_store(url, InstallationKey() if marks else None))
    if marks:
        if marks.path.exists() and not house.store.streams():
            marks.begin(house.store, Instant(time.time_ns() // 1000))
        house.after_commit = partial(marks.note, house.store)
    house.world.seals = seals_of(house)
    house.world.shelf = shelf_of(house, marks)
    return house


def shelf_of(house: House, marks: Marks | None) -> Shelf | None:
    """Pressed streams lie beside a database that is a file; else in this machine's own folder for what can be made
    again, where all workers find them."""
    seals = house.world.seals
    if seals is None or marks is None:
        return None
    path = getattr(house.store, "path", None)
    folder = path.with_name(f"{path.name}.{FOLDER}") if path is not None else cache_folder() / marks.path.stem
    return Shelf(folder, partial(seals.derived, FOLDER.encode()))


def cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "feltro"


def seals_of(house: House) -> Seals | None:
    """The vault's key: never in the folder of the database. What is forgotten with the program needs none."""
    if isinstance(house.store, MemoryStore):
        return None
    path = getattr(house.store, "path", None)
    return Seals(data=path.parent if path is not None else None)
