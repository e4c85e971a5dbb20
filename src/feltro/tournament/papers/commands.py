"""What people ask of the printer."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import Id
from feltro.kernel.roles import STAFF
from feltro.tournament.papers.table import HANDED

if TYPE_CHECKING:
    Handed = str
else:
    Handed = Literal[tuple(HANDED)]
"""Papers of which there is one original. Lists that somebody asks for are printed as often as anybody likes, and are
not kept."""


class PrintPaper(TournamentCommand, frozen=True, kw_only=True):
    """One paper, or a strip of them: of so many sales, entries, payments, people or deals."""

    may = STAFF
    taken_back = NEVER
    paper: Handed
    once: bool = False
    """Only what nobody has printed yet: of two printers that take the same paper, one prints it."""
    of: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=5000)]
