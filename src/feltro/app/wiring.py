"""From a database's address to a house that takes commands. The only file that names a database."""

from feltro.app.handling import House
from feltro.store.address import open_store


def open_house(url: str) -> House:
    return House(open_store(url))
