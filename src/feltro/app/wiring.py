"""From a database's address to a house that takes commands. The only file that names a database."""

from feltro.app.handling import House
from feltro.app.world.seals import Seals
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore


def open_house(url: str) -> House:
    house = House(open_store(url))
    house.world.seals = seals_of(house)
    return house


def seals_of(house: House) -> Seals | None:
    """The vault's key: never in the folder of the database. What is forgotten with the program needs none."""
    if isinstance(house.store, MemoryStore):
        return None
    path = getattr(house.store, "path", None)
    return Seals(data=path.parent if path is not None else None)
