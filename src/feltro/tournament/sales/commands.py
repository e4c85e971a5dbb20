"""What is asked at the counter: entries and extras sold, paid, cancelled, passed on; alternates; check-in."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import (
    NEW,
    BrandId,
    Centavos,
    Count,
    DayId,
    DeskId,
    EntryId,
    Name,
    Nsu,
    PersonId,
    Reason,
    SaleId,
    TicketId,
    which,
)
from feltro.kernel.roles import DESK, DESK_AND_FLOOR, DESK_AND_TABLES, MONEY, OFFICE
from feltro.tournament.sheet import Moment

Method = Literal[
    "cash", "debit_card", "credit_card", "pix", "bank_transfer", "deposit", "ticket", "courtesy", "tab", "balance"
]
"""The last two are between a player and the house: on the tab, and off what was left for next time."""


class Payment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the price, or all of it. What a card costs on top is added by the desk."""

    method: Method
    amount_centavos: Centavos
    tendered_centavos: Centavos | None = None
    """Cash on the counter; the change is what is over."""
    sure: bool = False
    """So much on the counter indeed: asked once more where it is many times the price."""
    surcharge_centavos: Centavos | None = None
    """From the desk's own table of card fees, where the book says that the table prevails."""
    txid: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,35}$")] = ""
    ticket: TicketId | Literal[""] = ""


class SellEntry(TournamentCommand, frozen=True, kw_only=True):
    may = DESK
    taken_back = "VoidSale"
    entry: Annotated[EntryId, NEW]
    person: PersonId
    item: Name
    day: DayId = ""
    """Which first day; may be left out when there is only one."""
    desk: DeskId
    payments: tuple[Payment, ...] = ()
    buyer: PersonId | Literal[""] = ""
    """Who stands at the desk, when that is not the player."""
    terms_accepted: bool = False
    hand_over_receipt: bool = True
    """Whether the receipt is handed over at once; otherwise `IssueReceipt` does it later."""
    surrendered_chips: Count | None = None
    """The player gives up the chips of a live entry to buy this one: so many."""
    token: Count = 0
    """The number that was handed out in the closing queue."""
    brand: BrandId | Literal[""] = ""
    """The company or brand that the player declares to represent."""


class IssueReceipt(TournamentCommand, frozen=True, kw_only=True):
    may = DESK
    taken_back = "VoidSale"
    sale: SaleId


class SellExtra(TournamentCommand, frozen=True, kw_only=True):
    """A rebuy, an add-on, a time chip, a staff bonus, for an entry that plays."""

    may = DESK
    taken_back = "VoidSale"
    sale: Annotated[SaleId, NEW]
    entry: EntryId
    item: Name
    desk: DeskId
    payments: tuple[Payment, ...] = ()
    stack: Count = 0
    """The chips that the player has left, where the item is sold only below a stack."""


class AnnounceRebuy(TournamentCommand, frozen=True, kw_only=True):
    """Said at the table before the next hand: the chips play now, and are owed."""

    may = DESK_AND_TABLES
    sale: Annotated[SaleId, NEW]
    entry: EntryId
    item: Name
    stack: Count = 0
    before_next_hand: bool = True


class PayDebt(TournamentCommand, frozen=True, kw_only=True):
    may = DESK
    taken_back = "VoidSale"
    sale: SaleId
    desk: DeskId
    payments: tuple[Payment, ...]


class MatchPix(TournamentCommand, frozen=True, kw_only=True):
    """The bank shows money that was awaited: in its file, on its statement, on the slip of the card terminal.

    A picture, or the player's own phone, confirms nothing: both are easily made, and a scheduled payment looks paid.
    """

    may = MONEY
    second_person = True
    taken_back = "VoidSale"
    personal = ("payer",)
    sale: SaleId
    txid: Name
    amount_centavos: Centavos
    source: Literal["bank_file", "bank", "statement", "terminal"] = "statement"
    """The bank's file, the bank itself when the house asked it, its statement that somebody looked at, or the terminal's
    slip with its number."""
    nsu: Nsu = ""
    payer: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """As the statement names whoever paid. Compared with the player, and kept nowhere."""
    credited_at: Moment | None = None
    """As the statement tells it."""
    as_seen: bool = False
    """Another amount than was asked for came, and is taken: the rest is paid at the desk, what is over goes back."""


class PayRest(TournamentCommand, frozen=True, kw_only=True):
    """What is missing of a sale whose PIX came short or did not come, paid across the counter."""

    may = DESK
    taken_back = "VoidSale"
    sale: SaleId
    desk: DeskId
    payments: tuple[Payment, ...]


