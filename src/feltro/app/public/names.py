"""People as the world reads them: as they are called, by their initials if they wish, or by a mark once erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.directory import directory, load
from feltro.app.people.person import pseudonym

if TYPE_CHECKING:
    from feltro.app.people.person import Person
    from feltro.store.port import Store


class PublicNames:
    """Nothing but a name ever comes out of here."""

    def __init__(self, store: Store) -> None:
        self._store, self._people = store, directory(store)

    def of(self, person: str) -> str:
        known = self._people.get(person) or load(self._store, person)
        return shown_name(known) if known else pseudonym(person)

    def has_page(self, person: str) -> bool:
        """Whether they agreed to a page with all that they ever won here."""
        known = self._people.get(person)
        return known is not None and known.public_page is not None and known.public_page.granted


def shown_name(person: Person) -> str:
    if not person.initials_only:
        return person.called
    return " ".join(f"{word[0].upper()}." for word in person.called.split() if word[0].isalnum())
