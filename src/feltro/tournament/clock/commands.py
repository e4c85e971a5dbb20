"""What people ask of the clock. `day` may be left out: the clock that was set last is meant."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import UNASKED, Count, NoDayOrId, Reason, TableNumber
from feltro.kernel.roles import EVERYBODY_AT_WORK, FLOOR, OFFICE, TABLES
from feltro.tournament.sheet import Moment

Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
BreakMinutes = Annotated[int, msgspec.Meta(ge=0, le=1440)]
LevelNumber = Annotated[int, msgspec.Meta(ge=1, le=300)]
Shown = Annotated[Count, UNASKED]
"""The level that the clock showed to whoever asks: asked from two screens, it is one step. 0: whatever it shows."""
InBreak = Annotated[bool, UNASKED]
"""Then: whether it showed the break after that level."""


class StartClock(TournamentCommand, frozen=True, kw_only=True):
    """Cards in the air. Where the book keeps start times strictly, a late start says why."""

    may = OFFICE
    day: NoDayOrId = ""
    reason: Reason = ""


class PauseClock(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    day: NoDayOrId = ""
    reason: Reason = ""


class ResumeClock(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    day: NoDayOrId = ""


class GoToLevel(TournamentCommand, frozen=True, kw_only=True):
    """Forward or back to a level, all of it or what is said to be left."""

    may = OFFICE
    day: NoDayOrId = ""
    level: LevelNumber
    in_break: bool = False
    seconds_left: Seconds | None = None
    reason: Reason = ""


class NextLevel(TournamentCommand, frozen=True, kw_only=True):
    """End the level (its break comes next, if it has one) or the break."""

    may = OFFICE
    day: NoDayOrId = ""
    level: Shown = 0
    in_break: InBreak = False
    reason: Reason = ""


class PreviousLevel(TournamentCommand, frozen=True, kw_only=True):
    """Back to the start of the level before this one; out of a break, to the start of its level."""

    may = OFFICE
    day: NoDayOrId = ""
    level: Shown = 0
    in_break: InBreak = False
    reason: Reason = ""


class AddTime(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    day: NoDayOrId = ""
    seconds: Seconds
    reason: Reason = ""


class RemoveTime(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    day: NoDayOrId = ""
    seconds: Seconds
    reason: Reason = ""


class TakeBreak(TournamentCommand, frozen=True, kw_only=True):
    """An extra break, now; the level then goes on where it was."""

    may = OFFICE
    day: NoDayOrId = ""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)]
    reason: Reason = ""


class EndBreak(TournamentCommand, frozen=True, kw_only=True):
    """Back to the tables before the break is over."""

    may = OFFICE
    day: NoDayOrId = ""


class PlanBreak(TournamentCommand, frozen=True, kw_only=True):
    """Another break after a level than the sheet has; 0 minutes: none."""

    may = OFFICE
    subject = "clock"
    day: NoDayOrId = ""
    level: LevelNumber
    minutes: BreakMinutes
    reason: Reason = ""


class ResumeAfterCrash(TournamentCommand, frozen=True, kw_only=True):
    """The screens were dark from `stopped_at` on: that time counts, or the clock goes on from there."""

    may = OFFICE
    subject = "clock"
    day: NoDayOrId = ""
    stopped_at: Moment
    count_the_time: bool
    reason: Reason = ""


class FollowMachineClock(TournamentCommand, frozen=True, kw_only=True):
    """The machine's clock was set, and it is right: from now on its hour is the house's. Clocks that run go on from where
    they stand."""

    may = OFFICE
    taken_back = NEVER
    machine_at: Moment


class LookAtClock(TournamentCommand, frozen=True, kw_only=True):
    """Write down what the clock did by itself. Asked twice, it finds nothing new."""

    may = EVERYBODY_AT_WORK


class StartHand(TournamentCommand, frozen=True, kw_only=True):
    """A hand begins at a table, and with it the level that it is played at."""

    may = TABLES
    subject = "tables"
    about = ("table",)
    rests_on = ("level.hand_start.with_shuffler", "level.new.holds_from")
    table: TableNumber
    by: Literal["first_riffle", "shuffler_button", "dealer_change"] = "first_riffle"
    shuffler: Annotated[bool, UNASKED] = False
    """The table has an automatic shuffler."""
    number: Annotated[Count, UNASKED] = 0
    """Of the hand at this table, where somebody counts along."""


class KeepOldLevel(TournamentCommand, frozen=True, kw_only=True):
    """A hand was begun at the old level by mistake: it stays there, if the book lets it."""

    may = FLOOR
    subject = "tables"
    about = ("table",)
    rests_on = ("level.old_by_mistake.locked_by",)
    table: TableNumber
    substantial_action: bool
    """As the floor saw it when the mistake was noticed."""


class MarkLevel(TournamentCommand, frozen=True, kw_only=True):
    """The clock reached a level (0: not started), or the break after it."""

    may = OFFICE
    day: NoDayOrId = ""
    level: Count
    in_break: bool = False
