"""Somebody asked for an entry from a phone. Ids only."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.sheet import PriceAccount


class EntryAsked(Event, frozen=True, kw_only=True):
    about = ("ask",)
    final = True
    ask: str
    interest: bool
    at: Instant


class AskWithdrawn(Event, frozen=True, kw_only=True):
    about = ("ask",)
    final = True
    ask: str


class AskTaken(Event, frozen=True, kw_only=True):
    about = ("ask", "person")
    final = True
    ask: str
    person: str


class VoucherSold(Event, frozen=True, kw_only=True):
    """An entry is paid for from a phone. It holds no chair and is in no count: it becomes an entry at check-in."""

    about = ("ask", "voucher")
    final = True
    answered_by = "GiveUpVoucher"
    voucher: str
    """The sale's id, and the entry's once there is one."""
    ask: str
    person: str
    newcomer: bool
    """Whom the house did not know: forgotten again if nothing comes of it."""
    item: str
    day: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    at: Instant


class PhoneBuyerKnown(Event, frozen=True, kw_only=True):
    """The document was in hand: whoever bought from a phone is somebody whom the house knew, and what was paid is theirs."""

    about = ("sale",)
    final = True
    sale: str
    was: str
    person: str


class VoucherKept(Event, frozen=True, kw_only=True):
    """Whoever paid did not come: the price stays where the sheet says, and nobody plays for it."""

    about = ("voucher",)
    voucher: str
    at: Instant
