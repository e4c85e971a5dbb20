"""Drawers: what the books say is in one, and commands that are measured against it."""

from collections.abc import Iterable
from typing import Any

from feltro.app.world.plan import Asked, Plan
from feltro.house import desks
from feltro.kernel.outcome import Refused
from feltro.tournament.facts import sales as e


def decided(command: desks.DeskCommand, asked: Asked) -> Plan | Refused:
    """A drawer that is being counted stands still: every sale holds its desk, and none is made any more."""
    stream = f"desk:{command.desk}"
    state = asked.look.state(stream)
    if isinstance(command, desks.OpenDrawer):
        elsewhere = _open_elsewhere(command, asked)
        if elsewhere:
            return Refused("drawer.cashier_elsewhere", {"cashier": command.cashier, "desk": elsewhere})
    measured = state.cashier and isinstance(command, desks.DropCash | desks.CloseDrawer)
    drawer = desks.Drawer(expected_centavos=expected(state.cashier, asked) if measured else {})
    events = desks.decide(command, state, drawer)
    return events if isinstance(events, Refused) else Plan(events={stream: events})


def expected(cashier: str, asked: Asked) -> dict[str, int]:
    """What a cashier's drawer holds by the books, by way of paying.

    Money moves in and out of it in every tournament, so each of them is held to what was seen: or two refunds
    in two tournaments at once would both find the same notes.
    """
    world = asked.look.world
    for stream in world.store.streams("tournament:"):
        asked.look.live(stream)
    world.load_all()
    held = world.balances.by("drawer", "method", cashier=cashier)
    return {method: amount.centavos for method, amount in held.items()}


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


def hold_all(asked: Asked) -> None:
    """For money that comes in at no desk: afterwards it is known what had been counted before it."""
    for stream in asked.look.world.store.streams("desk:"):
        asked.look.live(stream)


def _open_elsewhere(command: desks.OpenDrawer, asked: Asked) -> str:
    """A cashier has one drawer: two would share one account."""
    for stream in asked.look.world.store.streams("desk:"):
        if stream != f"desk:{command.desk}" and asked.look.state(stream).cashier == command.cashier:
            return stream.partition(":")[2]
    return ""
