"""One tournament: what was sold, who is in, and the records of every subject."""

from typing import Annotated, Any

import msgspec

from feltro.kernel.events import DoneAlone
from feltro.kernel.instants import Instant, instant_of
from feltro.kernel.roles import EVERYBODY_AT_WORK, MONEY, STAFF
from feltro.kernel.sight import seen_by
from feltro.tournament.facts.opening import RuleAmended
from feltro.tournament.sheet import Day, Sheet
from feltro.tournament.state.asks import PhoneAsks
from feltro.tournament.state.calls import Calls
from feltro.tournament.state.chips import Chips
from feltro.tournament.state.clock import Clocks
from feltro.tournament.state.counts import Counts
from feltro.tournament.state.days import Days
from feltro.tournament.state.deals import Deals
from feltro.tournament.state.draws import Draws
from feltro.tournament.state.eliminations import Eliminations
from feltro.tournament.state.entries import GONE, IN_THE_EVENT, LIVE, OUT, Entry, Sale
from feltro.tournament.state.floor import Floor
from feltro.tournament.state.media import Media
from feltro.tournament.state.pace import Pace
from feltro.tournament.state.papers import Papers
from feltro.tournament.state.prizes import Prizes
from feltro.tournament.state.sanctions import Sanctions
from feltro.tournament.state.seats import go
from feltro.tournament.state.taps import Taps
from feltro.tournament.state.time_bank import TimeBank


def count(counter: dict[str, int], key: str, by: int) -> None:
    counter[key] = counter.get(key, 0) + by


class Moved(msgspec.Struct, kw_only=True):
    """When a day was to start, until that was changed."""

    was: Instant
    at: Instant


class SheetChange(msgspec.Struct, kw_only=True):
    """Which parts of the sheet were changed after it was announced, and when."""

    changed: tuple[str, ...]
    at: Instant


class TournamentState(msgspec.Struct, kw_only=True):
    tournament: str = ""
    season: str = ""
    stage: str = ""
    sheet: Sheet | None = None
    answers: dict[str, Any] = {}
    starts: dict[str, Instant] = {}
    """When each day starts, as last announced."""
    moved: dict[str, list[Moved]] = {}
    """Every time that the start of a day was announced anew, the first one first."""
    sheet_changes: list[SheetChange] = []
    extended_to: int | None = None
    registration_closed: bool = False
    tokens: Annotated[dict[str, int], seen_by(STAFF)] = {}
    """People who stood in line when registration closed, and the number each was given."""
    entries: dict[str, Entry] = {}
    sales: Annotated[dict[str, Sale], seen_by(MONEY)] = {}
    of_person: Annotated[dict[str, list[str]], seen_by(STAFF)] = {}
    """The entries of each person, in order of sale."""
    waiting: list[str] = []
    """Alternates in the order in which they are seated."""
    owing: Annotated[set[str], seen_by(MONEY)] = set()
    """Sales that were announced at the table and are not paid."""
    stopped: str = ""
    """`cancelled`, `ended` or `suspended`; empty while it goes on."""
    missed: set[int] = set()
    """Levels that ended with too few entries."""
    satellite_winners: tuple[str, ...] = ()
    seats_won: list[str] = []
    """Entries that reached a satellite's number of chips and left play with a seat, the first one first."""
    seats_passed_on: list[str] = []
    """Entries out of a satellite that got the seat of a winner who had one already."""
    amendments: tuple[RuleAmended, ...] = ()
    draws: Draws = msgspec.field(default_factory=Draws)
    control: str = ""
    """The size of its control, where the organiser changed it since it was created."""
    done_alone: Annotated[list[DoneAlone], seen_by(MONEY)] = []
    """What a second person would have looked at."""
    floor: Floor = msgspec.field(default_factory=Floor)
    clocks: Clocks = msgspec.field(default_factory=Clocks)
    pace: Pace = msgspec.field(default_factory=Pace)
    time_bank: TimeBank = msgspec.field(default_factory=TimeBank)
    calls: Annotated[Calls, seen_by(EVERYBODY_AT_WORK)] = msgspec.field(default_factory=Calls)
    taps: Annotated[Taps, seen_by(EVERYBODY_AT_WORK)] = msgspec.field(default_factory=Taps)
    days: Days = msgspec.field(default_factory=Days)
    eliminations: Eliminations = msgspec.field(default_factory=Eliminations)
    chips: Chips = msgspec.field(default_factory=Chips)
    sanctions: Annotated[Sanctions, seen_by(STAFF)] = msgspec.field(default_factory=Sanctions)
    counts_made: Counts = msgspec.field(default_factory=Counts)
    survivors_paid: Annotated[dict[str, int], seen_by(MONEY)] = {}
    """Centavos of a pool shared in mid-play, by entry."""
    media: Annotated[Media, seen_by(STAFF)] = msgspec.field(default_factory=Media)
    prizes: Prizes = msgspec.field(default_factory=Prizes)
    deals: Annotated[Deals, seen_by(STAFF)] = msgspec.field(default_factory=Deals)
    papers: Annotated[Papers, seen_by(STAFF)] = msgspec.field(default_factory=Papers)
    phone_asks: Annotated[PhoneAsks, seen_by(STAFF)] = msgspec.field(default_factory=PhoneAsks)
    chips_issued: int = 0
    chips_removed: int = 0
    chairs_taken: dict[str, int] = {}
    items_sold: Annotated[dict[str, int], seen_by(STAFF)] = {}
    entries_sold: int = 0
    """Entries and re-entries, less those cancelled or voided."""
    last_number: int = 0
    last_receipt: Annotated[int, seen_by(MONEY)] = 0
    txids: Annotated[set[str], seen_by(MONEY)] = set()
    """Every txid that a PIX here ever had."""
    nsus: Annotated[set[str], seen_by(MONEY)] = set()
    """Numbers of the card terminals' slips that were used here."""
    bank_ids: Annotated[set[str], seen_by(MONEY)] = set()
    """The bank's own numbers of payments that were taken here."""
    used_ids: Annotated[set[str], seen_by(MONEY)] = set()
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

    def take_out(self, chips: int) -> None:
        """Chips leave with an entry: of those that were sold to it, no more than are still in play. What was confiscated
        before has left already, and nobody knows out of whose stack it came."""
        self.chips_removed += min(chips, self.chips_issued - self.chips_removed)

    def leave(self, entry: Entry, status: str) -> None:
        """The entry takes up no chair any more, and waits for none."""
        if entry.status in IN_THE_EVENT and not entry.waits:
            count(self.chairs_taken, entry.day, -1)
        if entry.status == LIVE:
            count(self.days.live, entry.day, -1)
        bag = self.days.bags.pop(entry.id, None)
        if bag is not None and not bag.verified:
            self.days.unverified -= 1
        if entry.id in self.waiting:
            self.waiting.remove(entry.id)
        go(self.floor, entry.id, out=status == OUT)
        entry.status = status

    def starts_at(self, day: Day) -> Instant:
        moved = self.starts.get(day.id)
        return instant_of(day.starts_at) if moved is None else moved

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
