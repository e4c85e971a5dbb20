"""What the registry has wrong or lacks about somebody, put right while they stand at the counter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from feltro.app.people.commands import ChangePerson
from feltro.app.people.directory import directory
from feltro.app.people.documents import CPF, Document
from feltro.kernel.outcome import Refused
from feltro.web.desk.days import read_day

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.web.desk.said import CounterForm

_MOBILE = re.compile(r"(?:\+?55)?(\d\d)(\d{4,5})(\d{4})")


def change_person(said: CounterForm) -> ChangePerson | Refused:
    """An emptied contact goes; an empty document or birth date stays as it was, because neither is ever taken away."""
    born = read_day(said["born_on"])
    if isinstance(born, Refused):
        return born
    asked = ChangePerson(
        person=said["person"],
        name=said["name"] or None,
        known_as=said["known_as"],
        document=Document(kind=CPF, number=said["cpf"][:40]) if said["cpf"] else None,
        born_on=born,
        phone=said["phone"],
        email=said["email"],
        card=said["card"][:40],
        federation=said["federation"][:40],
    )
    apart = told_apart(asked, said.desk.house, another=bool(said["another"]))
    return msgspec.structs.replace(asked, not_the_same_as=apart)


def told_apart(asked: ChangePerson, house: House, *, another: bool = False) -> tuple[str, ...]:
    """Whoever looked like this person before was told apart then; whoever does now, only once somebody says so."""
    people = directory(house.store)
    known = people.get(asked.person)
    if known is None:
        return ()
    given = {name: value for name in ("name", "born_on", "phone", "email") if (value := getattr(asked, name))}
    now = msgspec.structs.replace(known, **given) if another else known
    return tuple(dict.fromkeys(one.id for who in (known, now) for one in people.like(who)))


def phone_written(phone: str) -> str:
    """As people read it out: `(11) 98888-0000`; a number from elsewhere stays as it is."""
    found = _MOBILE.fullmatch(phone)
    return f"({found[1]}) {found[2]}-{found[3]}" if found else phone
