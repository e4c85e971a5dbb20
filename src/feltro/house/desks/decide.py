"""What a drawer answers: whose it is, what it holds, what it is asked."""

from collections.abc import Callable
from typing import Any

from feltro.house.desks import commands as c
from feltro.house.desks import facts as f
from feltro.house.desks import membership, shifts
from feltro.house.desks.ground import Asker, Drawer, Outcome, marked, refuse_unbelievable
from feltro.house.desks.state import DeskState
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OFFICE, ORGANISER, OWN_MONEY


def decide(command: c.DeskCommand, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    refused = _refuse_closed(command, state) or _refuse_stranger(command, state, asker)
    return refused or DECIDE[type(command)](command, state, drawer, asker)


def _refuse_closed(command: c.DeskCommand, state: DeskState) -> Refused | None:
    """Nothing moves in a drawer that is not open, nor while it is being counted."""
    if isinstance(command, c.OpenDrawer | c.ReopenDrawer | c.ReceiveDrop | c.RefuseDrop | c.EndMembership):
        return None
    if not state.cashier:
        return Refused("drawer.not_open", {"desk": command.desk})
    if state.counting and not isinstance(command, COUNTED):
        return Refused("drawer.counting", {"desk": command.desk})
    return None


def _refuse_stranger(command: c.DeskCommand, state: DeskState, asker: Asker) -> Refused | None:
    """A drawer is moved by its own cashier; finance and the organiser do it on behalf, and say so."""
    if not isinstance(command, c.DrawerCommand) or state.cashier == asker.who:
        return None
    if asker.role not in OWN_MONEY:
        return Refused("drawer.of_another", {"desk": command.desk, "cashier": state.cashier})
    if not command.on_behalf:
        return Refused("drawer.say_on_behalf", {"desk": command.desk, "cashier": state.cashier})
    return None


def open_drawer(command: c.OpenDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    if state.cashier:
        return Refused("drawer.already_open", {"desk": command.desk, "cashier": state.cashier})
    if command.cashier != asker.who and asker.role not in OWN_MONEY:
        return Refused("drawer.open_your_own")
    if command.cashier not in asker.staff:
        return Refused("drawer.cashier_unknown", {"cashier": command.cashier})
    refused = refuse_unbelievable(command.float_centavos, asker, sure=command.sure)
    if refused:
        return refused
    opened = f.DrawerOpened(
        desk=command.desk,
        cashier=command.cashier,
        float_centavos=command.float_centavos,
        act=asker.key,
        called=command.called,
    )
    return (opened,)


def supply_drawer(command: c.SupplyDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    refused = refuse_unbelievable(command.amount_centavos, asker, sure=command.sure)
    if refused:
        return refused
    from_safe = min(drawer.safe_centavos, command.amount_centavos)
    return (_act(f.SupplyTaken, command, state, asker, from_safe_centavos=from_safe),)


# Drops


def drop_cash(command: c.DropCash, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    dropped = f.CashDropped(
        desk=command.desk,
        cashier=state.cashier,
        amount_centavos=command.amount_centavos,
        act=asker.key,
        by=asker.who,
        in_transit=not asker.alone,
    )
    return (dropped, *marked("DropCash", asker.key, asker)) if asker.alone else (dropped,)


def receive_drop(command: c.ReceiveDrop, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    dropped = _drop(command, state, asker)
    if isinstance(dropped, Refused):
        return dropped
    amount = dropped.amount_centavos
    return (f.DropReceived(desk=command.desk, cashier=dropped.cashier, drop=command.drop, amount_centavos=amount),)


def refuse_drop(command: c.RefuseDrop, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    """Back into the drawer that it came from, if that is still open; a count that began first is finished first."""
    dropped = _drop(command, state, asker)
    if isinstance(dropped, Refused):
        return dropped
    still_open = state.cashier == dropped.cashier
    if still_open and state.counting:
        return Refused("drawer.counting", {"desk": command.desk})
    refused = f.DropRefused(
        desk=command.desk,
        cashier=dropped.cashier,
        drop=command.drop,
        amount_centavos=dropped.amount_centavos,
        in_drawer=still_open,
        reason=asker.key,
    )
    return (refused,)


def _drop(command: c.ReceiveDrop | c.RefuseDrop, state: DeskState, asker: Asker) -> f.CashDropped | Refused:
    dropped = state.drops.get(command.drop)
    if dropped is None:
        return Refused("drawer.no_such_drop", {"desk": command.desk})
    if asker.alone:
        return dropped
    if asker.who in {dropped.cashier, dropped.by}:
        return Refused("drawer.drop_needs_another", cites=asker.cites)
    same_hand = not asker.kin.isdisjoint({dropped.cashier, dropped.by})
    return Refused("second.same_hand", cites=asker.cites) if same_hand else dropped


# What else goes in and out


def pay_expense(command: c.PayExpense, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    return (_act(f.ExpensePaid, command, state, asker, kind=command.kind, reason=asker.key),)


def give_advance(command: c.GiveAdvance, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    reason = asker.key if command.reason else ""
    return (_act(f.AdvanceGiven, command, state, asker, person=command.person, reason=reason),)


def repay_advance(command: c.RepayAdvance, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    return (_act(f.AdvanceRepaid, command, state, asker, person=command.person),)


def take_tip(command: c.TakeTip, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    refused = refuse_unbelievable(command.amount_centavos, asker, sure=command.sure)
    return refused or (_act(f.TipTaken, command, state, asker, person=command.person),)


def divide_tips(command: c.DivideTips, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    if not command.shares_centavos:
        return Refused("tips.nobody")
    divided = f.TipsDivided(
        desk=command.desk,
        cashier=state.cashier,
        act=asker.key,
        amount_centavos=sum(command.shares_centavos.values()),
        shares_centavos=command.shares_centavos,
    )
    return (divided,)


def pay_tip_share(command: c.PayTipShare, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    if not drawer.share_centavos:
        return Refused("tips.none_due", {"person": command.person})
    paid = f.TipSharePaid(
        desk=command.desk,
        cashier=state.cashier,
        act=asker.key,
        amount_centavos=drawer.share_centavos,
        person=command.person,
    )
    return (paid,)


def pay_tab(command: c.PayTab, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    return (_act(f.TabPaid, command, state, asker, person=command.person, way=command.method),)


def pay_credit(command: c.PayCredit, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    """Whoever is on the tab pays that first: or a sale on the tab, cancelled, would be cash in hand."""
    if drawer.tab_centavos:
        return Refused("credit.tab_first", {"person": command.person})
    ways = drawer.credit_centavos
    other = sorted(ways) if ways.get(command.method, 0) < command.amount_centavos <= sum(ways.values()) else []
    refused = _refuse_other_way(command, other, asker)
    if refused:
        return refused
    way = {"way": command.method, "nsu": command.nsu, "person": command.person}
    if other:
        way |= {"came": next(one for one in other if one != command.method), "reason": asker.key}
    return (_act(f.CreditPaid, command, state, asker, **way),)


def _refuse_other_way(command: c.PayCredit, other: list[str], asker: Asker) -> Refused | None:
    """What came by card does not leave as notes: or a refund as credit would be the way around."""
    if command.method in {"debit", "credit"} and not command.nsu:
        return Refused("refund.needs_nsu")
    if not other:
        return None
    if asker.role not in (OFFICE if asker.alone == "control.alone" else ORGANISER):
        return Refused("credit.same_way", {"ways": tuple(other)})
    return None if command.reason.strip() else Refused("refund.other_way_needs_reason")


def reverse_act(command: c.ReverseDrawerAct, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    if command.act not in state.acts:
        return Refused("drawer.no_such_act", {"desk": command.desk})
    if command.act in state.reversed:
        return Refused("drawer.reversed_already")
    if state.cashier == asker.who and not asker.alone:
        return Refused("drawer.reversed_by_another", cites=asker.cites)
    earlier = membership.refuse_earlier(command.act, state, drawer)
    if earlier:
        return earlier
    taken_back = f.DrawerActReversed(desk=command.desk, cashier=state.cashier, act=command.act, reason=asker.key)
    alone = marked("ReverseDrawerAct", command.act, asker) if state.cashier == asker.who else ()
    return (taken_back, *alone)


def _act(fact: type[Any], command: Any, state: DeskState, asker: Asker, **more: Any) -> Any:
    return fact(
        desk=command.desk,
        cashier=state.cashier,
        act=asker.key,
        amount_centavos=command.amount_centavos,
        **more,
    )


COUNTED = (c.CountDrawer, c.CloseDrawer, c.HandOverDrawer, c.TakeOverDrawer)
"""What is asked of a drawer while it is counted."""
DECIDE: dict[type[c.DeskCommand], Callable[[Any, DeskState, Drawer, Asker], Outcome]] = {
    c.OpenDrawer: open_drawer,
    c.SupplyDrawer: supply_drawer,
    c.DropCash: drop_cash,
    c.ReceiveDrop: receive_drop,
    c.RefuseDrop: refuse_drop,
    c.PayExpense: pay_expense,
    c.GiveAdvance: give_advance,
    c.RepayAdvance: repay_advance,
    c.TakeTip: take_tip,
    c.DivideTips: divide_tips,
    c.PayTipShare: pay_tip_share,
    c.PayTab: pay_tab,
    c.PayCredit: pay_credit,
    c.ReverseDrawerAct: reverse_act,
    **membership.DECIDE,
    **shifts.DECIDE,
}
