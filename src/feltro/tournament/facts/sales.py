"""What happened at the counter: sold, paid, refunded, passed on; alternates and check-in."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.sheet import PriceAccount

# Selling


class EntrySold(Event, frozen=True, kw_only=True):
    """Someone is to play. Not a money fact yet: `PaymentTaken` and `SalePaid` are."""

    about = ("entry", "previous")
    schema = 2
    entry: str
    person: str
    item: str
    kind: str
    day: str
    number: int
    """In order of sale; never given twice."""
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    chips: int
    previous: str
    """The entry that this one follows."""
    waits: bool
    """No seat is free: an alternate."""
    late: bool
    token: int
    terms: str
    """The rulebook accepted with the sale."""
    at: Instant
    by: str
    because: str = ""
    """What the counter has to tell the buyer with it."""
    cites: tuple[str, ...] = ()


class PaymentTaken(Event, frozen=True, kw_only=True):
    """Money came in for a sale. Until the sale is paid in full it is the player's."""

    about = ("sale",)
    schema = 4
    final = True
    answered_by = "VoidSale"
    sale: str
    person: str
    cashier: str
    method: str
    amount_centavos: int
    surcharge_centavos: int
    tendered_centavos: int
    change_centavos: int
    txid: str
    ticket: str
    source: str = ""
    """How money that was awaited was seen: `bank_file`, `bank`, `statement`, `terminal`."""
    nsu: str = ""
    payer: str = ""
    """`own`: the player's account, as far as the name tells; `other`: somebody else's."""
    credited_at: Instant | None = None
    file: str = ""
    """The digest of the bank's file that showed it."""
    bank_id: str = ""
    """The bank's own number of the payment (`endToEndId`), where the bank was asked or its file was read."""


class PaymentAwaited(Event, frozen=True, kw_only=True):
    """A PIX, or a transfer, was asked for and has not been seen yet."""

    about = ("sale",)
    schema = 2
    sale: str
    txid: str
    amount_centavos: int
    cashier: str
    method: str = "pix"
    receiver: str = ""
    """Whose code was shown: the same is shown again, whoever receives by then."""


class ExcessTaken(Event, frozen=True, kw_only=True):
    """More came by PIX than the sale costs: it is the player's, and is given back."""

    about = ("sale",)
    final = True
    answered_by = "ReturnExcess"
    sale: str
    person: str
    cashier: str
    txid: str
    amount_centavos: int


class ExcessReturned(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("sale",)
    final = True
    sale: str
    person: str
    cashier: str
    method: str
    amount_centavos: int

    @property
    def cash_out_centavos(self) -> int:
        return self.amount_centavos if self.method == "cash" else 0


class SalePaid(Event, frozen=True, kw_only=True):
    """All of the price is there: it goes where the sheet says."""

    about = ("sale",)
    sale: str
    person: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]


class ReceiptIssued(Event, frozen=True, kw_only=True):
    """The receipt was handed over, with the terms on it. Its number is never used again."""

    about = ("sale",)
    final = True
    answered_by = "VoidSale"
    sale: str
    number: int
    at: Instant


class EntryEffective(Event, frozen=True, kw_only=True):
    """From here on the entry counts: it is paid and, where the book asks for it, receipted."""

    about = ("entry",)
    entry: str
    at: Instant


class ExtraSold(Event, frozen=True, kw_only=True):
    """A rebuy, an add-on or the like; `announced` at the table before it was paid."""

    about = ("sale", "entry")
    sale: str
    entry: str
    person: str
    item: str
    kind: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    chips: int
    announced: bool
    at: Instant
    by: str


class SaleOwed(Event, frozen=True, kw_only=True):
    """Chips play that are not paid yet: the price goes where the sheet says, and the player owes it."""

    about = ("sale",)
    sale: str
    person: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]


class DebtPaid(Event, frozen=True, kw_only=True):
    about = ("sale",)
    sale: str
    person: str
    price_centavos: int


class AheadReceived(Event, frozen=True, kw_only=True):
    """What has come in of an advance entry's papers, and what is missing."""

    about = ("entry",)
    entry: str
    credited_at: Instant
    received: tuple[str, ...]
    missing: tuple[str, ...]


# Going back


class EntryLeft(Event, frozen=True, kw_only=True):
    """An entry is no longer in the event: cancelled, voided, or the event was called off."""

    about = ("entry",)
    entry: str
    status: str
    ground: str
    reason: str
    refunds_surcharge: bool
    at: Instant


class SaleReversed(Event, frozen=True, kw_only=True):
    """The price comes back from where it went, and is the player's again until it is paid out."""

    about = ("sale",)
    sale: str
    person: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]


class RefundPaid(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("sale",)
    schema = 2
    final = True
    sale: str
    person: str
    cashier: str
    method: str
    amount_centavos: int
    surcharge_centavos: int
    fee_method: str
    """The card whose fee comes back with it."""
    ticket: str
    nsu: str = ""
    """By which a card's terminal knows the reversal."""
    reason: str = ""
    """Where to find why it went back another way than it came."""


class ExtraVoided(Event, frozen=True, kw_only=True):
    """A rebuy or the like that was sold by a slip: its chips are in the tray again, as if they had never left it."""

    about = ("sale", "entry")
    sale: str
    entry: str
    chips: int
    reason: str
    at: Instant


class EntryTransferred(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("entry",)
    entry: str
    was: str
    person: str
    reason: str
    at: Instant


class ExtraOrdered(Event, frozen=True, kw_only=True):
    """A rebuy, an add-on or the like whose PIX is awaited: its chips leave the tray with `ExtraSold`, once it came."""

    about = ("sale", "entry")
    sale: str
    entry: str
    person: str
    item: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    at: Instant
    by: str


PIX_EXPIRED = "pix_expired"
"""The ground of what was dropped because no PIX came in time."""


class OrderDropped(Event, frozen=True, kw_only=True):
    """Nobody paid for it, or whom it was for no longer plays: no chips go out, and what came in is owed back."""

    about = ("sale",)
    sale: str
    ground: str
    at: Instant
