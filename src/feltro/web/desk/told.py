"""What the desk says after an entry was cancelled or passed on: whose it is, what goes back and how, which paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.names import name_of
from feltro.kernel.money import Money
from feltro.tournament.facts.sales import RefundPaid
from feltro.tournament.state import GONE
from feltro.web.desk.after import receipt_slip, seat_slip
from feltro.web.desk.attendance import place_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.tournament.state import Entry, Sale

TELLS = {"cancel": "entry", "void": "sale", "transfer": "entry"}
"""Acts that are told, and the field that names the entry."""


def told_of(event: EventView, act: str, entry_id: str) -> dict[str, Any] | None:
    """Read from the state, so that a page loaded again says what holds now. Hold the world's lock."""
    entry = event.state.entries.get(entry_id)
    if entry is None or act not in TELLS:
        return None
    sale = event.state.sales[entry.id]
    if act == "transfer":
        return _passed_on(event, entry, sale)
    return _gone(event, entry, sale) if entry.status in GONE else None


def _passed_on(event: EventView, entry: Entry, sale: Sale) -> dict[str, Any]:
    values = {"number": entry.number, "person": name_of(entry.person, event.house.store)}
    slips = [slip for slip in (seat_slip(event, sale), receipt_slip(event, sale)) if slip]
    return {"key": "desk.told.passed_on", "values": values, "place": place_of(event, entry.id), "back": [],
            "slips": slips}  # fmt: skip


def _gone(event: EventView, entry: Entry, sale: Sale) -> dict[str, Any]:
    """By each means: what was given back, or what is still to be."""
    back = _given(event, sale) if sale.refunded else _to_give(sale)
    total = Money(sum(amount.centavos for _, amount in back))
    key = "nothing_back" if not back else "given_back" if sale.refunded else "to_give_back"
    slip = receipt_slip(event, sale)
    return {
        "key": f"desk.told.{key}",
        "values": {"number": entry.number, "amount": total},
        "place": None,
        "back": back,
        "slips": [slip] if slip else [],
    }


def _to_give(sale: Sale) -> list[tuple[str, Money]]:
    """A card's fee goes back only where the book gives it back."""
    fee = sale.refunds_surcharge
    return [
        (one.method, Money(one.amount_centavos + (one.surcharge_centavos if fee else 0)))
        for one in sale.outstanding
    ]


def _given(event: EventView, sale: Sale) -> list[tuple[str, Money]]:
    """How it went back is on the log: it may be another means than it came by."""
    return [
        (fact.event.method, Money(fact.event.amount_centavos + fact.event.surcharge_centavos))
        for fact in event.facts
        if isinstance(fact.event, RefundPaid) and fact.event.sale == sale.id and fact.meta.key not in event.undone
    ]
