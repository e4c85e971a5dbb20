"""What the floor does with a ruling once it was given. The situation goes into a row, never into an event."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from feltro.kernel.commands import Command
from feltro.kernel.fields import Count, Id, Text
from feltro.kernel.roles import FLOOR
from feltro.rulings.ruling import Remedy

Clause = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9.~-]{0,60}$")]


class DecisionCommand(Command, frozen=True, kw_only=True):
    tournament: Id
    ruling: Id


class KeepRuling(DecisionCommand, frozen=True, kw_only=True):
    """The floor ruled: on a situation that Feltro answers, or by a clause that was cited at the table."""

    may = FLOOR
    subject = "rules"
    about = ("table",)
    taken_back = "OverruleRuling"
    personal = ("situation",)
    situation: dict[str, Any] = msgspec.field(default_factory=dict)
    """In the ruling notation."""
    clause: Clause | Literal[""] = ""
    """Of the event's own rulebook."""
    remedy: Remedy | Literal[""] = ""
    """What was decided, where the book leaves it to the director or no situation was told."""
    to: Count | None = None
    table: Count = 0
    hand: Count = 0
    entry: Id | Literal[""] = ""
    """Whose conduct it is: what was noted about him in this event and season goes into the situation."""
    reason: Text = ""


class OverruleRuling(DecisionCommand, frozen=True, kw_only=True):
    """Decided otherwise, in the interest of fairness: both decisions are kept, and this one is final."""

    may = FLOOR
    subject = "rules"
    taken_back = "OverruleRuling"
    remedy: Remedy
    to: Count | None = None
    reason: Text
