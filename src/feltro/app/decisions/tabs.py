"""What people owe the house and have left with it: fiado and credit, as a sale, a refund and an undo meet them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from feltro.app.decisions.drawers import expected, hold_all
from feltro.app.world.plan import Asked
from feltro.kernel.commands import Command
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.ledger.accounts import account
from feltro.ledger.entries import PostingLine
from feltro.tournament.facts import sales as e
from feltro.tournament.sales.payments import BALANCE, TAB

KINDS = ("tab", "player_credit")


def standing_of(command: Command, asked: Asked) -> dict[str, Any]:
    """By person, in all that the house has written down; looked up only where a payment asks for it."""
    methods = {payment.method for payment in getattr(command, "payments", ())}
    if methods.isdisjoint({TAB, BALANCE}):
        return {}
    _hold_everything(asked)
    balances = asked.look.world.balances
    return {
        "tabs": {person: owed.centavos for person, owed in balances.by("tab", "debtor").items()},
        "credits": {person: left.centavos for person, left in balances.by("player_credit", "player").items()},
    }


def back_to_the_tab(events: Iterable[Any], asked: Asked) -> tuple[Any, ...]:
    """What was bought on the tab goes back off it; what was paid of it since is the player's credit."""
    left: dict[str, int] = {}
    found = []
    for event in events:
        if isinstance(event, e.RefundPaid) and event.method == TAB:
            if event.person not in left:
                _hold_everything(asked)
                left[event.person] = asked.look.world.balances.held(account("tab", event.person)).centavos
            left[event.person] -= event.amount_centavos
            method = TAB if left[event.person] >= 0 else BALANCE
            found.append(msgspec.structs.replace(event, method=method))
        else:
            found.append(event)
    return tuple(found)


def refuse_settled_since(lines: Iterable[PostingLine], asked: Asked) -> Refused | None:
    """A debt that was paid since, or credit that was used since, is not undone away."""
    moved: dict[Any, Money] = {}
    for line in lines:
        if line.account.kind in KINDS:
            moved[line.account] = moved.get(line.account, ZERO) + line.amount
    if moved:
        _hold_everything(asked)
    for one, amount in moved.items():
        if asked.look.world.balances.held(one) - amount * one.side.value < ZERO:
            return Refused("undo.settled_since")
    return None


def _hold_everything(asked: Asked) -> None:
    expected("", asked)
    hold_all(asked)
