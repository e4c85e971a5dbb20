"""What a season is at one moment."""

from fractions import Fraction
from typing import Any

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.money import half_up
from feltro.season.events import PointsAdjusted, StageAnnounced
from feltro.season.points.table import PointsRow
from feltro.season.results import EventResult, FundPrize

OPEN, USED, LAPSED = "open", "used", "lapsed"
EXCLUDED = ""
"""In the place of a points table: the event gives none."""


class Ticket(msgspec.Struct, kw_only=True):
    id: str
    owner: str
    value_centavos: int
    target: str
    online: bool
    status: str = OPEN
    used_for: str = ""
    owners: list[str] = []
    """Everybody it belonged to, in order."""


class Banned(msgspec.Struct, kw_only=True):
    person: str
    ground: str
    since: Instant
    until: Instant | None
    kind: str = ""


class SelfExclusion(msgspec.Struct, kw_only=True):
    """Somebody keeps themselves away."""

    asked_months: int = 0
    """Asked from a phone and not confirmed yet."""
    since: Instant | None = None
    until: Instant | None = None


class OwedHands(msgspec.Struct, kw_only=True):
    """Hands to sit out, from an event that is over for the person."""

    person: str
    tournament: str
    hands: int
    cites: tuple[str, ...]


class ChosenBook(msgspec.Struct, frozen=True, kw_only=True):
    book: str
    addenda: tuple[str, ...]
    answers: dict[str, Any]


class OwedPrize(msgspec.Struct, kw_only=True):
    """A prize of a fund, and what was paid of it."""

    prize: FundPrize
    paid_centavos: int = 0
    approved_by: list[str] = []
    """Who looked at the place, the amount and the payee before it was paid."""
    alone: bool = False
    """Something of it was paid without a second person."""
    tax_centavos: int = 0
    """Withheld of what was paid."""

    @property
    def left_centavos(self) -> int:
        return self.prize.amount_centavos - self.paid_centavos

    def tax_of(self, back_centavos: int) -> int:
        """Withheld of a part that comes back: in its share, and with the last centavo of the prize all of it."""
        return half_up(Fraction(self.tax_centavos * back_centavos, self.paid_centavos))


class FundPayment(msgspec.Struct, frozen=True, kw_only=True):
    """A fund's prize, or a part of it, as it was handed over: what its receipt shows."""

    prize: str
    method: str
    amount_centavos: int
    tax_centavos: int
    at: Instant


class Imported(msgspec.Struct, kw_only=True):
    name: str
    result: EventResult


class RankingRecord(msgspec.Struct, kw_only=True):
    """What a season remembers of its ranking."""

    book: ChosenBook | None = None
    tables: dict[str, tuple[PointsRow, ...]] = {}
    joined: dict[str, Instant] = {}
    payments: list[FundPayment] = []
    """In the order of their receipts, which are counted from one."""
    counted: dict[str, str] = {}
    """What the director said of a tournament: the table it is scored by, or that it gives no points."""
    adjustments: list[PointsAdjusted] = []
    imported: dict[str, Imported] = {}
    closed_stages: dict[str, Instant] = {}
    not_held: set[str] = set()
    """Stages that closed without having been played."""
    champions: dict[str, tuple[str, ...]] = {}
    owed: dict[str, OwedPrize] = {}
    closed_at: Instant | None = None
    changes: int = 0
    """Counts what bears on points, so that standings know when to look again."""


class SeasonState(msgspec.Struct, kw_only=True):
    season: str = ""
    name: str = ""
    year: int = 0
    stages: dict[str, list[StageAnnounced]] = {}
    """Every announcement of each stage; the last one holds."""
    tickets: dict[str, Ticket] = {}
    bans: dict[str, Banned] = {}
    self_excluded: dict[str, SelfExclusion] = {}
    disqualified: dict[str, dict[str, str]] = {}
    """People sent away for a whole stage: the events that did it, each with its stage."""
    penalties: dict[str, OwedHands] = {}
    """Hands left from earlier events, by event and penalty."""
    used_ids: set[str] = set()
    ranking: RankingRecord = msgspec.field(default_factory=RankingRecord)

    def stage_name(self, stage: str) -> str:
        """As it was announced. An event that was put into no stage is of the season itself."""
        told = self.stages.get(stage)
        return told[-1].name if told else self.name if stage == self.season else stage

    def ban_of(self, person: str, at: Instant) -> Banned | None:
        ban = self.bans.get(person)
        return ban if ban and (ban.until is None or at < ban.until) else None

    def self_excluded_until(self, person: str, at: Instant) -> Instant | None:
        mine = self.self_excluded.get(person)
        return mine.until if mine and mine.until is not None and at < mine.until else None

    def disqualified_in(self, person: str, stage: str) -> tuple[str, ...]:
        """Events of a stage that sent a person away for all of it."""
        mine = self.disqualified.get(person, {})
        return tuple(event for event, of in mine.items() if of == stage)

    def tickets_in_hand(self, person: str, tournament: str) -> list[Ticket]:
        """Those that would pay an entry of this person in this tournament."""
        mine = (one for one in self.tickets.values() if one.owner == person and one.status == OPEN)
        return [one for one in mine if one.target in {"", tournament}]

    def open_tickets(self, target: str) -> list[Ticket]:
        return [one for one in self.tickets.values() if one.status == OPEN and one.target == target]
