"""What people ask of a season."""

from datetime import date
from typing import Literal

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.fields import Centavos, Id, Moment, Name, Text, Year
from feltro.kernel.roles import BOOKS, DESK, OFFICE, ORGANISER

Paper = Literal["photo_ids", "full_names", "cpfs", "online_username"]


class CreateSeason(SeasonCommand, frozen=True, kw_only=True):
    may = ORGANISER
    name: Name
    year: Year


class AnnounceStage(SeasonCommand, frozen=True, kw_only=True):
    """A stage, or what changed about it: every announcement is kept."""

    may = OFFICE
    stage: Id
    name: Name
    venue: Name
    address: Text = ""
    first_day: date
    last_day: date


class IssueTicket(SeasonCommand, frozen=True, kw_only=True):
    """A seat that the house hands out: won on the partner's site, or bought by the organiser."""

    may = BOOKS
    subject = "tickets"
    ticket: Id
    owner: Id
    value_centavos: Centavos
    target: Id
    """The tournament it is for."""
    source: Literal["online", "organiser"] = "organiser"


class TransferTicket(SeasonCommand, frozen=True, kw_only=True):
    may = DESK
    ticket: Id
    to: Id
    way: Literal["both_at_desk", "email"]
    received: tuple[Paper, ...] = ()
    """What came with the message, each thing ticked."""
    sent_at: Moment | None = None


class LapseTickets(SeasonCommand, frozen=True, kw_only=True):
    """The season year is over: seats that nobody used are lost, where their book says so."""

    may = OFFICE
    subject = "tickets"
    grave = True
    rests_on = ("ticket.lapses_at",)


class LapseNoShows(SeasonCommand, frozen=True, kw_only=True):
    """A tournament's registration closed: seats of those who did not come are lost."""

    may = OFFICE
    subject = "tickets"
    grave = True
    rests_on = ("ticket.no_show.to_pool", "ticket.lapses_for")
    tournament: Id


class BanPerson(SeasonCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "bans"
    grave = True
    person: Id
    ground: Literal["order", "people", "tournament_integrity"]
    until: Moment | None = None
    reason: Text


class LiftBan(SeasonCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "bans"
    person: Id
    reason: Text = ""
