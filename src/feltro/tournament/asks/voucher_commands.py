"""An entry paid for from a phone: what is paid is a voucher, and whoever comes with the document gets the chair."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import DayId, Id, Name, NewId, SaleId
from feltro.kernel.roles import DESK, OFFICE, ROLES

Code = Annotated[str, msgspec.Meta(max_length=40)]


class BuyByPhone(TournamentCommand, frozen=True, kw_only=True):
    """Whoever asked for an entry pays it by PIX, or with a ticket of theirs. Everything that the desk would look at is
    looked at."""

    may = ROLES
    taken_back = "GiveUpVoucher"
    personal = ("code",)
    ask: Id
    code: Code
    """What the address on the phone says."""
    voucher: NewId
    item: Name
    day: DayId = ""
    with_ticket: bool = False
    """The one that the season says is theirs: nobody names it from a phone."""


class GiveUpVoucher(TournamentCommand, frozen=True, kw_only=True):
    """They do not come after all, while the book still lets them: what was paid is owed back."""

    may = ROLES
    taken_back = NEVER
    personal = ("code",)
    voucher: SaleId
    code: Code = ""
    """Of the request; the desk needs none."""


class CheckInVoucher(TournamentCommand, frozen=True, kw_only=True):
    """The player is here and the document was seen: the voucher is an entry, and the chair is drawn."""

    may = DESK
    taken_back = NEVER
    rests_on = ("entry.photo_id.checked_at", "seating.draw.method")
    voucher: SaleId


class SettleVouchers(TournamentCommand, frozen=True, kw_only=True):
    """Those who paid and did not come, once entries are over."""

    may = OFFICE
    rests_on = ("cancel.until_minutes_before",)
    how: Literal["keep", "refund"] = "keep"
    """The price stays in the event, as of any entry that is not cancelled in time, but of nobody who could not have been
    let in; or the direction gives all of it back."""
