"""The form of a sale, read: what was typed, or all that is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from feltro.app.money.brcode import txid_of
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, together
from feltro.tournament.sales.commands import Method, Payment
from feltro.tournament.sales.payments import UNSEEN
from feltro.web.desk.asked import FIELDS
from feltro.web.desk.sale import ROWS, Desk, TypedSale, but_money, command_of, dry_run
from feltro.web.frame import fields
from feltro.web.frame.commands import new_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet import SaleItem


def read(form: dict[str, Any], desk: Desk, person: str) -> TypedSale | Refused:
    """The form as a sale. What is no amount is refused here, each by what was typed."""
    item = desk.event.state.the_sheet.item(fields.text(form, "item"))
    typed = _but_payments(form, item, person)
    unread = together(*_unreadable(form))
    if unread:
        return unread
    payments = _payments(form, desk, item, typed.sale)
    return payments if isinstance(payments, Refused) else typed._replace(payments=payments)


def _but_payments(form: dict[str, Any], item: SaleItem | None, person: str) -> TypedSale:
    """All that the form says besides the money; a number that cannot be read is as if it were not there."""
    return TypedSale(
        sale=fields.text(form, "sale") or new_id("e"),
        person=person,
        item=item.id if item else "",
        day=fields.text(form, "day"),
        entry=fields.text(form, "entry"),
        stack=_readable(form, "stack") or 0,
        terms=fields.ticked(form, "terms"),
        token=_readable(form, "token") or 0,
        surrendered=_readable(form, "surrendered"),
        payments=(),
        brand=fields.slug(fields.text(form, "brand")),
    )


def _readable(form: dict[str, Any], name: str) -> int | None:
    try:
        return fields.whole(form, name)
    except ValueError:
        return None


def _unreadable(form: dict[str, Any]) -> Iterator[Refused]:
    """Every amount that is none, not only the first; and a way to pay that nobody offered."""
    amounts = [(fields.money, name) for name in ("tendered", *(f"amount_{row}" for row in ROWS))]
    for read_field, name in (*amounts, *((fields.whole, name) for name in ("stack", "token", "surrendered"))):
        try:
            read_field(form, name)
        except ValueError:
            yield Refused("desk.not_an_amount", {"typed": fields.text(form, name)})
    for row in ROWS:
        method = fields.text(form, f"method_{row}")
        if method and method.partition("/")[0] not in get_args(Method):
            yield Refused("desk.not_an_amount", {"typed": method})


def _payments(form: dict[str, Any], desk: Desk, item: SaleItem | None, sale: str) -> tuple[Payment, ...] | Refused:
    """Each row a part of the price; the one row without an amount takes what is left."""
    if item is None:
        unpaid = not any(fields.text(form, f"method_{row}") for row in ROWS)
        return together(Refused("desk.no_item"), Refused("desk.no_means") if unpaid else None) or ()
    rows = [(fields.text(form, f"method_{row}"), fields.money(form, f"amount_{row}")) for row in ROWS]
    chosen = [(method, _value(method, amount, item, desk)) for method, amount in rows if method]
    named = sum(amount.centavos for _, amount in chosen if amount is not None)
    open_rows = [method for method, amount in chosen if amount is None]
    if len(open_rows) > 1:
        return Refused("desk.one_open_row")
    if not chosen:
        return Refused("desk.no_means")
    tendered, sure = fields.money(form, "tendered"), fields.ticked(form, "sure")
    typed = "".join(sign for sign in fields.text(form, "reference") if sign.isalnum() and sign.isascii())[:35]
    left = Money(max(item.price_centavos - named, 0))
    made = txid_of("feltro", f"{desk.event.id}/{sale}", "pix")
    return tuple(
        _payment(method, amount or left, tendered, made if method == "pix" else typed, sure=sure)
        for method, amount in chosen
    )


def _value(method: str, amount: Money | None, item: SaleItem, desk: Desk) -> Money | None:
    """A ticket pays its own value, whatever is typed beside it."""
    kind, _, ticket = method.partition("/")
    seat = desk.event.season.tickets.get(ticket) if kind == "ticket" else None
    return Money(min(seat.value_centavos, item.price_centavos)) if seat else amount


def _payment(method: str, amount: Money, tendered: Money | None, txid: str, *, sure: bool) -> Payment:
    kind, _, ticket = method.partition("/")
    return Payment(
        method=kind,  # type: ignore[arg-type]  # looked at when the form was read
        amount_centavos=amount.centavos,
        tendered_centavos=tendered.centavos if tendered is not None and kind == "cash" else None,
        sure=sure,
        txid=txid if kind in UNSEEN else "",
        ticket=ticket,
    )


def all_wrong(desk: Desk, form: dict[str, Any], typed: TypedSale | Refused, *found: Refused | None) -> Refused:
    """What a form cannot say, with what the house would say to the rest of it: whoever mends one does not walk into the other."""
    sheet = desk.event.state.the_sheet
    item = sheet.item(fields.text(form, "item")) or next(one for one in sheet.items if one.kind == "entry")
    if isinstance(typed, Refused):
        cash = Payment(method="cash", amount_centavos=item.price_centavos)
        readable = _but_payments(form, item, fields.text(form, "person"))
        said = but_money(dry_run(desk, command_of(desk, readable._replace(payments=(cash,)))))
    else:
        said = dry_run(desk, command_of(desk, typed))
    missing = [one for one in (said.all if said else ()) if not fields.text(form, FIELDS.get(one.because, ""))]
    return together(*found, typed if isinstance(typed, Refused) else None, *missing) or Refused("desk.no_item")
