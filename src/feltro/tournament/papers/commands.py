"""What people ask of the printer."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Id

Handed = Literal["receipt", "seat", "move", "penalty", "bag", "prize", "staff", "deal", "wall"]
"""Papers of which there is one original. `wall` is a list that is due by itself: `room.1.4` when level 4 of day 1 is
over, `next_day.2` when the bags are closed, `payouts` when prizes are announced. Lists that somebody asks for are
printed as often as anybody likes, and are not kept."""


class PrintPaper(TournamentCommand, frozen=True, kw_only=True):
    """One paper, or a strip of them: of so many sales, entries, payments, people or deals."""

    paper: Handed
    once: bool = False
    """Only what nobody has printed yet: of two printers that take the same paper, one prints it."""
    of: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=5000)]
