"""What a tournament remembers about its prizes. Only `evolve.py` changes it."""

from datetime import date
from typing import Annotated

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.roles import MONEY
from feltro.kernel.sight import seen_by
from feltro.tournament.facts.prizes import Calendar, WrittenColumn
from feltro.tournament.sheet import PriceAccount


class Announced(msgspec.Struct, kw_only=True):
    source: str
    entries: int
    collected_centavos: int
    cover_centavos: int
    withheld_centavos: dict[PriceAccount, int]
    pool_centavos: int
    """What the players get."""
    prizes_centavos: tuple[int, ...]
    """In money, from first place on; a satellite's seats are tickets and not here."""
    seats: int
    out: int
    """How many were out already."""
    at: Instant


class PrizePayment(msgspec.Struct, kw_only=True):
    """A part of a prize, or all of it, as it left the house."""

    id: str
    entry: str
    person: str
    method: str
    amount_centavos: int
    """Off the prize; the player got this less the tax."""
    tax_centavos: int
    reference: str
    cashier: str
    receipt: int
    at: Instant
    of: str = "prize"
    """`prize`, or what is won apart from it: `seat` (of a satellite, in money), `knockouts`, `survivor`."""


class Approval(msgspec.Struct, kw_only=True):
    by: str
    amount_centavos: int


class Forfeit(msgspec.Struct, kw_only=True):
    entry: str
    place: int
    freed: str
    """What happens to the prize of the place, as the book said then."""
    after_deal: bool = False
    """A deal was closed before: the places behind it lost this to those of the deal."""


class StaffShare(msgspec.Struct, kw_only=True):
    amount_centavos: int
    receipt: int = 0
    """Of the paper that was signed; none yet is zero."""
    at: Instant | None = None
    method: str = "cash"


class Prizes(msgspec.Struct, kw_only=True):
    loaded: tuple[WrittenColumn, ...] = ()
    """The organiser's own table for this event."""
    guarantee_void: str = ""
    """Why the guarantee does not hold."""
    announced: Announced | None = None
    early: Annotated[dict[str, int], seen_by(MONEY)] = {}
    """Cashes of a flight before the pool was known, by entry."""
    covered_centavos: Annotated[int, seen_by(MONEY)] = 0
    """Added to the pool by the organiser besides the guarantee, because more was won than was there."""
    bubble_centavos: int = 0
    """For the first place out of the money, agreed by everybody left."""
    forfeits: Annotated[list[Forfeit], seen_by(MONEY)] = []
    seats_in_money: Annotated[dict[str, int], seen_by(MONEY)] = {}
    """Satellite seats that are paid in money, by entry."""
    held: Annotated[set[str], seen_by(MONEY)] = set()
    approved: Annotated[dict[str, list[Approval]], seen_by(MONEY)] = {}
    scheduled: Annotated[dict[str, date], seen_by(MONEY)] = {}
    """The last day on which a prize is paid, by entry."""
    calendars: Annotated[dict[str, Calendar], seen_by(MONEY)] = {}
    """By which calendar that day was counted."""
    payments: Annotated[dict[str, PrizePayment], seen_by(MONEY)] = {}
    taken_back: Annotated[dict[str, PrizePayment], seen_by(MONEY)] = {}
    """Payments that were taken back, with the receipts that are void since."""
    overpaid: Annotated[dict[str, int], seen_by(MONEY)] = {}
    """What an entry's player was given too much and has not brought back."""
    booked: Annotated[dict[str, int], seen_by(MONEY)] = {}
    """What was paid beyond the prize and booked as a debt, so that it no longer counts as paid prize."""
    staff_by: Annotated[str, seen_by(MONEY)] = ""
    staff: Annotated[dict[str, StaffShare], seen_by(MONEY)] = {}
    last_receipt: Annotated[int, seen_by(MONEY)] = 0
    references: Annotated[set[str], seen_by(MONEY)] = set()
    """Every PIX, transfer and cheque that paid something here; none pays twice."""
    used_ids: Annotated[set[str], seen_by(MONEY)] = set()

    def paid(self, entry: str, of: str = "prize") -> int:
        """Of an entry's prize, or of what else it won, what has been paid."""
        total = sum(one.amount_centavos for one in self.payments.values() if one.entry == entry and one.of == of)
        return total - (self.booked.get(entry, 0) if of == "prize" else 0)

    def taxed(self, entry: str, of: str) -> int:
        return sum(one.tax_centavos for one in self.payments.values() if one.entry == entry and one.of == of)

    def rename(self, gone: str, into: str) -> None:
        """Two people turned out to be one."""
        for payment in self.payments.values():
            if payment.person == gone:
                payment.person = into
        if gone in self.staff:
            share = self.staff.pop(gone)
            kept = self.staff.setdefault(into, StaffShare(amount_centavos=0))
            kept.amount_centavos += share.amount_centavos
            kept.receipt, kept.at = kept.receipt or share.receipt, kept.at or share.at
