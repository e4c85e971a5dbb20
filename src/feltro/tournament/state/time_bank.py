"""Time-bank cards and shortened clocks. Only `evolve.py` changes them."""

import msgspec

from feltro.kernel.instants import Instant
from feltro.tournament.facts.time_bank import TimeStopped


class RunningTime(msgspec.Struct, kw_only=True):
    """The time for one decision, while it runs."""

    entry: str
    table: int
    hand: int
    kind: str
    faces: str
    silent: int
    seconds: int
    card: int
    cards: int
    zero: str
    at: Instant
    cites: tuple[str, ...] = ()
    zero_cites: tuple[str, ...] = ()


class TimeBank(msgspec.Struct, kw_only=True):
    more: dict[str, int] = {}
    """Cards of an entry over those of the first handout; below zero once it has used some of these."""
    seconds: dict[str, int] = {}
    """The clock of a player for whom the director shortened it."""
    final_table: bool = False
    """The cards of the final table were handed out."""
    running: dict[str, RunningTime] = {}
    ended: dict[int, TimeStopped] = {}
    """The last one of each table, as it ended."""
    times: set[str] = set()
    """Ids that were used."""
