"""A PIX that goes back by the bank: a refund that somebody recorded, ordered once, by somebody who keeps the money."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.settings.change import change_settings
from feltro.app.world.streams.settings import STREAM, PixReturnOrdered
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OWN_MONEY
from feltro.tournament.facts.sales import ExcessReturned, RefundPaid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.world import Live
    from feltro.app.world.plan import Envelope, Handler
    from feltro.app.world.streams.settings import SettingsState
    from feltro.store.port import Keep
    from feltro.tournament.state import TournamentState


class Return(NamedTuple):
    """A refund by PIX of a payment whose number the bank told."""

    id: str
    tournament: str
    sale: str
    person: str
    bank_id: str
    amount: Money
    ordered: bool


def returns_of(house: Handler) -> list[Return]:
    """Every refund that left by PIX and can go back by the bank, the latest first. Hold the world's lock."""
    ordered = house.world.live(STREAM).state.returns
    found = [one for live in house.world.lives("tournament:") for one in _of_event(live, ordered)]
    return found[::-1]


def ordered_returns(house: Handler) -> list[Return]:
    return [one for one in returns_of(house) if one.ordered]


def _of_event(live: Live, ordered: dict[str, int]) -> Iterator[Return]:
    """The bank returns a payment, not a sale: a refund belongs to the PIX of its sale that the bank has a number for."""
    state: TournamentState = live.state
    told = {sale.id: paid for sale in state.sales.values() for paid in sale.payments if paid.bank_id}
    for fact in live.facts if told else ():
        event = fact.event
        if isinstance(event, RefundPaid | ExcessReturned) and event.method == "pix" and event.sale in told:
            paid = told[event.sale]
            amount = Money(event.amount_centavos)
            name = sha256(f"{state.tournament}/{fact.meta.key}/{event.sale}".encode()).hexdigest()[:32]
            yield Return(
                name, state.tournament, event.sale, event.person, paid.bank_id, amount, ordered=name in ordered
            )


def order_return(house: Handler, name: str, envelope: Envelope) -> Refused | None:
    """Written down first: an order that the bank took and nobody remembers would be given twice."""
    if envelope.role not in OWN_MONEY:
        values = {"role": envelope.role, "command": "OrderPixReturn", "roles": OWN_MONEY}
        return Refused("permission.role_may_not", values)
    with house.world.lock:
        wanted = next((one for one in returns_of(house) if one.id == name), None)

    def decide(state: SettingsState) -> tuple[tuple[PixReturnOrdered, ...], tuple[Keep, ...]] | Refused:
        if wanted is None:
            return Refused("pix.return.unknown")
        if name in state.returns:
            return Refused("pix.return.ordered")
        told = PixReturnOrdered(
            id=name, tournament=wanted.tournament, sale=wanted.sale, amount_centavos=wanted.amount.centavos
        )
        return (told,), ()

    return change_settings(house.store, "OrderPixReturn", envelope, decide)
