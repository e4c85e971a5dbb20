"""What people ask of a season."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from feltro.kernel.ids import Id, Name

Text = Annotated[str, msgspec.Meta(max_length=2000)]
Year = Annotated[int, msgspec.Meta(ge=1900, le=9999)]
Centavos = Annotated[int, msgspec.Meta(ge=0, le=10**13)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]

Paper = Literal["photo_ids", "full_names", "cpfs", "online_username"]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    season: Id


class CreateSeason(Command, frozen=True, kw_only=True):
    name: Name
    year: Year


class AnnounceStage(Command, frozen=True, kw_only=True):
    """A stage, or what changed about it: every announcement is kept."""

    stage: Id
    name: Name
    venue: Name
    address: Text = ""
    first_day: date
    last_day: date


class IssueTicket(Command, frozen=True, kw_only=True):
    """A seat that the house hands out: won on the partner's site, or bought by the organiser."""

    ticket: Id
    owner: Id
    value_centavos: Centavos
    target: Id
    """The tournament it is for."""
    source: Literal["online", "organiser"] = "organiser"


class TransferTicket(Command, frozen=True, kw_only=True):
    ticket: Id
    to: Id
    way: Literal["both_at_desk", "email"]
    received: tuple[Paper, ...] = ()
    """What came with the message, each thing ticked."""
    sent_at: Moment | None = None


class LapseTickets(Command, frozen=True, kw_only=True):
    """The season year is over: seats that nobody used are lost, where their book says so."""


class LapseNoShows(Command, frozen=True, kw_only=True):
    """A tournament's registration closed: seats of those who did not come are lost."""

    tournament: Id


class BanPerson(Command, frozen=True, kw_only=True):
    person: Id
    ground: Literal["order", "people", "tournament_integrity"]
    until: Moment | None = None
    reason: Text


class LiftBan(Command, frozen=True, kw_only=True):
    person: Id
    reason: Text = ""
