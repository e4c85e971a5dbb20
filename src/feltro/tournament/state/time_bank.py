"""Time-bank cards and shortened clocks. Only `evolve.py` changes them."""

import msgspec


class TimeBank(msgspec.Struct, kw_only=True):
    more: dict[str, int] = {}
    """Cards of an entry over those of the first handout; below zero once it has used some of these."""
    seconds: dict[str, int] = {}
    """The clock of a player for whom the director shortened it."""
    final_table: bool = False
    """The cards of the final table were handed out."""
