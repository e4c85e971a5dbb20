"""Those who asked from a phone, at the desk: the document in hand confirms who they are, then the sale is as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from litestar import Response

from feltro.app.decisions.phone_photos import photo_of
from feltro.app.people.asked import asked_of
from feltro.app.people.commands import RegisterPerson, SeePhotoId
from feltro.app.people.directory import directory
from feltro.app.people.documents import CPF
from feltro.kernel.outcome import Refused
from feltro.tournament.asks.commands import WithdrawAsk
from feltro.web.desk.new_player import offer_form, take
from feltro.web.desk.routes import ADDRESS
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.commands import give, new_id
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import DESK

if TYPE_CHECKING:
    from feltro.app.people.asked import AskedEntry

GONE = 410
"""Erased: there was one, or there never was."""


@staff_form(ADDRESS + "/{tournament:str}/celular/{ask:str}", DESK)
def confirm(request: AnyRequest, tournament: str, ask: str, data: Form) -> AnyAnswer:
    """One key registers whoever is new, with the document in hand; the next one sells. Or the line is taken off the list."""
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        asked = asked_of(house.store, event.id, ask)
    there = f"{ADDRESS}/{tournament}"
    if text(data, "do") == "drop" or asked is None:
        give(request, WithdrawAsk(tournament=tournament, ask=ask), text(data, "key"))
        return go(request, f"{there}?aba=celular#lista")
    document = asked.person.document
    person = directory(house.store).with_document(document.key) if document else None
    if person is None:
        person = new_id("p")
        outcome = give(request, _registration(person, asked), text(data, "key"))
        if isinstance(outcome, Refused):
            return offer_form(request, tournament, {**typed_of(asked), "ask": ask}, outcome)
    else:
        give(request, SeePhotoId(person=person), text(data, "key"))
    take(request, tournament, ask, person, asked)
    return go(request, f"{there}?{urlencode({'pessoa': person})}")


@staff_page(ADDRESS + "/{tournament:str}/celular/{ask:str}/documento", DESK)
def show_photo(request: AnyRequest, tournament: str, ask: str) -> Any:
    """What the phone sent of the document, until the document itself was seen."""
    known_event(request, tournament)
    content = photo_of(house_of(request).store, tournament, ask)
    if content is None:
        return Response("", media_type="text/plain", status_code=GONE)
    return Response(content, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def _registration(person: str, asked: AskedEntry) -> RegisterPerson:
    told = asked.person
    return RegisterPerson(
        person=person,
        name=told.name,
        known_as=told.known_as,
        document=told.document,
        born_on=told.born_on,
        email=told.email,
        phone=told.phone,
        photo_id_seen=True,
    )


def typed_of(asked: AskedEntry) -> dict[str, Any]:
    """As the form of a new player says it."""
    told, document = asked.person, asked.person.document
    number = "cpf" if document is not None and document.kind == CPF else "foreign"
    papers = {number: document.number, "country": document.country} if document else {}
    born = told.born_on.strftime("%d/%m/%Y") if told.born_on else ""
    said = {"name": told.name, "known_as": told.known_as, "born_on": born, "email": told.email, "phone": told.phone}
    return {**said, **papers, "photo_id_seen": "1"}
