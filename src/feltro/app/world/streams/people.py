"""The stream `people`: that somebody was registered, changed, erased or merged. Ids only.

It is what makes two desks that register one CPF at once notice each other: both hold this stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant

if TYPE_CHECKING:
    from collections.abc import Callable

STREAM = "people:registry"


class PeopleEvent(Event, frozen=True, kw_only=True):
    about = ("person",)
    final = True
    """Rows are not brought back by undoing: a change is answered by another change."""
    person: str


class PersonRegistered(PeopleEvent, frozen=True, kw_only=True):
    pass


class PersonChanged(PeopleEvent, frozen=True, kw_only=True):
    pass


class PersonImported(PeopleEvent, frozen=True, kw_only=True):
    """The row came with an archive."""


class PersonErased(PeopleEvent, frozen=True, kw_only=True):
    kept_until: Instant | None
    """Until when the law obliges to keep a part; none where nothing has to be kept."""


class KeptPartErased(PeopleEvent, frozen=True, kw_only=True):
    pass


class PersonMerged(PeopleEvent, frozen=True, kw_only=True):
    into: str


class PeopleState(msgspec.Struct, kw_only=True):
    known: set[str] = set()
    erased: dict[str, Instant | None] = {}
    merged: dict[str, str] = {}

    def now(self, person: str) -> str:
        """Who an id means today: merging may have been repeated."""
        while person in self.merged:
            person = self.merged[person]
        return person

    def all_of(self, person: str) -> set[str]:
        """Every id that means this person."""
        return {person, *(one for one in self.merged if self.now(one) == person)}

    def used(self, person: str) -> bool:
        return person in self.known or person in self.erased or person in self.merged


def apply(state: PeopleState, event: PeopleEvent) -> None:
    APPLY[type(event)](state, event)


def witness(state: PeopleState, event: PeopleEvent) -> None:
    """What was done to rows stays done."""
    apply(state, event)


def came(state: PeopleState, event: PeopleEvent) -> None:
    state.known.add(event.person)


def erased(state: PeopleState, event: PersonErased) -> None:
    state.known.discard(event.person)
    state.erased[event.person] = event.kept_until


def kept_part_erased(state: PeopleState, event: KeptPartErased) -> None:
    state.erased[event.person] = None


def merged(state: PeopleState, event: PersonMerged) -> None:
    state.known.discard(event.person)
    state.merged[event.person] = event.into


APPLY: dict[type[PeopleEvent], Callable[[PeopleState, Any], None]] = {
    PersonRegistered: came,
    PersonChanged: came,
    PersonImported: came,
    PersonErased: erased,
    KeptPartErased: kept_part_erased,
    PersonMerged: merged,
}
