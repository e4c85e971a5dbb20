"""What happened in a season."""

from datetime import date
from typing import ClassVar

import msgspec

from feltro.kernel.instants import Instant


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    about: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[int] = 1
    final: ClassVar[bool] = False


class SeasonCreated(Event, frozen=True, kw_only=True):
    about = ("season",)
    season: str
    name: str
    year: int


class StageAnnounced(Event, frozen=True, kw_only=True):
    about = ("stage",)
    stage: str
    name: str
    venue: str
    address: str
    first_day: date
    last_day: date
    at: Instant


class TicketIssued(Event, frozen=True, kw_only=True):
    about = ("ticket",)
    ticket: str
    owner: str
    value_centavos: int
    target: str
    online: bool
    won_in: str
    """The satellite whose pool pays for it; empty when the organiser does."""
    at: Instant


class TicketTransferred(Event, frozen=True, kw_only=True):
    about = ("ticket",)
    ticket: str
    was: str
    owner: str
    way: str
    at: Instant


class TicketUsed(Event, frozen=True, kw_only=True):
    about = ("ticket",)
    ticket: str
    tournament: str
    sale: str


class TicketReturned(Event, frozen=True, kw_only=True):
    """The entry it paid was cancelled: the ticket is open again."""

    about = ("ticket",)
    ticket: str
    tournament: str
    sale: str


class TicketLapsed(Event, frozen=True, kw_only=True):
    """Lost without use. What does not go to a tournament goes to the organiser."""

    about = ("ticket",)
    ticket: str
    value_centavos: int
    tournament: str
    stage: str
    split_centavos: dict[str, int]


class PersonBanned(Event, frozen=True, kw_only=True):
    about = ("person",)
    schema = 2
    person: str
    ground: str
    since: Instant
    until: Instant | None
    reason: str
    kind: str = ""
    """`ban` or `exclusion`, where a penalty is the reason."""


class PersonDisqualified(Event, frozen=True, kw_only=True):
    """Sent away by one event of a stage, under a book for which that holds in the whole stage."""

    about = ("person", "tournament")
    person: str
    tournament: str
    stage: str
    at: Instant
    cites: tuple[str, ...] = ()


class BanLifted(Event, frozen=True, kw_only=True):
    about = ("person",)
    person: str
    reason: str
