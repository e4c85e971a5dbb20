"""A new player on one screen: the document checked as it is typed, and whoever looks like somebody known."""

import re
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar.params import Parameter

from feltro.app.people.asked import AskedEntry, asked_of
from feltro.app.people.commands import ChoosePublicity, RecordImageConsent, RegisterPerson
from feltro.app.people.directory import directory
from feltro.app.people.documents import CPF, FOREIGN, Document, masked, read_document
from feltro.kernel.outcome import Finding, Refused, together
from feltro.tournament.asks.commands import TakeAsk
from feltro.web.desk.asked import asked_of_a_newcomer
from feltro.web.desk.counter import desk_of
from feltro.web.desk.days import read_day
from feltro.web.desk.routes import ADDRESS, answer
from feltro.web.desk.sale import dry_run
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.commands import hand_over, key_again, new_id, said_of
from feltro.web.frame.fields import Form, text, texts, ticked
from feltro.web.frame.gate import AnyRequest, house_of, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import DESK
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of

BY_PHONE = "pelo celular"
TYPED = ("name", "known_as", "cpf", "foreign", "country", "born_on", "phone", "email", "card", "online_profile")


@staff_page(ADDRESS + "/{tournament:str}/novo", DESK)
def show_form(request: AnyRequest, tournament: str, q: Annotated[str, Parameter(query="q")] = "") -> AnyAnswer:
    """What was searched for in vain is already in its field."""
    digits = re.sub(r"\D", "", q)
    typed = {"cpf": q} if len(digits) >= 9 else {"name": q[:100]}
    return _show(request, tournament, typed, None)


@staff_form(ADDRESS + "/{tournament:str}/novo", DESK)
def register(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    born = read_day(text(data, "born_on"))
    person = text(data, "person") or new_id("p")
    command = RegisterPerson(
        person=person,
        name=text(data, "name"),
        known_as=text(data, "known_as"),
        document=_document(data),
        born_on=None if isinstance(born, Refused) else born,
        email=text(data, "email"),
        phone=text(data, "phone"),
        card=text(data, "card")[:40],
        photo_id_seen=ticked(data, "photo_id_seen"),
        online_profile=text(data, "online_profile"),
        not_the_same_as=tuple(texts(data, "not_the_same_as")),
    )
    if isinstance(born, Refused):
        with house_of(request).world.lock:
            others = dry_run(desk_of(request, known_event(request, tournament)), command)
        return _show(request, tournament, data, together(born, others) or born)
    outcome = hand_over(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _show(request, tournament, data, outcome, said_of(request, outcome, command))
    asked = asked_of(house_of(request).store, tournament, text(data, "ask")) if text(data, "ask") else None
    if asked is not None:
        take(request, tournament, text(data, "ask"), person, asked)
    if wants_fragment(request):
        return answer(request, tournament, person, None)
    return go(request, f"{ADDRESS}/{tournament}?{urlencode({'pessoa': person})}")


@staff_page(ADDRESS + "/{tournament:str}/cpf", DESK)
def check_cpf(request: AnyRequest, tournament: str, cpf: Annotated[str, Parameter(query="cpf")] = "") -> AnyAnswer:
    """Said as the field is left: right, wrong, or already somebody's."""
    known_event(request, tournament)
    read = read_document(Document(number=cpf[:40])) if cpf.strip() else None
    people = directory(house_of(request).store)
    holder = people.with_document(read.key) if isinstance(read, Document) else None
    return part(
        request,
        "desk/_cpf.html",
        tournament=tournament,
        typed=bool(cpf.strip()),
        wrong=isinstance(read, Finding),
        holder=people.get(holder) if holder else None,
    )


def _document(data: dict[str, Any]) -> Document | None:
    if text(data, "cpf"):
        return Document(kind=CPF, number=text(data, "cpf")[:40])
    if text(data, "foreign"):
        return Document(kind=FOREIGN, number=text(data, "foreign")[:40], country=text(data, "country")[:2].upper())
    return None


def _wrong(refused: Refused, typed: dict[str, Any]) -> list[str]:
    """The fields that a refusal is about: at the first of them the typing goes on."""
    return [field for one in refused.all if (field := _field(one, typed))]


def _field(refused: Refused, typed: dict[str, Any]) -> str:
    found = {"desk.not_a_day": "born_on", "person.document_known": "document", "person.card_known": "card"}
    field = found.get(refused.because) or str(refused.values.get("field", "")).partition(".")[0]
    if field == "document":
        return "foreign" if text(typed, "foreign") and not text(typed, "cpf") else "cpf"
    return field if field in TYPED else ""


def take(request: AnyRequest, tournament: str, ask: str, person: str, asked: AskedEntry) -> None:
    """What they agreed to on the phone goes into their file; what the phone told is erased."""
    if asked.image:
        hand_over(request, RecordImageConsent(person=person, granted=True, how=BY_PHONE))
    if asked.initials:
        hand_over(request, ChoosePublicity(person=person, initials=True, how=BY_PHONE))
    hand_over(request, TakeAsk(tournament=tournament, ask=ask, person=person))


def offer_form(request: AnyRequest, tournament: str, typed: dict[str, Any], refused: Refused) -> AnyAnswer:
    """With what somebody told from a phone already in it."""
    return _show(request, tournament, typed, refused)


def _show(
    request: AnyRequest,
    tournament: str,
    typed: dict[str, Any],
    refused: Refused | None,
    said: Refused | None = None,
) -> AnyAnswer:
    """`refused` knows people by their ids, so that their records are a click away; `said` is what is read."""
    asks = asked_of_a_newcomer(known_event(request, tournament))
    people = directory(house_of(request).store)
    alike = refused.values.get("people", ()) if refused and refused.because == "person.looks_like" else ()
    known = {"person.document_known", "person.card_known"}
    holder = refused.values.get("person", "") if refused and refused.because in known else ""
    context: dict[str, Any] = {
        "tournament": tournament,
        "asks": asks,
        "asked_by": tuple(dict.fromkeys(cite for one in asks.values() for cite in one.cites)),
        "typed": {name: text(typed, name) for name in TYPED},
        "photo": ticked(typed, "photo_id_seen"),
        "alike": [(one, masked(one.document)) for person in alike if (one := people.get(person))],
        "holder": people.get(holder) if holder else None,
        "refused": why(said or refused, language_of(request)) if refused else None,
        "wrong": _wrong(refused, typed) if refused else [],
        "person_id": text(typed, "person") or new_id("p"),
        "key": key_again(typed, refused),
        "ask": text(typed, "ask"),
    }
    if wants_fragment(request):
        return part(request, "desk/_new_player.html", **context)
    return room_page(request, "desk/new_player.html", 409 if refused else 200, **context)
