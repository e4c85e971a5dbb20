"""What somebody told from a phone before they stood at the desk: a row of its own, apart from the people the house knows,
erased as soon as the desk has them, they withdraw, or entries close."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

import msgspec

from feltro.app.people.documents import CPF, FOREIGN, Document
from feltro.app.people.person import Person, read_person
from feltro.kernel.outcome import Refused, refused_for
from feltro.store.port import Erase, Keep

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator

    from feltro.app.people.public_ids import PublicIds
    from feltro.app.world import Look
    from feltro.store.port import Reader
    from feltro.tournament.asks.commands import AskEntry

ASKED = "asked"
ASKED_PHOTO = "asked_photo"


class AskedEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    person: Person
    """As it would be registered; its id is nobody's."""
    interest: bool
    initials: bool = False
    image: bool = False
    holder: str = ""
    """Whose seat card the phone showed."""


def row_of(tournament: str, ask: str) -> str:
    return f"{tournament}/{ask}"


def told(command: AskEntry, born_on: dt.date | None, today: dt.date, holder: str = "") -> AskedEntry | Refused:
    """All that is wrong with it at once; of an interest only the name is asked, and nothing else is kept."""
    document = None
    if command.cpf.strip():
        document = Document(kind=CPF, number=command.cpf[:40])
    elif command.foreign.strip():
        document = Document(kind=FOREIGN, number=command.foreign[:40], country=command.country[:2].upper())
    typed = Person(id="asked", name=command.name.strip() or " ")
    if not command.interest:
        typed = msgspec.structs.replace(
            typed,
            known_as=command.known_as,
            document=document,
            born_on=born_on,
            email=command.email,
            phone=command.phone,
        )
    read = read_person(typed, today)
    if isinstance(read, list):
        return refused_for(read, "field")
    if not command.interest and read.document is None:
        return Refused("phone_ask.document")
    return AskedEntry(
        person=read,
        interest=command.interest,
        initials=command.initials,
        image=command.image and not command.interest,
        holder="" if command.interest else holder,
    )


def keep(tournament: str, ask: str, asked: AskedEntry) -> Keep:
    return Keep(ASKED, row_of(tournament, ask), msgspec.json.encode(asked, order="sorted"))


def erase(tournament: str, asks: Iterable[str]) -> tuple[Erase, ...]:
    """With the picture of the document, where one was sent."""
    return tuple(Erase(kind, row_of(tournament, one)) for one in asks for kind in (ASKED, ASKED_PHOTO))


def photos_of(person: str, look: Look) -> Iterator[Erase]:
    """Pictures of documents that somebody sent ahead who is known by now: seen in hand, nobody needs them any more."""
    for row in look.world.store.registry(ASKED):
        tournament, _, ask = row.id.partition("/")
        found = look.state(f"tournament:{tournament}").phone_asks.asks.get(ask)
        if found is not None and found.person == person:
            yield Erase(ASKED_PHOTO, row.id)


def asked_of(store: Reader, tournament: str, ask: str) -> AskedEntry | None:
    row = store.kept(ASKED, row_of(tournament, ask))
    return msgspec.json.decode(row.body, type=AskedEntry) if row else None


def is_theirs(ids: PublicIds, tournament: str, ask: str, code: str) -> bool:
    return hmac.compare_digest(ids.ask(tournament, ask), code)
