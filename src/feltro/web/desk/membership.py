"""At the counter: whether somebody is a member, and the button that makes or keeps them one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.decisions.members import members
from feltro.app.money.brcode import pix_code, txid_of
from feltro.app.money.receiver import pix_receiver
from feltro.app.settings.change import settings_of
from feltro.app.settings.membership import yearly_fee
from feltro.house.desks import SellMembership
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.sales.members import is_member
from feltro.web.desk.said import digits
from feltro.web.frame.qr import qr_svg

if TYPE_CHECKING:
    from datetime import date

    from feltro.tournament.now import MemberYear
    from feltro.web.desk.said import CounterForm
    from feltro.web.desk.sale import Desk

WAYS = ("cash", "debit", "credit")
PIX = "pix"


class Membership(NamedTuple):
    fee_centavos: int
    until: date | None
    """The last day that was ever paid for."""
    holds: bool
    """On the day of this event."""
    last: MemberYear | None
    ways: tuple[str, ...] = WAYS
    code: str = ""
    """To be scanned or pasted; nothing where the house has not said who receives."""
    qr: str = ""


def membership(desk: Desk, person: str) -> Membership | None:
    """Nothing where the house has no members and sells nothing to them alone. Hold the world's lock."""
    fee = yearly_fee(settings_of(desk.house.store))
    mine = members(desk.house.world).get(person, ())
    asked = any(item.members_only for item in desk.event.state.the_sheet.items)
    if not (fee or mine or asked):
        return None
    zone = desk.event.state.the_sheet.zone
    plays_on = local_time(desk.event.state.the_sheet.starts_at, zone).date()
    last = mine[-1] if mine else None
    holds = is_member(mine, plays_on, local_time(desk.event.at, zone).date())
    code = _pix(desk, person, fee, str(last.until) if last else "") if fee else ""
    return Membership(
        fee_centavos=fee,
        until=last.until if last else None,
        holds=holds,
        last=last,
        code=code,
        qr=qr_svg(code, "PIX") if code else "",
    )


def _pix(desk: Desk, person: str, fee: int, until: str) -> str:
    """The same for the same year, however often the page is opened."""
    receiver = pix_receiver(desk.house.store)
    txid = txid_of("membership", person, until)
    code = pix_code(receiver, Money(fee), txid) if receiver else ""
    return code if isinstance(code, str) else ""


def sell(said: CounterForm) -> SellMembership | Refused:
    """For the fee that stood on the button."""
    fee, method = digits(said["fee"]), said["method"]
    if not fee or int(fee) < 1 or method not in {*WAYS, PIX}:
        return Refused("form.unfit", {"said": "fee"})
    way: Any = method
    return SellMembership(
        desk=said.at_desk,
        person=said["person"],
        amount_centavos=int(fee),
        method=way,
        reference=said["reference"][:60],
    )
