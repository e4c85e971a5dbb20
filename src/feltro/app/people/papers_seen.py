"""The document in hand. Of somebody whom only a phone told of it says who that is: a phone is anybody's, and until then nobody
has looked whether the house knows the number that it told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.people.accounts import same_name
from feltro.app.people.asked import photos_of
from feltro.app.people.commands import MergePeople
from feltro.app.people.directory import PERSON, directory
from feltro.app.people.merge import merge
from feltro.app.people.person import Person
from feltro.app.people.registration import keep, known_now, plan_of, seen_by_staff
from feltro.app.world.streams.people import PersonChanged
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep
from feltro.tournament.facts.asks import PhoneBuyerKnown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.people.commands import SeePhotoId
    from feltro.app.world.plan import Asked, Plan
    from feltro.store.port import Erase, Store
    from feltro.tournament.state import Sale


def see_photo_id(command: SeePhotoId, asked: Asked) -> Plan | Refused:
    person = known_now(command.person, asked)
    if isinstance(person, Refused):
        return person
    plan = _known_from_a_phone(person, command.into, asked) if person.told_document else _seen(person, asked)
    if isinstance(plan, Refused):
        return plan
    gone = tuple(photos_of(command.person, asked.look))
    return msgspec.structs.replace(plan, registry=(*plan.registry, *gone))


def _seen(person: Person, asked: Asked) -> Plan:
    return plan_of(seen_by_staff(person, asked), PersonChanged(person=person.id))


class ToldHolder(NamedTuple):
    """Who has the document that a phone told."""

    person: Person
    same: bool
    """Name and birth date are told as the house knows them."""


def told_holder(person: Person, store: Store) -> ToldHolder | None:
    """Asked at the desk alone."""
    told, people = person.told_document, directory(store)
    kept = people.get(people.with_document(told.key) or "") if told else None
    if kept is None:
        return None
    born = kept.born_on is None or kept.born_on == person.born_on
    return ToldHolder(kept, born and same_name(person.name, kept.name))


def _known_from_a_phone(person: Person, into: str, asked: Asked) -> Plan | Refused:
    holder = told_holder(person, asked.look.world.store)
    if holder is None and not into:
        return _of_their_own(person, asked)
    if holder is not None and not (into or holder.same):
        return Refused("person.told_differs", {"name": holder.person.name, "told": person.name})
    known = known_now(into or (holder.person.id if holder else ""), asked)
    return known if isinstance(known, Refused) else _joined(person, known, asked)


def _of_their_own(person: Person, asked: Asked) -> Plan | Refused:
    """Whoever looks like them has another document, or none: the desk can still say that two are one."""
    known = msgspec.structs.replace(person, document=person.told_document, told_document=None)
    alike = [one.id for one in directory(asked.look.world.store).like(known)]
    return keep(seen_by_staff(known, asked), alike, PersonChanged(person=known.id), asked)


def _joined(person: Person, known: Person, asked: Asked) -> Plan | Refused:
    """What was bought from the phone is theirs from here on, and so is what they wished there."""
    paid = list(_paid_from_the_phone(person, asked))
    settled = Money(sum(sale.received_centavos for _, sale in paid))
    ahead = {
        stream: tuple(
            PhoneBuyerKnown(sale=sale.id, was=person.id, person=known.id) for other, sale in paid if other == stream
        )
        for stream, _ in paid
    }
    plan = merge(MergePeople(person=person.id, into=known.id), asked, ahead, settled)
    if isinstance(plan, Refused):
        return plan
    rows = tuple(_with_papers(row, person, asked) for row in plan.registry)
    return msgspec.structs.replace(plan, registry=rows)


def _paid_from_the_phone(person: Person, asked: Asked) -> Iterator[tuple[str, Sale]]:
    """What is theirs until they come in with it. Of what is to go back, or came too often, the desk is asked first."""
    for stream in asked.look.world.streams("tournament"):
        for sale in asked.look.state(stream).sales.values():
            if sale.person == person.id and not (sale.paid or sale.gone):
                yield stream, sale


def _with_papers(row: Keep | Erase, person: Person, asked: Asked) -> Keep | Erase:
    if not isinstance(row, Keep) or row.kind != PERSON:
        return row
    stays = seen_by_staff(msgspec.json.decode(row.body, type=Person), asked)
    document = stays.document or person.told_document
    initials = stays.initials_only or person.initials_only
    stays = msgspec.structs.replace(stays, document=document, initials_only=initials)
    return msgspec.structs.replace(row, body=msgspec.json.encode(stays, order="sorted"))
