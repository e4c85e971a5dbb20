"""What people ask of a season."""

from datetime import date
from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, SeasonCommand
from feltro.kernel.fields import (
    NEW,
    AnybodyId,
    Centavos,
    EntryId,
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
from feltro.kernel.roles import BOOKS, DESK, OFFICE, ORGANISER, ROLES

Months = Annotated[int, msgspec.Meta(ge=1, le=12)]
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
    hotel: Text = ""
    """Where those who travel sleep: a name, a price, an address of the web."""
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


class AskSelfExclusion(SeasonCommand, frozen=True, kw_only=True):
    """A player asks from the phone to be kept away for some months. The seat card says who it is; it holds once the
    desk has seen the document."""

    may = ROLES
    taken_back = NEVER
    personal = ("card",)
    tournament: TournamentId
    entry: EntryId
    card: Annotated[str, msgspec.Meta(max_length=40)]
    months: Months


class ConfirmSelfExclusion(SeasonCommand, frozen=True, kw_only=True):
    """With the photo ID in hand. From then on nobody takes it back before its time, not even the player."""

    may = DESK
    taken_back = NEVER
    person: AnybodyId
    months: Months
    photo_id_seen: bool = False
