"""What a tournament is at one moment: records, data only. Only appliers change them."""

from feltro.tournament.state.entries import (
    BAGGED,
    CANCELLED,
    GONE,
    IN_THE_EVENT,
    LIVE,
    OUT,
    PENDING,
    VOID,
    WAITING,
    Entry,
    Paid,
    Sale,
)
from feltro.tournament.state.tournament import Moved, SheetChange, TournamentState, count

__all__ = [
    "BAGGED",
    "CANCELLED",
    "GONE",
    "IN_THE_EVENT",
    "LIVE",
    "OUT",
    "PENDING",
    "VOID",
    "WAITING",
    "Entry",
    "Moved",
    "Paid",
    "Sale",
    "SheetChange",
    "TournamentState",
    "count",
]
