"""What people ask about prizes. Amounts are in centavos; a payment's id is chosen by whoever pays."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import (
    EVERYBODY,
    Centavos,
    Count,
    DeskId,
    EntryId,
    GivenReason,
    Id,
    NewId,
    NoDeskOrId,
    PersonId,
    Reason,
    SomeCentavos,
    names,
    which,
)
from feltro.kernel.roles import BOOKS, FLOOR, MONEY, OFFICE

Entries = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
StackThere = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Share = Annotated[str, msgspec.Meta(pattern=r"^(0(\.[0-9]{1,9})?|1(\.0{1,9})?)$")]
Reference = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9./-]{0,60}$")]
Won = Literal["prize", "knockouts", "seat", "survivor"]
"""The place's prize, bounties, or a satellite seat that is paid in money."""
PrizeMethod = Literal["cash", "pix", "bank_transfer", "cheque", "balance"]
"""The last one stays with the house, for next time."""


class TableColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The prizes for a number of entries: the share of each place from the first, written `0.1547`."""

    entries_from: Entries
    entries_to: Entries | None = None
    shares: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=5000)]


# The pool and the table, in announcement.py


class ReplacePayoutTable(TournamentCommand, frozen=True, kw_only=True):
    """The organiser's own table for this event, before the prizes are announced."""

    may = OFFICE
    subject = "payouts"
    rests_on = ("prizes.sheet_may_change",)
    columns: Annotated[tuple[TableColumn, ...], msgspec.Meta(min_length=1, max_length=200)]


class VoidGuarantee(TournamentCommand, frozen=True, kw_only=True):
    """The tournament could not be held as announced, and the guarantee falls."""

    may = OFFICE
    subject = "taken"
    grave = True
    rests_on = ("guarantee.void_on",)
    ground: Literal["fortuitous_event", "force_majeure", "public_authority"]
    reason: Reason


class AnnouncePrizes(TournamentCommand, frozen=True, kw_only=True):
    """Registration is over: the pool and the prize of each place are fixed, and hang on the wall."""

    may = OFFICE
    table: Literal["", "book", "sheet", "loaded", "proposed", "winner_takes_all"] = ""
    """Another table than the one the sheet and the book lead to."""


class NoteEarlyCash(TournamentCommand, frozen=True, kw_only=True):
    """A flight reached its paid places before the pool is known: this much is promised so far."""

    may = OFFICE
    subject = "bubble"
    entry: Annotated[EntryId, which("placed")]
    amount_centavos: SomeCentavos


class SaveBubble(TournamentCommand, frozen=True, kw_only=True):
    """Everybody left agrees to pay the next player out, from first prize."""

    may = OFFICE
    subject = "bubble"
    rests_on = ("deal.bubble_place",)
    amount_centavos: SomeCentavos
    agreed: tuple[Annotated[EntryId, which("left")], ...]


class ForfeitPrize(TournamentCommand, frozen=True, kw_only=True):
    """A disqualified player gets nothing."""

    may = OFFICE
    subject = "taken"
    grave = True
    rests_on = ("penalty.disqualification.prize", "penalty.disqualification.freed_prize")
    entry: Annotated[EntryId, which("winning")]
    reason: Reason


# Paying, in payment.py


