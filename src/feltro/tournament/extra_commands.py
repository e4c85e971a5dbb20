"""What is asked about extras that were ordered and not paid yet."""

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Id
from feltro.kernel.roles import DESK


class DropOrder(TournamentCommand, frozen=True, kw_only=True):
    """A rebuy or the like whose PIX did not come: the order goes, and what was paid of it goes back."""

    may = DESK
    sale: Id
    desk: Id
