"""What each fact does to a desk."""

from collections.abc import Callable
from typing import Any

from feltro.house.desks import facts as f
from feltro.house.desks.state import DeskState
from feltro.kernel.events import DoneAlone, Event


def apply(state: DeskState, event: Event) -> None:
    APPLY[type(event)](state, event)


def witness(state: DeskState, event: Event) -> None:
    """Older logs hold closings that were undone: somebody counted, and the count stays on the paper."""
    if isinstance(event, f.DrawerClosed):
        state.closings.append(event)


def drawer_opened(state: DeskState, event: f.DrawerOpened) -> None:
    state.desk = event.desk
    state.called = event.called or state.called
    state.cashier = event.cashier
    state.closed = None
    state.acts = {event.act: event} if event.act and not event.handed_by else {}
    state.reversed = set()


def act_done(state: DeskState, event: f.DrawerAct) -> None:
    state.acts[event.act] = event


def membership_paid(state: DeskState, event: f.MembershipPaid) -> None:
    """Whoever has the drawer next, the year is paid."""
    act_done(state, event)
    state.memberships[event.act] = event


def membership_ended(state: DeskState, event: f.MembershipEnded) -> None:
    state.ended[event.act] = event


def act_reversed(state: DeskState, event: f.DrawerActReversed) -> None:
    """Its posting is made of the act, which therefore stays."""
    state.reversed.add(event.act)
    state.memberships.pop(event.act, None)


def cash_dropped(state: DeskState, event: f.CashDropped) -> None:
    if event.in_transit:
        state.drops[event.act] = event


def drop_settled(state: DeskState, event: f.DropReceived | f.DropRefused) -> None:
    state.drops.pop(event.drop, None)


def count_started(state: DeskState, event: f.CountStarted) -> None:
    state.counting = True


def handover_offered(state: DeskState, event: f.HandoverOffered) -> None:
    state.handover = event


def drawer_closed(state: DeskState, event: f.DrawerClosed) -> None:
    state.cashier = ""
    state.counting = False
    state.handover = None
    state.closed = event
    state.closings.append(event)


def drawer_reopened(state: DeskState, event: f.DrawerReopened) -> None:
    """With its acts: they can be taken back again."""
    state.cashier = event.cashier
    state.closed = None


def done_alone(state: DeskState, event: DoneAlone) -> None:
    """Listed in the owner's night; the drawer is as it was."""


APPLY: dict[type[Event], Callable[[DeskState, Any], None]] = {
    f.DrawerOpened: drawer_opened,
    f.SupplyTaken: act_done,
    f.CashDropped: cash_dropped,
    f.DropReceived: drop_settled,
    f.DropRefused: drop_settled,
    f.ExpensePaid: act_done,
    f.AdvanceGiven: act_done,
    f.AdvanceRepaid: act_done,
    f.TipTaken: act_done,
    f.TipsDivided: act_done,
    f.TipSharePaid: act_done,
    f.TabPaid: act_done,
    f.CreditPaid: act_done,
    f.MembershipPaid: membership_paid,
    f.MembershipEnded: membership_ended,
    f.DrawerActReversed: act_reversed,
    f.CountStarted: count_started,
    f.HandoverOffered: handover_offered,
    f.DrawerClosed: drawer_closed,
    f.DrawerReopened: drawer_reopened,
    DoneAlone: done_alone,
}
