"""What a tournament is at one moment. Only evolve.py changes it."""

from typing import Any

import msgspec

from feltro.kernel.instants import Instant, instant_of
from feltro.tournament.chips.record import Chips
from feltro.tournament.clock.record import Clocks
from feltro.tournament.counts.record import Counts
from feltro.tournament.days.record import Days
from feltro.tournament.deals.record import Deals
from feltro.tournament.eliminations.record import Eliminations
from feltro.tournament.floor.record import Floor
from feltro.tournament.media.record import Media
from feltro.tournament.pace.record import Pace
from feltro.tournament.papers.record import Papers
from feltro.tournament.prizes.record import Prizes
from feltro.tournament.sanctions.record import Sanctions
from feltro.tournament.sheet import Day, PriceAccount, Sheet
from feltro.tournament.table_events import RuleAmended
from feltro.tournament.time_bank.record import TimeBank

PENDING = "pending"
"""Not paid in full, or no receipt yet where the book asks for one."""
LIVE = "live"
WAITING = "waiting"
"""An alternate: paid, without a seat."""
BAGGED = "bagged"
"""Chips in a bag until the next day: dormant."""
OUT = "out"
CANCELLED = "cancelled"
VOID = "void"
"""As if it had never been sold: a cashier's slip, a minor found later."""

IN_THE_EVENT = (PENDING, LIVE, WAITING)
GONE = (CANCELLED, VOID)


class Paid(msgspec.Struct, kw_only=True):
    """One payment as the desk took it."""

    method: str
    amount_centavos: int
    surcharge_centavos: int
    cashier: str
    txid: str = ""
    ticket: str = ""


class Sale(msgspec.Struct, kw_only=True):
    """The money side of anything sold: an entry, a rebuy, an add-on."""

    id: str
    person: str
    item: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    sold_at: Instant
    sold_by: str
    payments: list[Paid] = []
    awaited: dict[str, Paid] = {}
    """PIX asked for and not seen yet, by txid."""
    excess: dict[str, int] = {}
    """Centavos that came by PIX beyond the price and were not given back, by whose they are."""
    entry: str = ""
    """The entry that an extra is for."""
    paid: bool = False
    owed: bool = False
    """Announced at the table: the chips play, and the price is a debt."""
    ordered: bool = False
    """An extra whose chips are still in the tray: its PIX is awaited, or never came."""
    reversed: bool = False
    gone: bool = False
    """Cancelled or voided: what was received is to be given back."""
    refunds_surcharge: bool = False
    given_back_centavos: int = 0
    refunded: bool = False
    receipt: int = 0
    receipt_at: Instant | None = None

    @property
    def to_give_back_centavos(self) -> int:
        """What is still to be given back of a sale that is gone, with the card's surcharge where that goes back too."""
        fee = self.refunds_surcharge
        return sum(one.amount_centavos + (one.surcharge_centavos if fee else 0) for one in self.outstanding)

    @property
    def outstanding(self) -> list[Paid]:
        """Payments that were not given back. They go back in the order in which they came, whole."""
        left, given = [], self.given_back_centavos
        for paid in self.payments:
            if given >= paid.amount_centavos > 0:
                given -= paid.amount_centavos
            else:
                left.append(paid)
        return left

    @property
    def received_centavos(self) -> int:
        return sum(paid.amount_centavos for paid in self.payments)


class Entry(msgspec.Struct, kw_only=True):
    """The playing side of an entry. Its money is the sale of the same id."""

    id: str
    person: str
    kind: str
    day: str
    number: int
    status: str
    chips: int
    previous: str = ""
    waits: bool = False
    late: bool = False
    token: int = 0
    """The number that was handed out in the closing queue."""
    effective_at: Instant | None = None
    missing: tuple[str, ...] = ()
    """Papers of an advance entry that have not come in."""
    identity: set[str] = set()
    """Days for which photo ID was seen."""
    checked_in: set[str] = set()
    bagged: bool = False
    """Chips were bagged at the end of a day, whatever became of them."""
    called_at: Instant | None = None
    """An alternate who was called to a chair, and has not come yet."""
    calls: int = 0
    """How often an alternate was called and did not come."""
    passed: bool = False
    """Somebody behind him may have the chair that is free now; the next one is his."""
    after: tuple[int, int] = (0, 0)
    """Sent to the end of the line: behind this number of sale, as the so many-th."""
    came_back: bool = False
    """Played a later day for which nobody was asked for papers again; where one is, the check-in tells."""

    @property
    def turn(self) -> tuple[int, int]:
        """Where the entry belongs in the line of those who wait."""
        return self.after if self.after[0] else (self.number, 0)


