"""What people ask of a season."""

from datetime import date
from typing import Annotated, Literal

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.fields import (
    NEW,
    AnybodyId,
    Centavos,
    Moment,
    Name,
    PersonId,
    Reason,
    SeasonId,
    StageId,
    Text,
    TicketId,
    TournamentId,
    Year,
    names,
)
from feltro.kernel.roles import BOOKS, DESK, OFFICE, ORGANISER

Paper = Literal["photo_ids", "full_names", "cpfs", "online_username"]


class CreateSeason(SeasonCommand, frozen=True, kw_only=True):
    may = ORGANISER
    season: Annotated[SeasonId, NEW]
    name: Name
    year: Year


class AnnounceStage(SeasonCommand, frozen=True, kw_only=True):
    """A stage, or what changed about it: every announcement is kept."""

    may = OFFICE
    stage: StageId
    name: Name
    venue: Name
    address: Text = ""
    first_day: date
    last_day: date


class IssueTicket(SeasonCommand, frozen=True, kw_only=True):
    """A seat that the house hands out: won on the partner's site, or bought by the organiser."""

    may = BOOKS
    subject = "tickets"
    ticket: Annotated[TicketId, NEW]
    owner: AnybodyId
    value_centavos: Centavos
    target: TournamentId
    """The tournament it is for."""
    source: Literal["online", "organiser"] = "organiser"


class TransferTicket(SeasonCommand, frozen=True, kw_only=True):
    may = DESK
    ticket: TicketId
    to: PersonId
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
    tournament: TournamentId


class BanPerson(SeasonCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "bans"
    grave = True
    person: AnybodyId
    ground: Literal["order", "people", "tournament_integrity"]
    until: Moment | None = None
    reason: Reason


class LiftBan(SeasonCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "bans"
    person: Annotated[PersonId, names("ban")]
    reason: Reason = ""
