"""What the API answers, in types: the OpenAPI is made from these, and every answer is one of them."""

from typing import Any

import msgspec

from feltro.app.desk.counter import Price, Refunds
from feltro.tournament.state import Paid, TournamentState


class ApiShape(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all answers."""


class Cited(ApiShape, frozen=True, kw_only=True):
    book: str
    clause: str
    fallback: bool
    """The tournament's own book is silent, and this clause speaks for it."""


class Reason(ApiShape, frozen=True, kw_only=True):
    because: str
    """A key that never changes with the language."""
    text: str
    cites: tuple[Cited, ...]


class Reasons(Reason, frozen=True, kw_only=True):
    also: tuple[Reason, ...] = ()
    """What stands in the way besides: all of it, so that it can be asked for together."""


class RefusedAnswer(ApiShape, frozen=True, kw_only=True):
    """Not done, and nothing changed: why, in the language asked for, and by which clause."""

    refused: Reasons


class EventTold(ApiShape, frozen=True, kw_only=True):
    stream: str
    version: int
    name: str
    event: dict[str, Any]


class DoneTold(ApiShape, frozen=True, kw_only=True):
    key: str
    """Names the command ever after: `Undo` and `Correct` ask for it."""
    command: str
    events: tuple[EventTold, ...]


class DoneAnswer(ApiShape, frozen=True, kw_only=True):
    """Done, and on the disk."""

    done: DoneTold


class ChangeTold(ApiShape, frozen=True, kw_only=True):
    where: str
    before: Any
    after: Any


class Changes(ApiShape, frozen=True, kw_only=True):
    changes: tuple[ChangeTold, ...]


class PreviewAnswer(ApiShape, frozen=True, kw_only=True):
    preview: Changes


class TournamentAnswer(TournamentState, kw_only=True):
    """The state at one version, ids, amounts and statuses: what the token's role sees of it. The rest is left out."""

    version: int


class StageLine(ApiShape, frozen=True, kw_only=True):
    """A stage as last announced."""

    stage: str
    name: str
    venue: str
    address: str
    first_day: str
    last_day: str
    announced_at: str
    announcements: int


class SeasonLine(ApiShape, frozen=True, kw_only=True):
    season: str
    name: str
    year: int
    stages: tuple[StageLine, ...]
    tournaments: tuple[str, ...]


class SeasonsAnswer(ApiShape, frozen=True, kw_only=True):
    seasons: tuple[SeasonLine, ...]


class TournamentLine(ApiShape, frozen=True, kw_only=True):
    tournament: str
    season: str
    stage: str
    name: str
    kind: str
    book: str
    starts: dict[str, str]
    """When each day starts, as last announced."""
    level: int
    status: str
    """`open`, `closed` (no entries any more), `suspended`, `cancelled` or `ended`."""
    entries: int
    version: int


class TournamentsAnswer(ApiShape, frozen=True, kw_only=True):
    tournaments: tuple[TournamentLine, ...]


class TicketLine(ApiShape, frozen=True, kw_only=True):
    ticket: str
    owner: str
    owners: tuple[str, ...]
    value_centavos: int
    target: str
    online: bool
    status: str


class TicketsAnswer(ApiShape, frozen=True, kw_only=True):
    tickets: tuple[TicketLine, ...]


class PersonLine(ApiShape, frozen=True, kw_only=True):
    """What the desk needs to tell two people apart, and no more: of a document, its end."""

    person: str
    name: str
    known_as: str
    born_on: str | None
    document: str
    photo_id_seen: bool


class PersonsAnswer(ApiShape, frozen=True, kw_only=True):
    persons: tuple[PersonLine, ...]


class PricesAnswer(ApiShape, frozen=True, kw_only=True):
    currency: str
    at_desk: bool
    approximate: bool
    prices: tuple[Price, ...]
    cites: tuple[Cited, ...]


class TermTold(ApiShape, frozen=True, kw_only=True):
    key: str
    text: str
    cites: tuple[Cited, ...]


class ReceiptAnswer(ApiShape, frozen=True, kw_only=True):
    """What the paper says; its number was given once, when it was handed over."""

    number: int
    at: int
    tournament: str
    title: str
    sale: str
    person: str
    item: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[str, int]
    payments: tuple[Paid, ...]
    surcharge_centavos: int
    paid_centavos: int
    refunded_centavos: int
    terms: tuple[TermTold, ...]
    brands: tuple[str, ...]
    to_sign: bool
    signed_at: int | None
    void: bool


class RefundsAnswer(ApiShape, frozen=True, kw_only=True):
    refunds: Refunds


class NoticeTold(ApiShape, frozen=True, kw_only=True):
    because: str
    text: str
    about: tuple[str, ...]
    to: str
    cites: tuple[Cited, ...]


class NoticesAnswer(ApiShape, frozen=True, kw_only=True):
    notices: tuple[NoticeTold, ...]


class RuleTold(ApiShape, frozen=True, kw_only=True):
    parameter: str
    title: str
    text: str
    cites: tuple[Cited, ...]


class RulesAnswer(ApiShape, frozen=True, kw_only=True):
    rules: tuple[RuleTold, ...]


class PixAnswer(ApiShape, frozen=True, kw_only=True):
    code: str
    """What people paste into their bank's app."""
    svg: str
    """The same as a picture to scan."""
    txid: str
    amount_centavos: int


ANSWERS: tuple[type[msgspec.Struct], ...] = (
    RefusedAnswer,
    DoneAnswer,
    PreviewAnswer,
    TournamentAnswer,
    SeasonsAnswer,
    TournamentsAnswer,
    TicketsAnswer,
    PersonsAnswer,
    PricesAnswer,
    ReceiptAnswer,
    RefundsAnswer,
    NoticesAnswer,
    RulesAnswer,
    PixAnswer,
)
