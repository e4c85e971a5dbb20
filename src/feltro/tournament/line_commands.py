"""What is asked about those who wait for a chair, beside giving them one."""

from typing import Literal

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Id
from feltro.kernel.roles import DESK_AND_FLOOR, OFFICE


class CallAlternate(TournamentCommand, frozen=True, kw_only=True):
    """A chair is free: the player is called, and the minutes count."""

    may = DESK_AND_FLOOR
    entry: Id


class SkipAlternate(TournamentCommand, frozen=True, kw_only=True):
    """Called and not there: the chair goes to the next one in line."""

    may = DESK_AND_FLOOR
    entry: Id


class SettleAlternates(TournamentCommand, frozen=True, kw_only=True):
    """Those for whom no chair fell free when entries were over."""

    may = OFFICE
    entry: Id | Literal[""] = ""
    """One of them only; otherwise everybody who is left in line."""
    how: Literal["", "refund", "next_flight"] = ""
    """Otherwise as the event settled it."""
