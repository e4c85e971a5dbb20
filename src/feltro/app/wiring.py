"""From a database's address to a house that takes commands. The only file that names a database."""

import time
from functools import partial

from feltro.app.handling import House
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.upkeep.marks import marks_of
from feltro.app.world.seals import Seals
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
    return house


def seals_of(house: House) -> Seals | None:
    """The vault's key: never in the folder of the database. What is forgotten with the program needs none."""
    if isinstance(house.store, MemoryStore):
        return None
    path = getattr(house.store, "path", None)
    return Seals(data=path.parent if path is not None else None)
