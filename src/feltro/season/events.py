"""What happened in a season, to its ranking and to its funds."""

from datetime import date
from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.season.points.table import PointsRow
from feltro.season.results import EventResult, FundPrize


class SeasonCreated(Event, frozen=True, kw_only=True):
    about = ("season",)
    season: str
    name: str
    year: int


class StageAnnounced(Event, frozen=True, kw_only=True):
    about = ("stage",)
    schema = 2
    stage: str
    name: str
    venue: str
    address: str
    first_day: date
    last_day: date
    at: Instant
    hotel: str = ""
    """Where those who travel sleep, as the house says it."""


class TicketIssued(Event, frozen=True, kw_only=True):
    own = ("owner",)
    about = ("ticket",)
    ticket: str
    owner: str
    value_centavos: int
    target: str
    online: bool
    won_in: str
    """The satellite whose pool pays for it; empty when the organiser does."""
    at: Instant


class TicketTransferred(Event, frozen=True, kw_only=True):
    own = ("owner",)
    about = ("ticket",)
    ticket: str
    was: str
    owner: str
    way: str
    at: Instant


class TicketUsed(Event, frozen=True, kw_only=True):
    about = ("ticket",)
    ticket: str
    tournament: str
    sale: str


class TicketReturned(Event, frozen=True, kw_only=True):
    """The entry it paid was cancelled: the ticket is open again."""

    about = ("ticket",)
    ticket: str
    tournament: str
    sale: str


class TicketLapsed(Event, frozen=True, kw_only=True):
    """Lost without use. What does not go to a tournament goes to the organiser."""

    about = ("ticket",)
    ticket: str
    value_centavos: int
    tournament: str
    stage: str
    split_centavos: dict[str, int]


class PersonBanned(Event, frozen=True, kw_only=True):
    own_back = ("person",)
    about = ("person",)
    schema = 2
    person: str
    ground: str
    since: Instant
    until: Instant | None
    reason: str
    kind: str = ""
    """`ban` or `exclusion`, where a penalty is the reason."""


class PersonDisqualified(Event, frozen=True, kw_only=True):
    """Sent away by one event of a stage, under a book for which that holds in the whole stage."""

    about = ("person", "tournament")
    person: str
    tournament: str
    stage: str
    at: Instant
    cites: tuple[str, ...] = ()


class SelfExclusionAsked(Event, frozen=True, kw_only=True):
    about = ("person",)
    final = True
    person: str
    months: int
    at: Instant


class SelfExcluded(Event, frozen=True, kw_only=True):
    about = ("person",)
    final = True
    person: str
    since: Instant
    until: Instant


class BanLifted(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("person",)
    person: str
    reason: str


class OwnerMerged(Event, frozen=True, kw_only=True):
    """`person` is from now on `into`, in everything this season remembers."""

    about = ("person", "into")
    final = True
    person: str
    into: str


# Penalties with hands left when their event was over: they wait here for the next one


class PenaltyLeft(Event, frozen=True, kw_only=True):
    about = ("owed",)
    owed: str
    """The event and the penalty's own name in it."""
    person: str
    tournament: str
    hands: int
    cites: tuple[str, ...]


class PenaltyTakenUp(Event, frozen=True, kw_only=True):
    """It is served in another event, or in the next entry of the same one."""

    about = ("owed",)
    owed: str
    tournament: str


# The ranking and its funds


class RankingBookChosen(Event, frozen=True, kw_only=True):
    about = ("book",)
    book: str
    addenda: tuple[str, ...]
    answers: dict[str, Any]


class PointsTableLoaded(Event, frozen=True, kw_only=True):
    about = ("kind",)
    kind: str
    rows: tuple[PointsRow, ...]


class RankingJoined(Event, frozen=True, kw_only=True):
    about = ("person",)
    person: str
    at: Instant


class EventCounted(Event, frozen=True, kw_only=True):
    about = ("tournament",)
    tournament: str
    kind: str
    reason: str


class EventExcluded(Event, frozen=True, kw_only=True):
    about = ("tournament",)
    tournament: str
    reason: str


class PointsAdjusted(Event, frozen=True, kw_only=True):
    own = ("person",)
    person: str
    points: int
    reason: str
    at: Instant


class ResultsImported(Event, frozen=True, kw_only=True):
    about = ("event",)
    event: str
    name: str
    result: EventResult


class _Owes(Event, frozen=True, kw_only=True):
    """Prizes that somebody may have been paid since: then it is not undone any more."""

    prizes: tuple[FundPrize, ...]

    @property
    def prize_ids(self) -> tuple[str, ...]:
        return tuple(prize.prize for prize in self.prizes)


class StageClosed(_Owes, frozen=True, kw_only=True):
    """The stage's fund is from now on the champion's. Where the year pays the stages, the prize is nothing yet."""

    about = ("stage", "prize_ids")
    schema = 2
    stage: str
    at: Instant
    held: bool = True
    """Nothing of it was played: announced only, or cancelled."""


class HotelCharged(Event, frozen=True, kw_only=True):
    about = ("stage",)
    stage: str
    annual_centavos: int
    stage_centavos: int
    reason: str


class SeasonClosed(_Owes, frozen=True, kw_only=True):
    """The ranking is final. What the fund lacks for the prizes the organiser covers."""

    about = ("season", "prize_ids")
    season: str
    fund_centavos: int
    """What the prizes take out of the annual fund."""
    cover_centavos: int
    stage_funds_centavos: dict[str, int]
    """What they take out of the funds of stages, where the year is shared equally among the stages."""
    at: Instant


class SurplusShared(_Owes, frozen=True, kw_only=True):
    about = ("season", "prize_ids")
    season: str


class RankingPrizeApproved(Event, frozen=True, kw_only=True):
    own = ("prize",)
    about = ("prize",)
    prize: str
    amount_centavos: int
    by: str


class RankingPrizeTakenBack(Event, frozen=True, kw_only=True):
    about = ("prize",)
    schema = 2
    final = True
    answered_by = "PayRankingPrize"
    prize: str
    person: str
    method: str
    cashier: str
    amount_centavos: int
    reason: str
    at: Instant
    tax_centavos: int = 0
    """What had been withheld of it."""


class RankingPrizePaid(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("prize",)
    schema = 3
    final = True
    answered_by = "TakeBackRankingPrize"
    prize: str
    person: str
    method: str
    cashier: str
    amount_centavos: int
    at: Instant
    reason: str = ""
    tax_centavos: int = 0
    """Withheld; the player got the amount less this."""
