"""What the floor counts at the tables."""

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Count, CountedTable
from feltro.kernel.roles import OFFICE, TABLES


class RollCall(TournamentCommand, frozen=True, kw_only=True):
    """So many players sit at a table; and, where they were counted, so many chips lie on it."""

    may = TABLES
    table: CountedTable
    players: Count
    chips: Count = 0


class AgreeCounts(TournamentCommand, frozen=True, kw_only=True):
    """Entries less those out, the roll-call and the chips: all the same, and written down."""

    may = OFFICE
