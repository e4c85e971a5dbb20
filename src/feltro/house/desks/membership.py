"""A year of membership sold across the counter, renewed, ended before its time."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from feltro.house.desks import commands as c
from feltro.house.desks import facts as f
from feltro.house.desks.ground import Asker, Drawer, Outcome
from feltro.house.desks.state import DeskState
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused

DAY = timedelta(days=1)


def sell_membership(command: c.SellMembership, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    """A member's next year begins where the paid one ends; whoever let it run out begins today."""
    running = drawer.member_until is not None and drawer.member_until >= drawer.today
    refused = _refuse_fee(command, drawer) or _refuse_ahead(command, drawer)
    if refused:
        return refused
    since = drawer.member_until + DAY if drawer.member_until and running else drawer.today
    paid = f.MembershipPaid(
        desk=command.desk,
        cashier=state.cashier,
        act=asker.key,
        amount_centavos=command.amount_centavos,
        person=command.person,
        way=command.method,
        since=since,
        until=a_year_after(since) - DAY,
        reference=command.reference,
    )
    return (paid,)


def a_year_after(day: date) -> date:
    """The same day of the next year; from 29 February it is 1 March."""
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return date(day.year + 1, 3, 1)


def _refuse_fee(command: c.SellMembership, drawer: Drawer) -> Refused | None:
    if not drawer.fee_centavos:
        return Refused("member.no_fee")
    if command.amount_centavos != drawer.fee_centavos:
        return Refused("member.other_fee", {"amount": Money(drawer.fee_centavos)})
    if command.method == "pix" and not command.reference:
        return Refused("member.pix_unseen")
    return None


def _refuse_ahead(command: c.SellMembership, drawer: Drawer) -> Refused | None:
    """The running year and the next one: a third would be paid by mistake."""
    if drawer.member_until is not None and drawer.member_until >= a_year_after(drawer.today):
        return Refused("member.paid_ahead", {"until": drawer.member_until})
    return None


def end_membership(command: c.EndMembership, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    paid = state.memberships.get(command.act)
    if paid is None or paid.until < drawer.today or command.act in state.ended:
        return Refused("member.none_running", {"desk": command.desk})
    ended = f.MembershipEnded(
        desk=command.desk,
        cashier=paid.cashier,
        act=paid.act,
        person=paid.person,
        day=drawer.today,
        reason=asker.key,
    )
    return (ended,)


def refuse_earlier(act: str, state: DeskState, drawer: Drawer) -> Refused | None:
    """The next year hangs on this one: it is taken back first."""
    paid = state.memberships.get(act)
    later = paid is not None and drawer.member_until is not None and drawer.member_until > paid.until
    return Refused("member.later_first") if later else None


DECIDE: dict[type[c.DeskCommand], Callable[[Any, DeskState, Drawer, Asker], Outcome]] = {
    c.SellMembership: sell_membership,
    c.EndMembership: end_membership,
}
