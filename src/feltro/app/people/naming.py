"""What to call a person on a list: the name to print, or the mark of one who was erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.directory import load
from feltro.app.people.person import pseudonym

if TYPE_CHECKING:
    from feltro.store.port import Reader


def name_of(person: str, store: Reader) -> str:
    found = load(store, person)
    return found.called if found else pseudonym(person)
