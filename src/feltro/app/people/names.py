"""What to call a person on a list: the name to print, or the mark of one who was erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.access.change import state_of
from feltro.app.access.rows import USER, User, find
from feltro.app.people.directory import directory, load
from feltro.app.people.person import folded, pseudonym

if TYPE_CHECKING:
    from feltro.store.port import Reader, Store


def name_of(person: str, store: Reader) -> str:
    found = load(store, person)
    return found.called if found else staff_name(person, store)


def dealer_name(dealer: str, store: Reader) -> str:
    """A dealer is a person of the registry, somebody of the staff, or a name that the room was furnished with."""
    found = load(store, dealer)
    return found.called if found else staff_called(dealer, store)


def staff_called(who: str, store: Reader) -> str:
    """Whoever did something: by name, if they work here; a table's tablet or a terminal as it calls itself."""
    user = find(store, USER, who, User)
    return (user.name or user.id) if user else who


def staff_name(who: str, store: Reader) -> str:
    """Somebody of the staff who is no player: as they are called in the house."""
    user = find(store, USER, who, User)
    return (user.name or user.id) if user else pseudonym(who)


def people_called(written: str, store: Store) -> list[str]:
    """Ids of everybody whom these words may mean: a user, by what they type or by name, or a registered person."""
    users = [one for user in state_of(store)[0].users if (one := find(store, USER, user, User))]
    words = folded(written)
    exact = [one.id for one in users if one.id == written]
    mine = exact or [one.id for one in users if one.name and folded(one.name) == words]
    people = directory(store).search(written)
    return mine or [
        one.id for one in people if written == one.id or words in {folded(one.name), folded(one.called)}
    ]
