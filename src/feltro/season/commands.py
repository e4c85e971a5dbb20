"""What people ask of a season."""

from datetime import date
from typing import Literal

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.fields import Centavos, Id, Moment, Name, Text, Year

Paper = Literal["photo_ids", "full_names", "cpfs", "online_username"]


class CreateSeason(SeasonCommand, frozen=True, kw_only=True):
    name: Name
    year: Year


class AnnounceStage(SeasonCommand, frozen=True, kw_only=True):
    """A stage, or what changed about it: every announcement is kept."""

    stage: Id
    name: Name
    venue: Name
    address: Text = ""
    first_day: date
    last_day: date


class IssueTicket(SeasonCommand, frozen=True, kw_only=True):
    """A seat that the house hands out: won on the partner's site, or bought by the organiser."""

    ticket: Id
    owner: Id
    value_centavos: Centavos
    target: Id
    """The tournament it is for."""
    source: Literal["online", "organiser"] = "organiser"


class TransferTicket(SeasonCommand, frozen=True, kw_only=True):
    ticket: Id
    to: Id
    way: Literal["both_at_desk", "email"]
    received: tuple[Paper, ...] = ()
    """What came with the message, each thing ticked."""
    sent_at: Moment | None = None


class LapseTickets(SeasonCommand, frozen=True, kw_only=True):
    """The season year is over: seats that nobody used are lost, where their book says so."""


class LapseNoShows(SeasonCommand, frozen=True, kw_only=True):
    """A tournament's registration closed: seats of those who did not come are lost."""

    tournament: Id


class BanPerson(SeasonCommand, frozen=True, kw_only=True):
    person: Id
    ground: Literal["order", "people", "tournament_integrity"]
    until: Moment | None = None
    reason: Text


class LiftBan(SeasonCommand, frozen=True, kw_only=True):
    person: Id
    reason: Text = ""
