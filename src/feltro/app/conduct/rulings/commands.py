"""What the floor does with a ruling once it was given. The situation goes into a row, never into an event."""

from typing import Annotated, Any, Literal

import msgspec

from feltro.kernel.commands import Command
from feltro.kernel.fields import (
    NEW,
    UNASKED,
    Count,
    CountedTable,
    EntryId,
    Reason,
    RulingId,
    TournamentId,
    names,
)
from feltro.kernel.roles import FLOOR
from feltro.rulings.ruling import Remedy

Clause = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9.~-]{0,60}$")]


class DecisionCommand(Command, frozen=True, kw_only=True):
    tournament: TournamentId
    ruling: RulingId


class KeepRuling(DecisionCommand, frozen=True, kw_only=True):
    """The floor ruled: on a situation that Feltro answers, or by a clause that was cited at the table."""

    may = FLOOR
    subject = "rules"
    about = ("table",)
    taken_back = "OverruleRuling"
    personal = ("situation",)
    ruling: Annotated[RulingId, NEW]
    situation: Annotated[dict[str, Any], UNASKED] = msgspec.field(default_factory=dict)
    """In the ruling notation."""
    clause: Annotated[Clause, names("clause")] | Literal[""] = ""
    """Of the event's own rulebook."""
    remedy: Annotated[Remedy, names("remedy")] | Literal[""] = ""
    """What was decided, where the book leaves it to the director or no situation was told."""
    to: Count | None = None
    table: CountedTable = 0
    hand: Count = 0
    level: Annotated[Count, UNASKED] = 0
    """That the clock showed at the table."""
    entries: Annotated[tuple[EntryId, ...], UNASKED] = ()
    """Whom it is about: the players of the situation, by their entries."""
    entry: EntryId | Literal[""] = ""
    """Whose conduct it is: what was noted about him in this event and season goes into the situation."""
    reason: Reason = ""


class OverruleRuling(DecisionCommand, frozen=True, kw_only=True):
    """Decided otherwise, in the interest of fairness: both decisions are kept, and this one is final."""

    may = FLOOR
    subject = "rules"
    taken_back = "OverruleRuling"
    remedy: Annotated[Remedy, names("remedy")]
    to: Count | None = None
    reason: Reason
    seen: Annotated[Count, UNASKED] = 0
    """How many decisions on it were known to whoever decides: one more made since is looked at first. 0 asks for nothing."""
