"""What people ask between two days. `Bag` itself stands with the tournament's own commands."""

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Count, DayId, EntryId, NoDayOrId
from feltro.kernel.roles import OFFICE, TABLES


class VerifyBag(TournamentCommand, frozen=True, kw_only=True):
    """A second person counts the bag: the same, or it is counted again."""

    may = TABLES
    second_person = True
    entry: EntryId
    chips: Count


class EndDay(TournamentCommand, frozen=True, kw_only=True):
    """Everybody of the day is out or has bagged."""

    may = OFFICE
    day: NoDayOrId = ""
    in_the_money: bool = False
    """A flight that played into the paid places."""


class StartDay(TournamentCommand, frozen=True, kw_only=True):
    """The players who bagged come back, with one stack each. Chairs are drawn when tables are opened for the day."""

    may = OFFICE
    day: DayId


class Bag(TournamentCommand, frozen=True, kw_only=True):
    """What the stub of a bag says: the player counted and signed, the dealer counted again and signed, the floor sealed."""

    may = TABLES
    entry: EntryId
    chips: Count
    absent: bool = False
    """The player is not there: dealer and floor counted and signed."""


class ReportBagDifference(TournamentCommand, frozen=True, kw_only=True):
    """A bag was opened in front of its dealer and holds another number of chips, before the first hand there."""

    may = TABLES
    subject = "players"
    about = ("entry",)
    rests_on = ("end_of_day.bag.two_people",)
    entry: EntryId
    chips: Count
