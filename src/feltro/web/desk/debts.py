"""Rebuys announced at the table: the chips play, the price is owed, and the debt is paid by any means allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.money.brcode import txid_of
from feltro.kernel.outcome import Refused
from feltro.tournament.sales.commands import AnnounceRebuy, PayDebt, Payment
from feltro.web.desk import lookup
from feltro.web.desk.after import pix_codes
from feltro.web.desk.sale import Means, across_the_counter, means_for
from feltro.web.frame import fields

if TYPE_CHECKING:
    from feltro.tournament.sheet import SaleItem
    from feltro.tournament.state import Sale
    from feltro.web.desk.said import CounterForm
    from feltro.web.desk.sale import Desk


class Debt(NamedTuple):
    sale: Sale
    missing_centavos: int
    means: list[Means]
    pix: list[dict[str, Any]]
    """A PIX that was asked for and not seen yet: until then it is a debt."""


def debts(desk: Desk, person: str) -> list[Debt]:
    sheet = desk.event.state.the_sheet
    owed = [(sale, sheet.item(sale.item)) for sale in lookup.owed(person, desk.event)]
    return [_debt(desk, sale, item) for sale, item in owed if item]


def _debt(desk: Desk, sale: Sale, item: SaleItem) -> Debt:
    missing = sale.price_centavos - sale.received_centavos
    ways = means_for(desk, item, sale.person) if not sale.payments else across_the_counter(desk, missing)
    return Debt(sale, missing, ways, pix_codes(desk.house, desk.event, sale, desk.bank))


def rebuys(desk: Desk) -> list[SaleItem]:
    """What can be announced at a table and paid later, where the book lets the chips play at once."""
    if not desk.event.book["rebuy.chips_play_at_once"].value:
        return []
    return [item for item in desk.event.state.the_sheet.items if item.kind == "rebuy"]


def announce(said: CounterForm) -> AnnounceRebuy | Refused:
    try:
        stack = fields.whole(said.form, "stack") or 0
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": said["stack"]})
    return AnnounceRebuy(
        tournament=said.tournament, sale=said["sale"], entry=said["entry"], item=said["item"], stack=stack
    )


def paid_how(said: CounterForm) -> tuple[Sale, Any, int | None] | Refused:
    """The sale that is paid, the way, and the notes and coins that were handed over."""
    sale = said.desk.event.state.sales.get(said["sale"])
    if sale is None:
        return Refused("sale.unknown", {"sale": said["sale"]})
    try:
        tendered = fields.money(said.form, "tendered")
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": said["tendered"]})
    method: Any = said["method"]
    cash = tendered.centavos if tendered is not None and method == "cash" else None
    return sale, method, cash


def pay_debt(said: CounterForm) -> PayDebt | Refused:
    read = paid_how(said)
    if isinstance(read, Refused):
        return read
    sale, method, cash = read
    missing = sale.price_centavos - sale.received_centavos
    asked = f"{said.tournament}/{sale.id}/{len(sale.awaited)}"
    txid = txid_of("feltro", asked, method) if method == "pix" else ""
    sure = fields.ticked(said.form, "sure")
    paid = Payment(method=method, amount_centavos=missing, tendered_centavos=cash, sure=sure, txid=txid)
    return PayDebt(tournament=said.tournament, sale=sale.id, desk=said.at_desk, payments=(paid,))
