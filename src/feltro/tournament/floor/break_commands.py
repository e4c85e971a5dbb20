"""What people ask of a table that breaks after the hand that is played."""

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Reason, TableNumber
from feltro.kernel.roles import FLOOR


class BreakAfterHand(TournamentCommand, frozen=True, kw_only=True):
    """The table breaks after this hand: the chairs are drawn and kept, and the strips print. Everybody plays on there."""

    may = FLOOR
    table: TableNumber
    reason: Reason = ""


class ReleaseTable(TournamentCommand, frozen=True, kw_only=True):
    """The last hand there is over and everybody has left: each sits where the strip says, and the table closes."""

    may = FLOOR
    table: TableNumber


class KeepTable(TournamentCommand, frozen=True, kw_only=True):
    """A table that was to break stays: the chairs kept elsewhere are free again."""

    may = FLOOR
    table: TableNumber