class ReturnExcess(TournamentCommand, frozen=True, kw_only=True):
    may = MONEY
    money_out = True
    sale: SaleId
    desk: DeskId
    method: Literal["cash", "pix", "bank_transfer"] = "pix"
    """A PIX goes back to whoever paid it; another way is the organiser's word, with a reason."""
    reason: Reason = ""


class ExpirePix(TournamentCommand, frozen=True, kw_only=True):
    """Nobody paid in time: the entry that the PIX was for goes, and its chair is free."""

    may = MONEY
    sale: SaleId


class SellAhead(TournamentCommand, frozen=True, kw_only=True):
    """An entry paid before the day of the event: a transfer to the bank, or cash to the organiser."""

    may = MONEY
    taken_back = "VoidSale"
    entry: Annotated[EntryId, NEW]
    person: PersonId
    item: Name
    day: DayId = ""
    desk: DeskId
    method: Method
    credited_at: Moment
    reference: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9./-]{0,60}$")] = ""
    """The bank's number of the transfer. Until finance has seen it, or a bank file shows it, it is awaited."""
    received: tuple[Literal["payment_proof", "name", "cpf"], ...] = ()
    terms_accepted: bool = False


class CompleteAhead(TournamentCommand, frozen=True, kw_only=True):
    """What was missing of an advance entry has come in."""

    may = MONEY
    entry: EntryId
    received: tuple[Literal["payment_proof", "name", "cpf"], ...]


class CancelEntry(TournamentCommand, frozen=True, kw_only=True):
    may = DESK
    money_out = True
    entry: EntryId
    desk: DeskId
    nsu: Nsu = ""
    """Of the card's reversal, where one paid. Without it the money is owed until the terminal has it."""


class VoidSale(TournamentCommand, frozen=True, kw_only=True):
    """A slip at the counter, taken back before the seat is taken: a cashier's own last sale, or anybody's by the direction."""

    may = MONEY
    money_out = True
    taken_back = "SellEntry"
    sale: SaleId
    desk: DeskId
    reason: Reason
    receipt_returned: bool = False
    """The player's receipt is back, and will be filed with the closing."""
    chips_returned: bool = False
    """Of a rebuy or the like: its chips are in the tray again."""
    nsu: Nsu = ""


class VoidEntry(TournamentCommand, frozen=True, kw_only=True):
    """An entry that should never have been sold: a minor found later."""

    may = OFFICE
    money_out = True
    subject = "void"
    grave = True
    entry: Annotated[EntryId, which("played")]
    ground: Literal["minor", "false_identity", "director"]
    reason: Reason = ""


class PayRefund(TournamentCommand, frozen=True, kw_only=True):
    may = DESK
    money_out = True
    taken_back = NEVER
    sale: SaleId
    desk: DeskId
    method: Method | Literal[""] = ""
    """Another way than the money came, for all of it: the organiser's word, with a reason."""
    nsu: Nsu = ""
    """Of the card's reversal on the terminal."""
    reason: Reason = ""


class TransferEntry(TournamentCommand, frozen=True, kw_only=True):
    may = DESK
    entry: EntryId
    to: PersonId
    reason: Reason = ""


class SeatAlternate(TournamentCommand, frozen=True, kw_only=True):
    may = DESK_AND_FLOOR
    entry: EntryId


class CheckIdentity(TournamentCommand, frozen=True, kw_only=True):
    """Photo ID held in hand, for a day of the tournament or because staff asked."""

    may = DESK_AND_FLOOR
    entry: EntryId
    day: DayId
    on_request: bool = False


class CheckIn(TournamentCommand, frozen=True, kw_only=True):
    """The player takes the seat on a day."""

    may = DESK_AND_TABLES
    subject = "players"
    about = ("entry",)
    rests_on = ("entry.photo_id.checked_at", "entry.refusal.covers")
    entry: Annotated[EntryId, which("left")]
    day: DayId


class CallAlternate(TournamentCommand, frozen=True, kw_only=True):
    """A chair is free: the player is called, and the minutes count."""

    may = DESK_AND_FLOOR
    entry: EntryId


class SkipAlternate(TournamentCommand, frozen=True, kw_only=True):
    """Called and not there: the chair goes to the next one in line."""

    may = DESK_AND_FLOOR
    entry: EntryId


class SettleAlternates(TournamentCommand, frozen=True, kw_only=True):
    """Those for whom no chair fell free when entries were over."""

    may = OFFICE
    entry: EntryId | Literal[""] = ""
    """One of them only; otherwise everybody who is left in line."""
    how: Literal["", "refund", "next_flight"] = ""
    """Otherwise as the event settled it."""


class DropOrder(TournamentCommand, frozen=True, kw_only=True):
    """A rebuy or the like whose PIX did not come: the order goes, and what was paid of it goes back."""

    may = DESK
    sale: SaleId
    desk: DeskId
    nsu: Nsu = ""