class Moved(msgspec.Struct, kw_only=True):
    """When a day was to start at first, and when that was last changed."""

    was: Instant
    at: Instant


class TournamentState(msgspec.Struct, kw_only=True):
    tournament: str = ""
    season: str = ""
    stage: str = ""
    sheet: Sheet | None = None
    answers: dict[str, Any] = {}
    starts: dict[str, Instant] = {}
    """When each day starts, as last announced."""
    moved: dict[str, Moved] = {}
    """Days whose start was announced anew."""
    extended_to: int | None = None
    registration_closed: bool = False
    tokens: dict[str, int] = {}
    """People who stood in line when registration closed, and the number each was given."""
    entries: dict[str, Entry] = {}
    sales: dict[str, Sale] = {}
    of_person: dict[str, list[str]] = {}
    """The entries of each person, in order of sale."""
    waiting: list[str] = []
    """Alternates in the order in which they are seated."""
    owing: set[str] = set()
    """Sales that were announced at the table and are not paid."""
    stopped: str = ""
    """`cancelled`, `ended` or `suspended`; empty while it goes on."""
    missed: set[int] = set()
    """Levels that ended with too few entries."""
    satellite_winners: tuple[str, ...] = ()
    seats_passed_on: list[str] = []
    """Entries out of a satellite that got the seat of a winner who had one already."""
    amendments: tuple[RuleAmended, ...] = ()
    floor: Floor = msgspec.field(default_factory=Floor)
    clocks: Clocks = msgspec.field(default_factory=Clocks)
    pace: Pace = msgspec.field(default_factory=Pace)
    time_bank: TimeBank = msgspec.field(default_factory=TimeBank)
    days: Days = msgspec.field(default_factory=Days)
    eliminations: Eliminations = msgspec.field(default_factory=Eliminations)
    chips: Chips = msgspec.field(default_factory=Chips)
    sanctions: Sanctions = msgspec.field(default_factory=Sanctions)
    counts_made: Counts = msgspec.field(default_factory=Counts)
    survivors_paid: dict[str, int] = {}
    """Centavos of a pool shared in mid-play, by entry."""
    media: Media = msgspec.field(default_factory=Media)
    prizes: Prizes = msgspec.field(default_factory=Prizes)
    deals: Deals = msgspec.field(default_factory=Deals)
    papers: Papers = msgspec.field(default_factory=Papers)
    chips_issued: int = 0
    chips_removed: int = 0
    chairs_taken: dict[str, int] = {}
    items_sold: dict[str, int] = {}
    entries_sold: int = 0
    """Entries and re-entries, less those cancelled or voided."""
    last_number: int = 0
    last_receipt: int = 0
    txids: set[str] = set()
    """Every txid that a PIX here ever had."""
    used_ids: set[str] = set()
    """Ids of sales, also of undone ones: the world has seen them."""

    @property
    def the_sheet(self) -> Sheet:
        if self.sheet is None:
            raise LookupError("the tournament was not created")
        return self.sheet

    @property
    def out_order(self) -> list[str]:
        """Eliminated entries, the first one out first."""
        return [entry for group in self.eliminations.groups for entry in group]

    def day(self, day_id: str) -> Day | None:
        """A first day by its name, or the only one there is."""
        first = [day for day in self.the_sheet.days if day.is_first]
        if not day_id:
            return first[0] if len(first) == 1 else None
        return next((day for day in first if day.id == day_id), None)

    def wait(self, entry: Entry) -> None:
        """Into the line: by number of sale, whoever was sent to its end behind those who stood there then."""
        self.waiting.append(entry.id)
        self.waiting.sort(key=lambda one: self.entries[one].turn)

    def starts_at(self, day: Day) -> Instant:
        return self.starts.get(day.id, instant_of(day.starts_at))

    def entries_of(self, person: str) -> list[Entry]:
        return [self.entries[entry] for entry in self.of_person.get(person, ())]

    def taken(self, day: str) -> int:
        """How many chairs of a first day are spoken for."""
        return self.chairs_taken.get(day, 0)

    def sold(self, item: str) -> int:
        return self.items_sold.get(item, 0)

    def counts(self, entry: Entry, item: str) -> bool:
        """Whether an entry uses up a person's limit of an item."""
        return entry.status not in GONE and self.sales[entry.id].item == item
