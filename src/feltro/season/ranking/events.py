"""What happened to a season's ranking and to its funds."""

from datetime import date
from typing import Any

import msgspec

from feltro.kernel.instants import Instant
from feltro.season.events import Event
from feltro.season.points.table import PointsRow
from feltro.season.results import EventResult


class FundPrize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a fund owes somebody."""

    prize: str
    person: str
    place: int
    amount_centavos: int
    due: date


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


class RankingPrizePaid(Event, frozen=True, kw_only=True):
    about = ("prize",)
    schema = 2
    prize: str
    person: str
    method: str
    cashier: str
    amount_centavos: int
    at: Instant
    reason: str = ""
