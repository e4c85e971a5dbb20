"""What is asked of an event as a whole: created, moved, closed, amended, stopped, resumed."""

from typing import Annotated, Any, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Centavos, Count, Id, Name, Text
from feltro.kernel.roles import OFFICE
from feltro.tournament.sheet import Moment, Sheet


class CreateTournament(TournamentCommand, frozen=True, kw_only=True):
    season: Id
    stage: Id | Literal[""] = ""
    sheet: Sheet
    answers: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the organiser settled where the book is silent; the rest is taken as proposed."""


class MoveStart(TournamentCommand, frozen=True, kw_only=True):
    """Another time for a day; the old one is kept."""

    day: Name
    starts_at: Moment
    reason: Text = ""


class ExtendRegistration(TournamentCommand, frozen=True, kw_only=True):
    until_level: Count
    reason: Text = ""


class CloseRegistration(TournamentCommand, frozen=True, kw_only=True):
    queue: tuple[Id, ...] = ()
    """People still in line when the time is up: each gets a token, in this order."""


class StopTournament(TournamentCommand, frozen=True, kw_only=True):
    action: Literal["cancel", "end", "suspend"]
    cause: Literal["technical_failure", "unauthorised_interference", "fraud", "outside_control"]
    reason: Text
    since: Moment | None = None
    """The day of the cancellation, when it is entered later."""


class ResumeTournament(TournamentCommand, frozen=True, kw_only=True):
    reason: Text = ""


class CallOff(TournamentCommand, frozen=True, kw_only=True):
    """Too few entries when a level ended."""

    level: Count


class AmendRule(TournamentCommand, frozen=True, kw_only=True):
    """A rule changes during the event, from a moment on, and players are told."""

    parameter: Name
    value: Any
    holds_from: Moment
    notice: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    """Shown to everybody, so that it is no place for anybody's data."""


class SettleStopped(TournamentCommand, frozen=True, kw_only=True):
    """What becomes of a tournament that was stopped while people played."""

    may = OFFICE
    subject = "stopped"
    grave = True
    rests_on = ("event.stop.mid_play", "event.stop.refund")
    way: Literal["resume", "icm_among_survivors", "refund"]
    stacks: dict[Id, Count] = msgspec.field(default_factory=dict)
    """Of everybody left, by entry, as counted."""
    amounts_centavos: dict[Id, Centavos] = msgspec.field(default_factory=dict)
    """What each of them gets: together the whole pool. None: the worth of their stacks."""
    reason: Text
