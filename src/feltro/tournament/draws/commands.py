"""What people ask around a draw: naming where its public value comes from, and giving it."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import AnybodyId, DrawId, GivenReason, Moment, NewId, which
from feltro.kernel.roles import OFFICE, ROLES

ValueFrom = Literal["", "player", "phones", "lottery", "drand", "cards"]
WaitingDraw = Annotated[DrawId, which("waiting")]
Hex64 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]


class CommittingCommand(TournamentCommand, frozen=True, kw_only=True):
    """A command that commits to a secret says, in the same breath, where the room's value will come from."""

    value_from: ValueFrom = ""
    """A named player calls it out, phones give it together, a lottery or drand; `cards`: a real deck instead of a draw."""
    value_reference: Annotated[str, msgspec.Meta(pattern=r"^[\w .:#-]{0,80}$")] = ""
    """The contest of the lottery, or the number of the round."""
    value_caller: AnybodyId | Literal[""] = ""
    """The player who will call it out."""
    value_due: Moment | None = None
    """When the lottery is drawn: later than now."""


class AddPublicValue(TournamentCommand, frozen=True, kw_only=True):
    """What the source gave, after the commitment and before the first chair or card. There is no second one."""

    may = OFFICE
    subject = "draws"
    taken_back = NEVER
    draw: WaitingDraw
    public: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class ClosePhones(TournamentCommand, frozen=True, kw_only=True):
    """No further phone joins: those that are in show their values now."""

    may = OFFICE
    subject = "draws"
    taken_back = NEVER
    draw: WaitingDraw


class SealPhoneValue(TournamentCommand, frozen=True, kw_only=True):
    """A phone is held to a value that it keeps to itself for now."""

    may = ROLES
    taken_back = NEVER
    draw: DrawId
    sealed: Hex64


class ShowPhoneValue(TournamentCommand, frozen=True, kw_only=True):
    """The value that was sealed; the last one fixes the sum."""

    may = ROLES
    taken_back = NEVER
    draw: DrawId
    sealed: Hex64
    shown: Hex64


class CommitAnew(CommittingCommand, frozen=True, kw_only=True):
    """The source of a draw failed, or its key is lost: a new commitment takes its place, and the reason is kept."""

    may = OFFICE
    subject = "draws"
    grave = True
    taken_back = NEVER
    instead_of: Annotated[DrawId, which("kept")]
    draw: NewId
    reason: GivenReason
