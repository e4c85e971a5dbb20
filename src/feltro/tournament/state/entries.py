"""Entries and what was sold: the playing side and the money side."""

from typing import Annotated

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.roles import STAFF
from feltro.kernel.sight import seen_by
from feltro.tournament.sheet import PriceAccount

PENDING = "pending"
"""Not paid in full, or no receipt yet where the book asks for one."""
LIVE = "live"
WAITING = "waiting"
"""An alternate: paid, without a seat."""
BAGGED = "bagged"
"""Chips in a bag until the next day: dormant."""
OUT = "out"
CANCELLED = "cancelled"
VOID = "void"
"""As if it had never been sold: a cashier's slip, a minor found later."""
IN_THE_EVENT = (PENDING, LIVE, WAITING)
GONE = (CANCELLED, VOID)


class Paid(msgspec.Struct, kw_only=True):
    """One payment as the desk took it."""

    method: str
    amount_centavos: int
    surcharge_centavos: int
    cashier: str
    txid: str = ""
    ticket: str = ""
    back: bool = False
    """Given back since."""
    receiver: str = ""
    """Of a PIX that is awaited: who was to receive it when its code was first shown."""
    bank_id: str = ""
    """The bank's own number of it, by which the bank gives it back."""


class Sale(msgspec.Struct, kw_only=True):
    """The money side of anything sold: an entry, a rebuy, an add-on."""

    id: str
    person: str
    item: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    sold_at: Instant
    sold_by: str
    payments: list[Paid] = []
    awaited: dict[str, Paid] = {}
    """PIX asked for and not seen yet, by txid."""
    excess: dict[str, int] = {}
    """Centavos that came by PIX beyond the price and were not given back, by whose they are."""
    entry: str = ""
    """The entry that an extra is for."""
    paid: bool = False
    owed: bool = False
    """Announced at the table: the chips play, and the price is a debt."""
    ordered: bool = False
    """An extra whose chips are still in the tray: its PIX is awaited, or never came."""
    voucher: bool = False
    """Sold to a phone: no entry is of it until somebody comes with the document."""
    reversed: bool = False
    gone: bool = False
    """Cancelled or voided: what was received is to be given back."""
    refunds_surcharge: bool = False
    given_back_centavos: int = 0
    refunded: bool = False
    receipt: int = 0
    receipt_at: Instant | None = None

    @property
    def to_give_back_centavos(self) -> int:
        """What is still to be given back of a sale that is gone, with the card's surcharge where that goes back too."""
        fee = self.refunds_surcharge
        return sum(one.amount_centavos + (one.surcharge_centavos if fee else 0) for one in self.outstanding)

    @property
    def outstanding(self) -> list[Paid]:
        """Payments that were not given back. Each goes back whole."""
        return [paid for paid in self.payments if not paid.back]

    @property
    def is_covered(self) -> bool:
        """All of the price is there, wherever it goes in the end."""
        return self.received_centavos >= self.price_centavos

    @property
    def received_centavos(self) -> int:
        return sum(paid.amount_centavos for paid in self.payments)


class Entry(msgspec.Struct, kw_only=True):
    """The playing side of an entry. Its money is the sale of the same id."""

    id: str
    person: Annotated[str, seen_by(STAFF)]
    kind: str
    day: str
    number: int
    status: str
    chips: int
    previous: str = ""
    waits: bool = False
    late: bool = False
    token: int = 0
    """The number that was handed out in the closing queue."""
    effective_at: Instant | None = None
    missing: Annotated[tuple[str, ...], seen_by(STAFF)] = ()
    """Papers of an advance entry that have not come in."""
    identity: Annotated[set[str], seen_by(STAFF)] = set()
    """Days for which photo ID was seen."""
    checked_in: Annotated[set[str], seen_by(STAFF)] = set()
    bagged: bool = False
    """Chips were bagged at the end of a day, whatever became of them."""
    called_at: Instant | None = None
    """An alternate who was called to a chair, and has not come yet."""
    calls: int = 0
    """How often an alternate was called and did not come."""
    passed: bool = False
    """Somebody behind him may have the chair that is free now; the next one is his."""
    after: tuple[int, int] = (0, 0)
    """Sent to the end of the line: behind this number of sale, as the so many-th."""
    came_back: bool = False
    """Played a later day for which nobody was asked for papers again; where one is, the check-in tells."""

    @property
    def turn(self) -> tuple[int, int]:
        """Where the entry belongs in the line of those who wait."""
        return self.after if self.after[0] else (self.number, 0)
