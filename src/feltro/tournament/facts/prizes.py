"""What happened about prizes. `cash_out_centavos` is what leaves a drawer in notes."""

from datetime import date

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.sheet import PriceAccount


class WrittenColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prizes for a number of entries: the share of each place from the first, written `0.1547`."""

    entries_from: int
    entries_to: int | None = None
    shares: tuple[str, ...]


class Calendar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How business days were counted. The days on which banks are closed are always left out."""

    business_days: int = 0
    """How many; zero where nobody wrote it down."""
    state: str = ""
    """The state whose holidays are left out too: `RS`."""
    own: tuple[str, ...] = ()
    """The house's own: `09-20` is a day of every year, `2026-09-24` that one day."""


class PayoutTableReplaced(Event, frozen=True, kw_only=True):
    columns: tuple[WrittenColumn, ...]


class GuaranteeVoided(Event, frozen=True, kw_only=True):
    about = ("tournament",)
    tournament: str
    ground: str
    reason: str


class PrizesAnnounced(Event, frozen=True, kw_only=True):
    """The pool and every prize, fixed. What was covered and withheld moves in the books with it."""

    about = ("tournament",)
    tournament: str
    source: str
    entries: int
    collected_centavos: int
    no_shows_centavos: int
    knockouts_centavos: int
    guarantee_centavos: int
    cover_centavos: int
    withheld_centavos: dict[PriceAccount, int]
    pool_centavos: int
    prizes_centavos: tuple[int, ...]
    printed_first_centavos: int
    left_centavos: int
    """What the table gives to nobody."""
    seats: int
    seat_centavos: int
    at: Instant


class EarlyCashNoted(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    amount_centavos: int


class BubbleSaved(Event, frozen=True, kw_only=True):
    about = ("agreed",)
    place: int
    amount_centavos: int
    agreed: tuple[str, ...]


class PrizeForfeited(Event, frozen=True, kw_only=True):
    own_back = ("entry",)
    about = ("entry",)
    entry: str
    place: int
    freed: str
    reason: str


class PrizeHeld(Event, frozen=True, kw_only=True):
    own_back = ("entry",)
    about = ("entry",)
    entry: str
    reason: str


class PrizeReleased(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    reason: str


class PrizeApproved(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    amount_centavos: int
    by: str


class PrizeScheduled(Event, frozen=True, kw_only=True):
    """The day is told with its calendar, and stays as told when the house names other holidays later."""

    about = ("entry",)
    schema = 2
    entry: str
    amount_centavos: int
    pay_by: date
    calendar: Calendar = Calendar()
    """Before this was written down, only the days of the banks counted."""


class PrizePaid(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("payment", "entry")
    final = True
    answered_by = "TakeBackPrize"
    payment: str
    entry: str
    person: str
    cashier: str
    method: str
    amount_centavos: int
    tax_centavos: int
    reference: str
    receipt: int
    """Never used again."""
    of: str
    """`prize`, or what is won apart from it: `seat`, `knockouts`, `survivor`."""
    at: Instant

    @property
    def cash_out_centavos(self) -> int:
        return self.amount_centavos - self.tax_centavos if self.method == "cash" else 0


class PrizeTakenBack(Event, frozen=True, kw_only=True):
    """A payment that should not have been: the money is in the house again, and what it paid is due as before."""

    about = ("payment", "entry")
    final = True
    answered_by = "PayPrize"
    payment: str
    entry: str
    person: str
    cashier: str
    method: str
    amount_centavos: int
    tax_centavos: int
    receipt: int
    of: str
    reason: str
    at: Instant


class PrizeOverpaid(Event, frozen=True, kw_only=True):
    """Owed back by the player: given by a slip, or off the prize since a place was corrected."""

    own_back = ("person",)
    about = ("overpayment", "entry")
    overpayment: str
    entry: str
    person: str
    cashier: str
    cause: str
    amount_centavos: int
    reason: str

    @property
    def cash_out_centavos(self) -> int:
        return self.amount_centavos if self.cause == "handed_over" else 0


class PoolCovered(Event, frozen=True, kw_only=True):
    """The organiser adds what was won and is not in the pool: seats of a satellite, or a sale taken back since."""

    of: str
    """`prize_pool`, `bounties`, or the fund that a sale had fed."""
    amount_centavos: int
    at: Instant
    because: str


class OverpaymentRepaid(Event, frozen=True, kw_only=True):
    about = ("repayment", "entry")
    final = True
    repayment: str
    entry: str
    person: str
    cashier: str
    method: str
    amount_centavos: int


class StaffDivided(Event, frozen=True, kw_only=True):
    about = ("people",)
    by: str
    people: tuple[str, ...]
    shares_centavos: tuple[int, ...]


class StaffSharePaid(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("person",)
    final = True
    answered_by = "TakeBackShare"
    person: str
    cashier: str
    method: str
    amount_centavos: int
    reference: str
    receipt: int
    at: Instant

    @property
    def cash_out_centavos(self) -> int:
        return self.amount_centavos if self.method == "cash" else 0


class StaffShareTakenBack(Event, frozen=True, kw_only=True):
    about = ("person",)
    final = True
    answered_by = "SignStaffShare"
    person: str
    cashier: str
    method: str
    amount_centavos: int
    receipt: int
    reason: str
    at: Instant


class SeatWon(Event, frozen=True, kw_only=True):
    """A player of a satellite has the chips that win a seat, and leaves play with them."""

    own = ("entry",)
    about = ("entry",)
    entry: str
    person: str
    chips: int
    level: int
    table: int
    at: Instant


class SatelliteEnded(Event, frozen=True, kw_only=True):
    own = ("winners",)
    about = ("tournament", "winners")
    tournament: str
    winners: tuple[str, ...]
    at: Instant


class SeatPassedOn(Event, frozen=True, kw_only=True):
    """A satellite's winner already had a seat, and the next one out gets it."""

    about = ("entry",)
    entry: str


class SeatPaidInMoney(Event, frozen=True, kw_only=True):
    """A satellite's winner already had a seat, and gets what it is worth; below zero, it is taken back."""

    about = ("entry",)
    entry: str
    person: str
    amount_centavos: int