class HoldPrize(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    entry: EntryId
    reason: Reason


class ReleasePrize(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    entry: EntryId
    reason: Reason = ""


class ApprovePrize(TournamentCommand, frozen=True, kw_only=True):
    """A second person has looked at the place, the amount and the payee."""

    may = BOOKS
    second_person = True
    entry: EntryId
    of: Won = "prize"


class SchedulePrize(TournamentCommand, frozen=True, kw_only=True):
    """A large prize is left for one of the next business days."""

    may = MONEY
    entry: EntryId


class PayPrize(TournamentCommand, frozen=True, kw_only=True):
    """A prize, or a part of it. What is paid and what remains are always both known."""

    may = MONEY
    taken_back = "TakeBackPrize"
    money_out = True
    personal = ("document", "bank_name", "bank_document")
    payment: NewId
    entry: EntryId
    of: Won = "prize"
    method: PrizeMethod
    amount_centavos: SomeCentavos
    """Off the prize, before tax."""
    document: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """Of the payee, as read off the paper."""
    desk: NoDeskOrId = ""
    """Whose drawer cash comes from."""
    reference: Reference = ""
    """The PIX's end-to-end id, the transfer's number, the cheque's number."""
    bank_name: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """Whose account it is, as the bank shows it before the money leaves. Compared, and kept nowhere."""
    bank_document: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The CPF of that account, with the stars that the bank puts over some of it."""


class TakeBackPrize(TournamentCommand, frozen=True, kw_only=True):
    """Paid to the wrong person, or not handed over after all: the money is back, and the receipt is void."""

    may = BOOKS
    subject = "overpaid"
    grave = True
    taken_back = "PayPrize"
    payment: Annotated[Id, names("prize_payment")]
    desk: NoDeskOrId = ""
    """Whose drawer the notes come back into."""
    reason: GivenReason


class ReportOverpayment(TournamentCommand, frozen=True, kw_only=True):
    """Too much was given, by a slip at the counter or because a place was corrected: it is owed back."""

    may = MONEY
    money_out = True
    subject = "overpaid"
    overpayment: NewId
    entry: Annotated[EntryId, which("paid")]
    cause: Literal["handed_over", "place_corrected"]
    amount_centavos: Centavos = 0
    """Of a slip; what a correction makes too much is known."""
    desk: NoDeskOrId = ""
    reason: Reason = ""


class RepayOverpayment(TournamentCommand, frozen=True, kw_only=True):
    """The player brings it back."""

    may = MONEY
    subject = "overpaid"
    repayment: NewId
    entry: Annotated[EntryId, which("owing")]
    amount_centavos: SomeCentavos
    method: Literal["cash", "pix", "bank_transfer"] = "cash"
    desk: DeskId


# The staff, in staff.py


class DivideStaff(TournamentCommand, frozen=True, kw_only=True):
    """The staff's part, by downs dealt or by a list of amounts; with neither, by the downs that the room logged."""

    may = BOOKS
    downs: dict[Id, Count] = msgspec.field(default_factory=dict)
    amounts_centavos: dict[Id, Centavos] = msgspec.field(default_factory=dict)


class SignStaffShare(TournamentCommand, frozen=True, kw_only=True):
    """One of the staff got the share, and signed for it."""

    may = MONEY
    taken_back = "TakeBackShare"
    person: Annotated[PersonId, names("share")]
    method: Literal["cash", "pix", "bank_transfer"] = "cash"
    desk: NoDeskOrId = ""
    reference: Reference = ""


class TakeBackShare(TournamentCommand, frozen=True, kw_only=True):
    """One of the staff was paid by mistake, and gave it back."""

    may = BOOKS
    subject = "overpaid"
    grave = True
    taken_back = "SignStaffShare"
    person: Annotated[PersonId, names("share")]
    desk: NoDeskOrId = ""
    reason: GivenReason


class WinSeat(TournamentCommand, frozen=True, kw_only=True):
    """Somebody has the chips that win a seat of the satellite: they leave play with them, and the seat is theirs."""

    may = FLOOR
    entry: EntryId
    stack: StackThere
    """All the chips that they take out of play."""


class EndSatellite(TournamentCommand, frozen=True, kw_only=True):
    """As many are left as there are seats, or every seat is won: whoever has one wins, tied, without a champion."""

    may = OFFICE
    subject = "bounties"
    grave = True
    winners: Annotated[tuple[Annotated[EntryId, which("left")], ...], EVERYBODY] = ()
    """Nobody named: everybody who is entitled."""
