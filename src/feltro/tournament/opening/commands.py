"""What is asked of an event as a whole: created, moved, closed, amended, stopped, resumed."""

from typing import Annotated, Any, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import (
    NEW,
    Centavos,
    Count,
    DayId,
    EntryId,
    Id,
    ParameterName,
    Reason,
    SeasonId,
    StageId,
    TournamentId,
)
from feltro.kernel.roles import OFFICE, ORGANISER
from feltro.tournament.sheet import Moment, Sheet


class CreateTournament(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    tournament: Annotated[TournamentId, NEW]
    season: SeasonId
    stage: StageId | Literal[""] = ""
    sheet: Sheet
    answers: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the organiser settled where the book is silent; the rest is taken as proposed."""


class ChangeSheet(TournamentCommand, frozen=True, kw_only=True):
    """The announced sheet, as it is from here on: levels not yet played, prices not yet sold, days, points, guarantee."""

    may = OFFICE
    taken_back = "ChangeSheet"
    sheet: Sheet
    answers: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the new sheet's book leaves open, where it is to be otherwise than was settled or is proposed."""
    reason: Reason = ""


class MoveStart(TournamentCommand, frozen=True, kw_only=True):
    """Another time for a day; the old one is kept."""

    may = OFFICE
    day: DayId
    starts_at: Moment
    reason: Reason = ""


class ExtendRegistration(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "clock"
    until_level: Count
    reason: Reason = ""


class CloseRegistration(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "clock"
    queue: tuple[Id, ...] = ()
    """People still in line when the time is up: each gets a token, in this order."""


class StopTournament(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "stop"
    grave = True
    rests_on = ("event.stop.actions", "event.stop.causes")
    action: Literal["cancel", "end", "suspend"]
    cause: Literal["technical_failure", "unauthorised_interference", "fraud", "outside_control"]
    reason: Reason
    since: Moment | None = None
    """The day of the cancellation, when it is entered later."""


class ResumeTournament(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "stop"
    reason: Reason = ""


class CallOff(TournamentCommand, frozen=True, kw_only=True):
    """Too few entries when a level ended."""

    may = OFFICE
    subject = "void"
    grave = True
    rests_on = ("event.minimum_entries.missed",)
    level: Count


class AmendRule(TournamentCommand, frozen=True, kw_only=True):
    """A rule changes during the event, from a moment on, and players are told."""

    may = OFFICE
    subject = "rules"
    grave = True
    rests_on = ("event.rules.change_from",)
    parameter: ParameterName
    value: Any
    holds_from: Moment
    notice: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    """Shown to everybody, so that it is no place for anybody's data."""


class SetControl(TournamentCommand, frozen=True, kw_only=True):
    """Who works tonight: alone, a team, a circuit. It says what waits for a second person from here on."""

    may = ORGANISER
    subject = "rules"
    rests_on = ("control.size",)
    taken_back = "SetControl"
    size: Literal["alone", "team", "circuit"]
    reason: Reason = ""


class SettleStopped(TournamentCommand, frozen=True, kw_only=True):
    """What becomes of a tournament that was stopped while people played."""

    may = OFFICE
    subject = "stopped"
    grave = True
    rests_on = ("event.stop.mid_play", "event.stop.refund")
    way: Literal["resume", "icm_among_survivors", "refund"]
    stacks: dict[EntryId, Count] = msgspec.field(default_factory=dict)
    """Of everybody left, by entry, as counted."""
    amounts_centavos: dict[EntryId, Centavos] = msgspec.field(default_factory=dict)
    """What each of them gets: together the whole pool. None: the worth of their stacks."""
    reason: Reason
