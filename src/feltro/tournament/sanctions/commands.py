"""What people do about penalties, and about players who are away."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import (
    UNASKED,
    AnybodyId,
    Count,
    EntryId,
    Name,
    NewId,
    PersonId,
    Reason,
    RulingId,
    names,
)
from feltro.kernel.roles import FLOOR, OFFICE, TABLES
from feltro.tournament.sheet import Moment

Sanction = Literal[
    "warning",
    "missed_hands",
    "missed_rounds",
    "loss_of_action",
    "dead_hand",
    "small_blind",
    "big_blind",
    "access_denied",
    "suspension",
    "elimination",
    "disqualification",
    "ban",
    "exclusion",
]
Some = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Given = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$")]
"""A penalty by its name; one that was carried here from another event has the event's name before its own."""


class GivePenalty(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    penalty: NewId
    entry: EntryId
    kind: Sanction
    amount: Some = 1
    """Hands or orbits."""
    infraction: Name | Literal[""] = ""
    """By its name in the rulebook's parameters, when there is one: `conduct.soft_play`."""
    ruling: RulingId | Literal[""] = ""
    """The ruling it comes from."""
    players: Count = 0
    """At the table when it happened; 0: as many as sit there now."""
    during_hand: bool = False
    """A hand is being played: it plays on, and counts for nothing."""
    hand_over: bool = False
    """The hand in question is over, so that chips go into the next pot."""
    present: Count = 0
    objections: Count = 0
    """Where those present judge: how many they are, and how many object."""
    until_at: Moment | None = None
    until_level: Count = 0
    until_day: Name | Literal[""] = ""
    """How long a suspension lasts: to a time, to the start of a level or of a day."""
    stack: Count = 0
    """The chips of somebody who is sent out, as counted."""
    slip: bool = False
    """Counted on paper: `MarkServed` says how many hands were served."""
    reason: Reason = ""


class NoteInfraction(TournamentCommand, frozen=True, kw_only=True):
    """Seen, written down, and left without a penalty where the book allows that."""

    may = FLOOR
    entry: EntryId
    infraction: Name
    reason: Reason = ""


class MarkServed(TournamentCommand, frozen=True, kw_only=True):
    may = TABLES
    penalty: Given
    hands: Some
    left: Annotated[Count, UNASKED] = 0
    """Hands that were left when they were counted: noted from two screens, they are served once. 0: whatever is left."""


class ReportReturn(TournamentCommand, frozen=True, kw_only=True):
    """The dealer says that the player is back."""

    may = TABLES
    subject = "players"
    penalty: Given


class LiftPenalty(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    penalty: Given
    reason: Reason


class HandOnPenalties(TournamentCommand, frozen=True, kw_only=True):
    """The event is over for a player who has hands left: they wait for the next one."""

    may = OFFICE
    person: Annotated[PersonId, names("penalties")]


class AllowPerson(TournamentCommand, frozen=True, kw_only=True):
    """The director lets somebody play or be paid all the same, where the book leaves it to him."""

    may = OFFICE
    subject = "players"
    rests_on = (
        "penalty.disqualification.reentry",
        "penalty.suspension.meanwhile",
        "penalty.exclusion.unpaid_prizes",
        "payment.open_debt",
    )
    person: AnybodyId
    reason: Reason


class MarkAway(TournamentCommand, frozen=True, kw_only=True):
    may = TABLES
    entry: EntryId
    from_level_start: bool = False


class MarkBack(TournamentCommand, frozen=True, kw_only=True):
    may = TABLES
    entry: EntryId


class EliminateAbsent(TournamentCommand, frozen=True, kw_only=True):
    """Away for as many whole levels as the book allows nobody."""

    may = FLOOR
    subject = "players"
    rests_on = ("sitting_out.result",)
    entry: EntryId
    stack: Count = 0
