"""What a decision knows besides its own stream: when it is, who asks, and what `app` looked up for it."""

from datetime import date
from typing import Any, Literal

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import SECOND, Instant
from feltro.kernel.outcome import Refused
from feltro.procedures.control import Seconds
from feltro.procedures.tax import Bracket, PaidBefore
from feltro.rulebook.book import Sourced
from feltro.tournament.chance import Chance
from feltro.tournament.facts.prizes import Calendar

Outcome = tuple[Event, ...] | Refused

Account = Literal["own", "not_shown", "document_differs", "name_differs"]


def cited(*values: Sourced) -> tuple[str, ...]:
    """The clauses behind what the book says, as an event keeps them."""
    return tuple(dict.fromkeys([str(cite) for value in values for cite in value.cites]))


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    """The director keeps someone out, from a moment on."""

    since: Instant
    ground: str
    until: Instant | None = None
    kind: str = ""
    """`ban` or `exclusion` where a penalty is the reason; otherwise the director refused the person."""


class MemberYear(msgspec.Struct, frozen=True, kw_only=True):
    """A year of membership that somebody paid for, as far as it holds."""

    since: date
    until: date
    desk: str = ""
    act: str = ""
    """By which the desk knows it."""
    fee_centavos: int = 0
    ended: bool = False
    """Before its time."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What the registry knows of a person, as far as a decision needs it. No name, no document."""

    person: str
    birth_date: date | None = None
    photo_id_seen: bool = False
    ban: Ban | None = None
    has_profile: bool = False
    """Has an account on the partner's site, for seats won online."""
    foreign: bool = False
    """Known by a foreign document: has no CPF to send."""
    disqualified_in: tuple[str, ...] = ()
    """Events of the same stage that sent the person away, where that holds for the whole stage."""
    member: tuple[MemberYear, ...] = ()
    """Looked up where the event sells something to members only."""
    self_excluded_until: Instant | None = None
    """Keeps themselves away until then."""
    registered: bool = True
    """Whether the registry was asked; otherwise only the season was."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket as the season knows it."""

    ticket: str
    owner: str
    value_centavos: int
    target: str
    online: bool
    status: str


class PhoneSale(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled for a sale to a phone before it is decided."""

    newcomer: bool = False
    """The house registers them with it."""
    txid: str = ""
    ticket: str = ""
    """Of theirs, that pays as far as it reaches; the rest is a PIX."""
    ticket_centavos: int = 0


class TaxFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What withholding knows from outside its tournament; asked only where the regime counts by the month."""

    brackets: tuple[Bracket, ...] = ()
    month: PaidBefore = PaidBefore()
    """To the same CPF, in this calendar month, by every event of the house."""


class PrizeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision about prizes knows from outside its tournament."""

    book_table: Any = None
    """The table that the book prints."""
    no_shows_centavos: int = 0
    """The prize part of seats that were won and never used."""
    won_at: Instant | None = None
    pay_by: date | None = None
    """The last business day that the book allows for paying a prize won then."""
    calendar: Calendar = Calendar()
    """By which it was counted."""
    account: Account = "not_shown"
    """Whether the account that the bank showed is the winner's own."""
    document_shown: bool = True
    """Whether anything was typed as the payee's document."""
    document_matches: bool | None = None
    """Whether the payee's document is the registered one; nothing: the registry has none."""
    tax: TaxFacts = TaxFacts()


class GivenTime(msgspec.Struct, frozen=True, kw_only=True):
    """The time for one decision as the book gives it, and what happens at its end."""

    silent: int
    seconds: int
    card: int = 0
    cards: int = 0
    zero: str
    because: str
    cites: tuple[str, ...] = ()
    zero_cites: tuple[str, ...] = ()


LATE = 10 * SECOND
"""A tap that took so long to arrive had waited at the table."""


class Crossed(msgspec.Struct, frozen=True, kw_only=True):
    """What was written down between a tap at a table and its arrival, as far as it is about the same people."""

    out: tuple[str, ...] = ()
    """Entries that went out meanwhile: who was first?"""
    changed: tuple[str, ...] = ()
    """Those whom the tap is about, who were moved or bought chips meanwhile."""


class DealMark(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever answers a deal is called in the log."""

    mark: str
    key_is_kept: bool
    """Whether it can be compared with the marks that stand there."""


class Now(msgspec.Struct, frozen=True, kw_only=True):
    at: Instant
    tapped_at: Instant | None = None
    """When it was tapped at a table; nothing where it was asked on the spot."""
    crossed: Crossed = Crossed()
    who: str = ""
    role: str = ""
    key: str = ""
    """The command's key; the place of its free-text reason in the registry."""
    known: Known | None = None
    """The person the command is about."""
    people: dict[str, Known] = {}
    """Those whom a command is about when they are several."""
    cashier: str = ""
    """Whose drawer the money goes into."""
    payer: str = ""
    """Whether the bank's statement names the player as whoever paid: `own` or `other`."""
    phone: PhoneSale = PhoneSale()
    tickets: dict[str, Seat] = {}
    terms: str = ""
    """The rulebook that a buyer accepts, as the receipt names it."""
    answers: dict[str, Any] = {}
    """What was settled for a tournament that is being created, with the digest of its book."""
    book_digest: str = ""
    prize: PrizeFacts = PrizeFacts()
    decision_time: GivenTime | None = None
    """For a decision that is put on the clock."""
    chance: Chance | None = None
    """Secrets committed to before, for a decision that draws."""
    deal_mark: DealMark | None = None
    seconds: Seconds = Seconds()
    bank_file: str = ""
    """The digest of the bank's file that was read, where its reader asks; nobody else can say so."""
    bank_id: str = ""
    """The bank's own number of a payment that it told of, where its reader asks; nobody else can say so."""
    receiver: str = ""
    """Who receives a PIX that is asked for now."""
    pool_centavos: int = 0
    """What the prize pool holds, for a command that shares it."""

    tabs: dict[str, int] = {}
    """By person, what is owed on the tab, for a payment that asks for it."""
    credits: dict[str, int] = {}
    """By person, what was left for next time."""

    @property
    def is_late(self) -> bool:
        return self.tapped_at is not None and self.at - self.tapped_at >= LATE

    @property
    def when(self) -> Instant:
        """When it happened at the table: a tap that waited is as old as it is."""
        return self.tapped_at if self.tapped_at is not None and self.is_late else self.at

    def noted(self, reason: str) -> str:
        """Where the words are kept that were typed; nowhere when none were."""
        return self.key if reason else ""

    def of(self, person: str) -> Known | None:
        """What was looked up about one person."""
        mine = self.known if self.known is not None and self.known.person == person else None
        return mine or self.people.get(person)

    def is_same_person(self, first: str) -> bool:
        """Whether whoever did something first is whoever asks now: the same account, or one in the same hand."""
        return self.seconds.is_same_person(first, self.who)

    @property
    def the_mark(self) -> DealMark:
        if self.deal_mark is None:
            raise LookupError("an answer to a deal was asked without its mark")
        return self.deal_mark

    @property
    def the_chance(self) -> Chance:
        if self.chance is None:
            raise LookupError("a decision that draws was asked without chance")
        return self.chance
