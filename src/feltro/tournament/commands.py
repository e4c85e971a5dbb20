"""What people ask of a tournament. In JSON a command names itself: `{"type": "SellEntry", ...}`.

Ids are chosen by whoever asks, so that a command sent twice means the same thing. Free-text reasons
are kept in the registry; an event keeps only where to find them.
"""

from typing import Annotated, Any, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Centavos, Count, Id, Name, Text
from feltro.tournament.sheet import Moment, Sheet

Method = Literal["cash", "debit_card", "credit_card", "pix", "bank_transfer", "deposit", "ticket", "courtesy"]


class Payment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the price, or all of it. What a card costs on top is added by the desk."""

    method: Method
    amount_centavos: Centavos
    tendered_centavos: Centavos | None = None
    """Cash on the counter; the change is what is over."""
    surcharge_centavos: Centavos | None = None
    """From the desk's own table of card fees, where the book says that the table prevails."""
    txid: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,35}$")] = ""
    ticket: Id | Literal[""] = ""


# Opening and closing, in opening.py


class CreateTournament(TournamentCommand, frozen=True, kw_only=True):
    season: Id
    stage: Id | Literal[""] = ""
    sheet: Sheet
    answers: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the organiser settled where the book is silent; the rest is taken as proposed."""


class MoveStart(TournamentCommand, frozen=True, kw_only=True):
    """Another time for a day; the old one is kept."""

    day: Name
    starts_at: Moment
    reason: Text = ""


class ExtendRegistration(TournamentCommand, frozen=True, kw_only=True):
    until_level: Count
    reason: Text = ""


class CloseRegistration(TournamentCommand, frozen=True, kw_only=True):
    queue: tuple[Id, ...] = ()
    """People still in line when the time is up: each gets a token, in this order."""


class MarkLevel(TournamentCommand, frozen=True, kw_only=True):
    """The clock reached a level (0: not started), or the break after it."""

    day: Annotated[str, msgspec.Meta(max_length=200)] = ""
    level: Count
    in_break: bool = False


# Selling, in entries.py


class SellEntry(TournamentCommand, frozen=True, kw_only=True):
    entry: Id
    person: Id
    item: Name
    day: Name = ""
    """Which first day; may be left out when there is only one."""
    desk: Id
    payments: tuple[Payment, ...] = ()
    buyer: Id | Literal[""] = ""
    """Who stands at the desk, when that is not the player."""
    terms_accepted: bool = False
    hand_over_receipt: bool = True
    """Whether the receipt is handed over at once; otherwise `IssueReceipt` does it later."""
    surrendered_chips: Count | None = None
    """The player gives up the chips of a live entry to buy this one: so many."""
    token: Count = 0
    """The number that was handed out in the closing queue."""
    brand: Id | Literal[""] = ""
    """The company or brand that the player declares to represent."""


class IssueReceipt(TournamentCommand, frozen=True, kw_only=True):
    sale: Id


class SellExtra(TournamentCommand, frozen=True, kw_only=True):
    """A rebuy, an add-on, a time chip, a staff bonus, for an entry that plays."""

    sale: Id
    entry: Id
    item: Name
    desk: Id
    payments: tuple[Payment, ...] = ()
    stack: Count = 0
    """The chips that the player has left, where the item is sold only below a stack."""


class AnnounceRebuy(TournamentCommand, frozen=True, kw_only=True):
    """Said at the table before the next hand: the chips play now, and are owed."""

    sale: Id
    entry: Id
    item: Name
    stack: Count = 0
    before_next_hand: bool = True


class PayDebt(TournamentCommand, frozen=True, kw_only=True):
    sale: Id
    desk: Id
    payments: tuple[Payment, ...]


# Paying later and ahead, in paying.py and ahead.py


class MatchPix(TournamentCommand, frozen=True, kw_only=True):
    """The bank shows the PIX, in a file, or to a second person who looked."""

    sale: Id
    txid: Name
    amount_centavos: Centavos
    source: Literal["bank_file", "person"] = "person"
    as_seen: bool = False
    """Another amount than was asked for came, and is taken: the rest is paid at the desk, what is over goes back."""


class PayRest(TournamentCommand, frozen=True, kw_only=True):
    """What is missing of a sale whose PIX came short or did not come, paid across the counter."""

    sale: Id
    desk: Id
    payments: tuple[Payment, ...]


class ReturnExcess(TournamentCommand, frozen=True, kw_only=True):
    sale: Id
    desk: Id
    method: Literal["cash", "pix", "bank_transfer"] = "cash"


class ExpirePix(TournamentCommand, frozen=True, kw_only=True):
    """Nobody paid in time: the entry that the PIX was for goes, and its chair is free."""

    sale: Id


class SellAhead(TournamentCommand, frozen=True, kw_only=True):
    """An entry paid before the day of the event: a transfer to the bank, or cash to the organiser."""

    entry: Id
    person: Id
    item: Name
    day: Name = ""
    desk: Id
    method: Method
    credited_at: Moment
    received: tuple[Literal["payment_proof", "name", "cpf"], ...] = ()
    terms_accepted: bool = False


class CompleteAhead(TournamentCommand, frozen=True, kw_only=True):
    """What was missing of an advance entry has come in."""

    entry: Id
    received: tuple[Literal["payment_proof", "name", "cpf"], ...]


# Going back, in cancelling.py and stopping.py


class CancelEntry(TournamentCommand, frozen=True, kw_only=True):
    entry: Id
    desk: Id


class VoidSale(TournamentCommand, frozen=True, kw_only=True):
    """A cashier's slip, taken back with the director's approval before the seat is taken."""

    sale: Id
    desk: Id
    reason: Text


class VoidEntry(TournamentCommand, frozen=True, kw_only=True):
    """An entry that should never have been sold: a minor found later."""

    entry: Id
    ground: Literal["minor", "false_identity", "director"]
    reason: Text = ""


class PayRefund(TournamentCommand, frozen=True, kw_only=True):
    sale: Id
    desk: Id
    method: Method | Literal[""] = ""
    """Another way than the money came, for all of it."""


class TransferEntry(TournamentCommand, frozen=True, kw_only=True):
    entry: Id
    to: Id
    reason: Text = ""


class StopTournament(TournamentCommand, frozen=True, kw_only=True):
    action: Literal["cancel", "end", "suspend"]
    cause: Literal["technical_failure", "unauthorised_interference", "fraud", "outside_control"]
    reason: Text
    since: Moment | None = None
    """The day of the cancellation, when it is entered later."""


class ResumeTournament(TournamentCommand, frozen=True, kw_only=True):
    reason: Text = ""


class CallOff(TournamentCommand, frozen=True, kw_only=True):
    """Too few entries when a level ended."""

    level: Count


# At the tables, in playing.py: what the desk has to know until the director's half of the project


class Eliminate(TournamentCommand, frozen=True, kw_only=True):
    """One player is out. Several in the same hand are `BustHand`."""

    entry: Id
    table: Count = 0
    """Only where nobody keeps seats."""
    hand: Count = 0
    round: Count = 0
    """Of hand-for-hand play."""
    stack: Count = 0
    """Chips when the hand began."""
    by: tuple[Id, ...] = ()
    """Entries that won the chips."""
    ground: Literal["bust", "blinded_out"] = "bust"


class Bag(TournamentCommand, frozen=True, kw_only=True):
    entry: Id
    chips: Count


class SeatAlternate(TournamentCommand, frozen=True, kw_only=True):
    entry: Id


class CheckIdentity(TournamentCommand, frozen=True, kw_only=True):
    """Photo ID held in hand, for a day of the tournament or because staff asked."""

    entry: Id
    day: Name
    on_request: bool = False


class CheckIn(TournamentCommand, frozen=True, kw_only=True):
    """The player takes the seat on a day."""

    entry: Id
    day: Name


class EndSatellite(TournamentCommand, frozen=True, kw_only=True):
    """As many are left as there are seats: all of them win, tied, without a champion."""

    winners: tuple[Id, ...]


class AmendRule(TournamentCommand, frozen=True, kw_only=True):
    """A rule changes during the event, from a moment on, and players are told."""

    parameter: Name
    value: Any
    holds_from: Moment
    notice: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    """Shown to everybody, so that it is no place for anybody's data."""
