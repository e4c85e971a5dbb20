"""Registering people and changing what is known of them. One document is one person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.people.directory import PERSON, directory, kept_out, load
from feltro.app.people.documents import masked
from feltro.app.people.person import Consent, IdSeen, Person, read_person
from feltro.app.world.plan import Plan
from feltro.app.world.streams.people import STREAM, PeopleState, PersonChanged, PersonRegistered
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, refused_for
from feltro.store.port import Keep

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.people.commands import (
        ChangePerson,
        ChoosePublicity,
        RecordImageConsent,
        RegisterPerson,
    )
    from feltro.app.world.plan import Asked
    from feltro.app.world.streams.people import PeopleEvent

_TYPED = (
    "name",
    "known_as",
    "document",
    "born_on",
    "email",
    "phone",
    "card",
    "online_profile",
    "federation",
    "pix_key",
    "sponsors",
)


def register(command: RegisterPerson, asked: Asked) -> Plan | Refused:
    state: PeopleState = asked.look.state(STREAM)
    if state.used(command.person) or asked.look.world.store.kept(PERSON, command.person):
        return Refused("person.id_used", {"person": command.person})
    typed = {name: getattr(command, name) for name in _TYPED}
    person = Person(id=command.person, **typed)
    if command.photo_id_seen:
        person = seen_by_staff(person, asked)
    return keep(person, command.not_the_same_as, PersonRegistered(person=command.person), asked)


def register_told(person: Person, asked: Asked) -> Plan | Refused:
    """Somebody as a phone tells it. Nobody is asked who looks like them: that, too, would tell whom the house knows."""
    state: PeopleState = asked.look.state(STREAM)
    if state.used(person.id) or asked.look.world.store.kept(PERSON, person.id):
        return Refused("person.id_used", {"person": person.id})
    return plan_of(person, PersonRegistered(person=person.id))


def change(command: ChangePerson, asked: Asked) -> Plan | Refused:
    person = known_now(command.person, asked)
    if isinstance(person, Refused):
        return person
    given = {name: value for name in _TYPED if (value := getattr(command, name)) is not None}
    changed = msgspec.structs.replace(person, **given)
    if _who(changed) != _who(person):
        # Another name, document or birth date: the photo ID that was seen may say something else.
        changed = msgspec.structs.replace(changed, photo_id=None)
    if command.document is not None:
        changed = msgspec.structs.replace(changed, told_document=None)
    return keep(changed, command.not_the_same_as, PersonChanged(person=command.person), asked)


def record_image_consent(command: RecordImageConsent, asked: Asked) -> Plan | Refused:
    person = known_now(command.person, asked)
    if isinstance(person, Refused):
        return person
    consent = Consent(granted=command.granted, how=command.how, book=command.book, at=asked.envelope.at)
    return plan_of(msgspec.structs.replace(person, image=consent), PersonChanged(person=command.person))


def choose_publicity(command: ChoosePublicity, asked: Asked) -> Plan | Refused:
    """Asked again, the last answer holds."""
    person = known_now(command.person, asked)
    if isinstance(person, Refused):
        return person
    page = Consent(granted=command.page, how=command.how, book="", at=asked.envelope.at)
    chosen = msgspec.structs.replace(person, initials_only=command.initials, public_page=page)
    return plan_of(chosen, PersonChanged(person=command.person))


def known_now(person_id: str, asked: Asked) -> Person | Refused:
    """A person who is in the registry now; of the others, what became of them."""
    state: PeopleState = asked.look.state(STREAM)
    if person_id in state.merged:
        return Refused("person.merged", {"person": person_id, "into": state.now(person_id)})
    if person_id in state.erased:
        return Refused("person.erased", {"person": person_id})
    found = load(asked.look.world.store, person_id)
    return found or Refused("person.unknown", {"person": person_id})


def keep(person: Person, told_apart: Iterable[str], event: PeopleEvent, asked: Asked) -> Plan | Refused:
    read = read_person(person, local_time(asked.envelope.at).date())
    if isinstance(read, list):
        return refused_for(read, "field")
    people = directory(asked.look.world.store)
    holder = people.with_document(read.document.key) if read.document else None
    if holder not in {None, person.id}:
        return Refused("person.document_known", {"person": holder, "document": masked(read.document)})
    carrier = people.with_card(read.card) if read.card else None
    if carrier not in {None, person.id}:
        return Refused("person.card_known", {"person": carrier, "card": read.card})
    banned = kept_out(asked.look.world.store, read.document.key) if read.document else None
    if banned:
        return Refused("person.kept_out", {"person": banned})
    alike = [other.id for other in people.like(read) if other.id not in set(told_apart)]
    if alike:
        return Refused("person.looks_like", {"people": tuple(alike)})
    return plan_of(read, event)


def plan_of(person: Person, event: PeopleEvent) -> Plan:
    row = Keep(PERSON, person.id, msgspec.json.encode(person, order="sorted"))
    return Plan(events={STREAM: (event,)}, registry=(row,))


def seen_by_staff(person: Person, asked: Asked) -> Person:
    seen = IdSeen(at=asked.envelope.at, by=asked.envelope.who)
    return msgspec.structs.replace(person, photo_id=seen)


def _who(person: Person) -> tuple[Any, ...]:
    return person.name, person.document, person.born_on
