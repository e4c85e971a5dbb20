"""Who asked for an entry from a phone. Only `evolve.py` changes it."""

import msgspec

from feltro.kernel.instants import Instant


class PhoneAsk(msgspec.Struct, kw_only=True):
    interest: bool
    at: Instant
    withdrawn: bool = False
    person: str = ""
    """Who it turned out to be, once they paid or stood at the desk."""
    voucher: str = ""
    """Paid for from the phone, or being paid."""
    lapsed_at: Instant | None = None
    """The last PIX was not paid in time; nothing once another is on its way."""

    @property
    def is_open(self) -> bool:
        return not self.withdrawn and not self.person


class EntryVoucher(msgspec.Struct, kw_only=True):
    """An entry sold to a phone that nobody has come for yet. Its money is the sale of the same id."""

    ask: str
    day: str
    newcomer: bool


class PhoneAsks(msgspec.Struct, kw_only=True):
    asks: dict[str, PhoneAsk] = {}
    vouchers: dict[str, EntryVoucher] = {}
    """Those that are neither redeemed, nor given up, nor kept by the house."""

    def line(self, *, interest: bool) -> list[str]:
        """Those who wait, the first one first."""
        return [name for name, one in self.asks.items() if one.is_open and one.interest is interest]

    def rename(self, gone: str, into: str) -> None:
        for one in self.asks.values():
            one.person = into if one.person == gone else one.person
