"""What people ask when the room goes by hands. `day` may be left out: the clock that was set last is meant."""

from typing import Annotated

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Count, EntryId, NoDayOrId, Reason, TableNumber
from feltro.kernel.roles import FLOOR, OFFICE, TABLES
from feltro.tournament.draws.commands import CommittingCommand

Places = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class StartHandForHand(TournamentCommand, frozen=True, kw_only=True):
    """Every table finishes its hand and stops; from then on all play one hand at a time."""

    may = OFFICE
    day: NoDayOrId = ""
    paid: Places | None = None
    """How many places are paid, where the prizes are not announced yet; otherwise as announced."""


class ReportTable(TournamentCommand, frozen=True, kw_only=True):
    """A table was between two hands when all were told to stop: there is no hand to end."""

    may = TABLES
    table: TableNumber


class HoldAllIn(TournamentCommand, frozen=True, kw_only=True):
    """An all-in was called: the cards stay face down until the other tables are done."""

    may = TABLES
    table: TableNumber
    entries: Annotated[tuple[EntryId, ...], msgspec.Meta(max_length=11)] = ()
    """Who is all-in, where the table says so."""


class RunAllIn(TournamentCommand, frozen=True, kw_only=True):
    """With a floor at the table, the all-in is run."""

    may = FLOOR
    table: TableNumber


class ReleaseHand(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    day: NoDayOrId = ""


class EndHandForHand(TournamentCommand, frozen=True, kw_only=True):
    """The money is reached. Nobody announces it on a count that the tables do not confirm."""

    may = OFFICE
    day: NoDayOrId = ""
    counted: Count
    """Players counted at the tables, one by one."""
    resume: bool = True
    """The clock runs again at once."""
    reason: Reason = ""
    """Why the direction ends it before the money is reached."""


class StopForLastHands(CommittingCommand, frozen=True, kw_only=True):
    """The clock stops near the end of the day's last level; the draw of the card is committed to."""

    may = OFFICE
    day: NoDayOrId = ""
    reason: Reason = ""
    """Why another card is drawn, when one was drawn before."""


class DrawLastHands(TournamentCommand, frozen=True, kw_only=True):
    """How many hands each table still plays: a card of the committed draw, or one drawn from a real deck."""

    may = OFFICE
    taken_back = "StopForLastHands"
    day: NoDayOrId = ""
    entry: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The player who draws."""
    public: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What the player says aloud who was named when the clock stopped: the draw then depends on it."""
    card: Annotated[str, msgspec.Meta(pattern=r"^(([2-9AJQKT]|10)[cdhs])?$")] = ""
    """The card from a real deck, when one was used."""
