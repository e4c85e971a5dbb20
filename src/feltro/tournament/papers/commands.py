"""What people ask of the printer."""

from typing import Annotated, Literal

import msgspec

from feltro.tournament.commands import Command, Id

Handed = Literal["receipt", "seat", "move", "penalty", "bag", "prize", "staff", "deal"]
"""Papers of which there is one original. Lists on the wall are printed as often as anybody likes."""


class PrintPaper(Command, frozen=True, kw_only=True):
    """One paper, or a strip of them: of so many sales, entries, payments, people or deals."""

    paper: Handed
    of: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=5000)]
