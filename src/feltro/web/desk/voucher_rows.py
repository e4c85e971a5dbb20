"""What somebody paid for from their phone and has not come for yet, in their file and on the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.decisions.phone_photos import photo_of
from feltro.app.people.directory import directory
from feltro.tournament.asks.voucher_commands import CheckInVoucher, GiveUpVoucher
from feltro.web.desk.asked import besides
from feltro.web.desk.sale import dry_run

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.tournament.state import Sale, TournamentState
    from feltro.web.desk.sale import Desk


class VoucherCard(NamedTuple):
    sale: Sale
    ask: str
    refused: Refused | None
    """Why it cannot be redeemed even with the document in hand."""
    cannot_give_up: Refused | None
    photo: bool
    """The phone sent a picture of the document."""


class VoucherRow(NamedTuple):
    sale: Sale
    name: str


class VoucherInList(NamedTuple):
    """Where a list names an entry: nothing is of it yet but its money."""

    id: str
    person: str
    number: str = ""
    status: str = "voucher"


def awaited_vouchers(state: TournamentState) -> list[Sale]:
    """Those whose PIX is to come, the latest first: whoever confirms a PIX at the desk finds them with all others."""
    sales = (state.sales[one] for one in reversed(state.phone_asks.vouchers))
    return [one for one in sales if one.awaited and not one.is_covered]


def given_up_vouchers(state: TournamentState) -> list[Sale]:
    """Paid and given up, the latest first: what is owed back, or went back."""
    return [one for one in reversed(state.sales.values()) if one.voucher and one.gone and one.payments]


def vouchers_of(desk: Desk, person: str) -> list[VoucherCard]:
    """Hold the world's lock."""
    state, found = desk.event.state, []
    for name, voucher in state.phone_asks.vouchers.items():
        sale = state.sales[name]
        if sale.person == person:
            redeem = CheckInVoucher(tournament=desk.event.id, voucher=name)
            drop = GiveUpVoucher(tournament=desk.event.id, voucher=name)
            photo = photo_of(desk.house.store, desk.event.id, voucher.ask) is not None
            found.append(VoucherCard(sale, voucher.ask, besides(dry_run(desk, redeem)), dry_run(desk, drop), photo))
    return found


def voucher_rows(house: House, event: EventView) -> list[VoucherRow]:
    """Those that were paid, by name. Hold the world's lock."""
    people, rows = directory(house.store), []
    for name in event.state.phone_asks.vouchers:
        sale = event.state.sales[name]
        person = people.get(sale.person)
        if sale.is_covered and person is not None:
            rows.append(VoucherRow(sale, person.called))
    return sorted(rows, key=lambda one: one.name)
