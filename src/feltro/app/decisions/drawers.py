"""Drawers: what the books say is in one, and commands that are measured against it."""

from collections.abc import Iterable
from typing import Any

from feltro.app.access.change import state_of
from feltro.app.access.seconds import seconds_of, since_when
from feltro.app.decisions.credit import credit_ways
from feltro.app.decisions.members import last_day
from feltro.app.decisions.people import person_row
from feltro.app.settings.membership import yearly_fee
from feltro.app.world import postings
from feltro.app.world.plan import Asked, Plan
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.app.world.tonight import control_tonight
from feltro.house import desks
from feltro.kernel.events import Event
from feltro.kernel.instants import local_time
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import BOOKS
from feltro.ledger.accounts import Account, account
from feltro.tournament.facts import sales as e

COMES_IN = (e.PaymentTaken, e.ExcessTaken)


def decided(command: desks.DeskCommand, asked: Asked) -> Plan | Refused:
    """A drawer that is being counted stands still: every sale holds its desk, and none is made any more."""
    stream = f"desk:{command.desk}"
    state = asked.look.state(stream)
    comes = _comes(command, state, asked)
    elsewhere = _open_elsewhere(comes, command.desk, asked) if comes else ""
    if elsewhere:
        return Refused("drawer.cashier_elsewhere", {"cashier": comes, "desk": elsewhere})
    if isinstance(command, desks.SellMembership) and person_row(command.person, asked) is None:
        return Refused("person.unknown", {"person": command.person})
    events = desks.decide(command, state, _books(command, state, asked), _asker(asked))
    if isinstance(events, Refused):
        return events
    return _refuse_overdrawn(events, state, asked) or Plan(events={stream: events})


def _comes(command: desks.DeskCommand, state: desks.DeskState, asked: Asked) -> str:
    """Who would have an open drawer at this desk afterwards, and has none there yet."""
    if isinstance(command, desks.OpenDrawer):
        return command.cashier
    if isinstance(command, desks.ReopenDrawer) and state.closed:
        return state.closed.cashier
    return asked.envelope.who if isinstance(command, desks.TakeOverDrawer) else ""


def _asker(asked: Asked) -> desks.Asker:
    envelope, world = asked.envelope, asked.look.world
    control = control_tonight(world, asked.books, envelope.at)
    seconds = seconds_of(envelope.who, BOOKS, world, since_when(control, envelope.at))
    return desks.Asker(
        who=envelope.who,
        role=envelope.role,
        key=envelope.key,
        staff=frozenset({*state_of(world.store)[0].users, envelope.who}),
        kin=seconds.kin,
        alone="control.alone" if control.alone else "control.nobody_else" if seconds.nobody_else else "",
        sure_from_centavos=control.sure_from.value.centavos,
        sure_cites=control.sure_from.cites,
        cites=control.cites,
    )


def _books(command: desks.DeskCommand, state: desks.DeskState, asked: Asked) -> desks.Drawer:
    """Everything that moved is looked at, so that it is held to: two would find the same notes in the safe otherwise."""
    held = expected(state.cashier, asked)
    hold_all(asked)
    balances, person = asked.look.world.balances, getattr(command, "person", "")
    return desks.Drawer(
        expected_centavos=held,
        safe_centavos=max(balances.held(account("safe")).centavos, 0),
        share_centavos=balances.held(account("tip_shares", person)).centavos if person else 0,
        tab_centavos=balances.held(account("tab", person)).centavos if person else 0,
        credit_centavos=credit_ways([person], asked.look.world)[person]
        if isinstance(command, desks.PayCredit)
        else {},
        **_membership(command, state, asked),
    )


def _membership(command: desks.DeskCommand, state: desks.DeskState, asked: Asked) -> dict[str, Any]:
    """What selling, ending and taking back a year of membership ask for."""
    match command:
        case desks.SellMembership():
            person = command.person
        case desks.ReverseDrawerAct() if command.act in state.memberships:
            person = state.memberships[command.act].person
        case desks.EndMembership():
            person = ""
        case _:
            return {}
    fee = yearly_fee(asked.look.state(SETTINGS))
    until = last_day(person, asked) if person else None
    return {"today": local_time(asked.envelope.at).date(), "fee_centavos": fee, "member_until": until}


def expected(cashier: str, asked: Asked) -> dict[str, int]:
    """What a cashier's drawer holds by the books, by way of paying.

    Money moves in and out of it in every tournament, so each of them is held to what was seen: or two refunds
    in two tournaments at once would both find the same notes.
    """
    world = asked.look.world
    for stream in world.streams("tournament"):
        asked.look.live(stream)
    world.load_all()
    held = world.balances.by("drawer", "method", cashier=cashier)
    return {method: amount.centavos for method, amount in held.items()}


def _refuse_overdrawn(events: Iterable[Event], state: desks.DeskState, asked: Asked) -> Refused | None:
    """Nothing gives what it does not have: a drawer its notes, the tips what was put in, a debt what is owed."""
    moved: dict[Account, Money] = {}
    for event in events:
        rule = postings.POSTINGS.get(type(event))
        for one, amount in (rule(event, state) if rule else {}).items():
            moved[one] = moved.get(one, ZERO) + amount
    for one, amount in moved.items():
        grows = amount * one.side.value
        if one.never_overdrawn and grows < ZERO and asked.look.world.balances.held(one) + grows < ZERO:
            return Refused("drawer.short" if one.kind == "drawer" else f"drawer.short.{one.kind}")
    return None


def refuse_short(events: Iterable[Any], asked: Asked) -> Refused | None:
    """Cash that goes out has to be in the drawer."""
    out: dict[str, int] = {}
    for event in events:
        if isinstance(event, e.RefundPaid) and event.method == "cash":
            total = event.amount_centavos + event.surcharge_centavos
            out[event.cashier] = out.get(event.cashier, 0) + total
        elif cash := getattr(event, "cash_out_centavos", 0):
            out[event.cashier] = out.get(event.cashier, 0) + cash
    return refuse_missing(out, asked)


def refuse_missing(out_centavos: dict[str, int], asked: Asked) -> Refused | None:
    """By cashier, how much cash is to leave the drawer."""
    for cashier, amount in out_centavos.items():
        has = expected(cashier, asked).get("cash", 0) if amount > 0 else amount
        if amount > has:
            return Refused("drawer.short")
    return None


def refuse_counting(events: Iterable[Any], asked: Asked) -> Refused | None:
    """Money that comes in at no desk, as a PIX that the bank shows: while its cashier counts, it waits. Every desk is
    held: afterwards it is known what had been counted before it."""
    cashiers = {event.cashier for event in events if isinstance(event, COMES_IN)}
    if cashiers:
        hold_all(asked)
    for stream in asked.look.world.streams("desk") if cashiers else ():
        state = asked.look.state(stream)
        if state.counting and state.cashier in cashiers:
            return Refused("drawer.counting", {"desk": state.desk})
    return None


def hold_all(asked: Asked) -> None:
    """Every desk as it was seen."""
    for stream in asked.look.world.streams("desk"):
        asked.look.live(stream)


def _open_elsewhere(cashier: str, desk: str, asked: Asked) -> str:
    """A cashier has one drawer: two would share one account."""
    for stream in asked.look.world.streams("desk"):
        if stream != f"desk:{desk}" and asked.look.state(stream).cashier == cashier:
            return stream.partition(":")[2]
    return ""
