"""What the API answers about prizes, rankings and reports, in types."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from feltro.kernel.roles import MONEY, STAFF
from feltro.kernel.sight import seen_by
from feltro.web.api.shapes import ApiShape


class PoolPart(ApiShape, frozen=True, kw_only=True):
    what: str
    amount_centavos: int
    cites: tuple[str, ...]


class PaidPlaces(ApiShape, frozen=True, kw_only=True):
    """Places that get the same, and who stands there already."""

    first: int
    last: int
    each_centavos: int
    people: Annotated[tuple[str, ...], seen_by(MONEY)]


class PayoutsAnswer(ApiShape, frozen=True, kw_only=True):
    entries: int
    announced: bool
    source: str
    pool: tuple[PoolPart, ...]
    net_centavos: int
    places: tuple[PaidPlaces, ...]
    cites: tuple[str, ...]


class StandingLine(ApiShape, frozen=True, kw_only=True):
    rank: int
    person: Annotated[str, seen_by(STAFF)]
    player: str
    """As the ranking's own page calls them outside: `/ranking/<season>/jogador/<player>`."""
    points: float
    tied: bool
    ahead_because: str
    ahead_cites: tuple[str, ...]


class StandingsAnswer(ApiShape, frozen=True, kw_only=True):
    people: int
    standings: tuple[StandingLine, ...]


class ReportAnswer(ApiShape, frozen=True, kw_only=True):
    """As `feltro report --json` writes it; people are ids."""

    report: str
    title: str
    about: dict[str, Any]
    sections: tuple[dict[str, Any], ...]
    seal: str | None = None
    """Where the log stood, to be compared with what is printed elsewhere."""


MONEY_ANSWERS: tuple[type[msgspec.Struct], ...] = (PayoutsAnswer, StandingsAnswer, ReportAnswer)
