"""What people ask of the registry. These commands carry personal data: it goes into rows, never into events."""

import datetime as dt
from typing import Annotated

import msgspec

from feltro.app.people.documents import Document
from feltro.app.people.person import Card, Line
from feltro.kernel.commands import NEVER, Command
from feltro.kernel.fields import AnybodyId, Id, RegisteredId
from feltro.kernel.roles import DESK, DESK_AND_FLOOR, OFFICE

Names = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class PeopleCommand(Command, frozen=True, kw_only=True):
    person: RegisteredId


class RegisterPerson(PeopleCommand, frozen=True, kw_only=True):
    """Someone new. Whoever looks like somebody known is asked about first: `not_the_same_as` answers."""

    may = DESK
    taken_back = "ErasePerson"
    personal = (
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
    name: Names
    known_as: Line = ""
    document: Document | None = None
    born_on: dt.date | None = None
    email: Line = ""
    phone: Line = ""
    card: Card = ""
    photo_id_seen: bool = False
    online_profile: Line = ""
    federation: Card = ""
    pix_key: Line = ""
    sponsors: tuple[Line, ...] = ()
    not_the_same_as: tuple[Id, ...] = ()


class ChangePerson(PeopleCommand, frozen=True, kw_only=True):
    """What is named changes, the rest stays. An empty text takes a value away."""

    may = DESK
    taken_back = "ChangePerson"
    personal = (
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
    name: Names | None = None
    known_as: Line | None = None
    document: Document | None = None
    born_on: dt.date | None = None
    email: Line | None = None
    phone: Line | None = None
    card: Card | None = None
    online_profile: Line | None = None
    federation: Card | None = None
    pix_key: Line | None = None
    sponsors: tuple[Line, ...] | None = None
    not_the_same_as: tuple[Id, ...] = ()


class SeePhotoId(PeopleCommand, frozen=True, kw_only=True):
    """The staff member who sends this held the document in hand. Of somebody known from a phone alone it says who that is: a
    person whom the house knows already, or a new one."""

    may = DESK_AND_FLOOR
    taken_back = NEVER
    into: AnybodyId = ""
    """Whose record it is, said by whoever holds the document, where the phone told another name or birth date."""


class RecordImageConsent(PeopleCommand, frozen=True, kw_only=True):
    """Granted on a signed receipt or by acceptance, or taken back by the person."""

    may = DESK
    taken_back = "RecordImageConsent"
    granted: bool
    how: Line
    book: Line = ""


class ChoosePublicity(PeopleCommand, frozen=True, kw_only=True):
    """How the person is shown outside the room: by name or by initials, with a page of their own or without."""

    may = DESK
    taken_back = "ChoosePublicity"
    initials: bool = False
    page: bool = False
    how: Line = ""


class ErasePerson(PeopleCommand, frozen=True, kw_only=True):
    """The person asked to be forgotten. What the law obliges to keep is kept apart, for its term."""

    may = OFFICE
    taken_back = NEVER


class MergePeople(PeopleCommand, frozen=True, kw_only=True):
    """`person` turned out to be `into`: from now on there is only `into`."""

    may = OFFICE
    taken_back = NEVER
    into: RegisteredId


class ForgetExpired(PeopleCommand, frozen=True, kw_only=True):
    """The term of what was kept of an erased person is over."""

    may = OFFICE
    taken_back = NEVER
