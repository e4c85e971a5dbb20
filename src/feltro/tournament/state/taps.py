"""Late taps that wait for the floor. Only `evolve.py` changes them."""

import msgspec

from feltro.tournament.facts.taps import TapAsked


class Taps(msgspec.Struct, kw_only=True):
    open: dict[str, TapAsked] = {}
    """In the order in which they arrived."""
    known: set[str] = set()
    """Ids that were used."""
