"""What the book asks of whoever enters and the registry lacks: fields of the sale itself, known before money is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.people.commands import ChangePerson, SeePhotoId
from feltro.app.people.directory import directory
from feltro.app.people.profiles import has_profile
from feltro.kernel.outcome import Refused, cites_of, together
from feltro.procedures import rights
from feltro.tournament.sales.entries import scores_nothing
from feltro.web.desk.correction import told_apart
from feltro.web.desk.days import read_day
from feltro.web.frame.commands import give
from feltro.web.frame.fields import text, ticked
from feltro.web.frame.gate import house_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.app.people.person import Person
    from feltro.kernel.commands import Command
    from feltro.web.frame.gate import AnyRequest

FIELDS = {"entry.birth_date_missing": "born_on", "entry.photo_id_not_seen": "photo_id_seen"}
"""What is refused for want of it, and the field in which it is said."""
PROFILE = "online_profile"
Asked = dict[str, Refused]
"""By its field, with the clauses that ask for it."""


def asked(refused: Refused | None) -> Asked:
    return {FIELDS[one.because]: one for one in (refused.all if refused else ()) if one.because in FIELDS}


def besides(refused: Refused | None) -> Refused | None:
    """What stands in the way and is no field of the sale."""
    return together(*(one for one in refused.all if one.because not in FIELDS)) if refused else None


def asked_of_a_newcomer(event: EventView) -> Asked:
    """What the book wants of anybody, marked before somebody is registered."""
    papers = rights.refusal("sell", {"age_unknown": {}, "not_identified": {}}, event.book)
    return {**asked(papers), **_profile(event, known=False)}


def profile_asked(event: EventView, person: Person) -> Asked:
    """Nobody is turned away for it; without it the entry scores nothing."""
    return _profile(event, known=has_profile(person.id, person.online_profile, event.season))


def _profile(event: EventView, *, known: bool) -> Asked:
    clauses = scores_nothing(event.state, event.book, has_profile=known)
    return {PROFILE: Refused("desk.flag.no_points", cites=cites_of(clauses))} if clauses else {}


def complete(request: AnyRequest, form: dict[str, Any], person_id: str) -> Refused | None:
    """What was lacking and is said now goes into the registry; nothing that is known is written over."""
    person = directory(house_of(request).store).get(person_id)
    born = read_day(text(form, "born_on"))
    if person is None or isinstance(born, Refused):
        return born if isinstance(born, Refused) else None
    refused = None
    for number, command in enumerate(_commands(request, form, person)):
        outcome = give(request, command, f"{key}.{number}" if (key := text(form, "key")) else "")
        refused = together(refused, outcome if isinstance(outcome, Refused) else None)
    return refused


def _commands(request: AnyRequest, form: dict[str, Any], person: Person) -> Iterator[Command]:
    born = read_day(text(form, "born_on")) if person.born_on is None else None
    profile = text(form, PROFILE)[:120] if not person.online_profile else ""
    if (born and not isinstance(born, Refused)) or profile:
        asking = ChangePerson(
            person=person.id, born_on=None if isinstance(born, Refused) else born, online_profile=profile or None
        )
        yield msgspec.structs.replace(asking, not_the_same_as=told_apart(asking, house_of(request)))
    if person.photo_id is None and ticked(form, "photo_id_seen"):
        yield SeePhotoId(person=person.id)
