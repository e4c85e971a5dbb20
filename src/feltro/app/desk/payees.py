"""What whoever is paid still has to bring to the prize window, asked of the book and the registry before they stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.directory import load
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.sales.receipts import unsigned

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.people.person import Person
    from feltro.tournament.state import Sale

NEAR = 2
"""The money is near when no more are left than so many times the places paid."""


class PayeeLacks(NamedTuple):
    """What of somebody's papers the window will ask for and not find."""

    person: str
    photo: bool
    document: bool
    unsigned: tuple[Sale, ...]
    """Receipts of their entries that nobody signed."""
    pix_key: str
    """As the player gave it; no prize waits for one, only a PIX does."""

    @property
    def lacking(self) -> bool:
        return self.photo or self.document or bool(self.unsigned)


def papers_of(person_id: str, person: Person | None, event: EventView) -> PayeeLacks:
    mine = tuple(one for one in unsigned(event.state, event.book) if one.person == person_id)
    return lacks_of(person_id, person, event, mine)


def lacks_of(
    person_id: str, person: Person | None, event: EventView, open_receipts: tuple[Sale, ...]
) -> PayeeLacks:
    """Without a document in the registry a photo ID that was seen once names nobody: it is looked at again."""
    asked = {name: event.book[f"prizes.payment.needs_{name}"].value for name in ("photo_id", "document")}
    known = person is not None and person.document is not None
    seen = person is not None and person.photo_id is not None
    return PayeeLacks(
        person=person_id,
        photo=bool(asked["photo_id"]) and not (seen and (known or not asked["document"])),
        document=bool(asked["document"]) and not known,
        unsigned=open_receipts,
        pix_key=person.pix_key if person else "",
    )


def near_the_money(event: EventView) -> list[PayeeLacks]:
    """Of everybody still in, once the money is near: what they would lack at the window. Hold the world's lock."""
    announced = event.state.prizes.announced
    paid = len(announced.prizes_centavos) if announced else 0
    left = [event.state.entries[entry].person for entry in still_in(event.state)]
    if not paid or len(left) > NEAR * paid:
        return []
    store = event.house.store
    found = [papers_of(person, load(store, person), event) for person in dict.fromkeys(left)]
    return [one for one in found if one.lacking or not one.pix_key]
