"""Asks put into their record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import asks as e
from feltro.tournament.facts.sales import PIX_EXPIRED, EntrySold, OrderDropped
from feltro.tournament.state import Sale, TournamentState, count
from feltro.tournament.state.asks import EntryVoucher, PhoneAsk


def entry_asked(state: TournamentState, event: e.EntryAsked) -> None:
    """Whoever told more than an interest keeps the id, and stands where they stand now."""
    state.phone_asks.asks.pop(event.ask, None)
    state.phone_asks.asks[event.ask] = PhoneAsk(interest=event.interest, at=event.at)


def ask_withdrawn(state: TournamentState, event: e.AskWithdrawn) -> None:
    state.phone_asks.asks[event.ask].withdrawn = True


def ask_taken(state: TournamentState, event: e.AskTaken) -> None:
    state.phone_asks.asks[event.ask].person = event.person


def voucher_sold(state: TournamentState, event: e.VoucherSold) -> None:
    state.sales[event.voucher] = Sale(
        id=event.voucher,
        person=event.person,
        item=event.item,
        price_centavos=event.price_centavos,
        covered_centavos=event.covered_centavos,
        split_centavos=event.split_centavos,
        sold_at=event.at,
        sold_by="",
        entry=event.voucher,
        voucher=True,
    )
    state.phone_asks.vouchers[event.voucher] = EntryVoucher(ask=event.ask, day=event.day, newcomer=event.newcomer)
    mine = state.phone_asks.asks[event.ask]
    mine.person, mine.voucher, mine.lapsed_at = event.person, event.voucher, None
    count(state.items_sold, event.item, 1)
    state.used_ids.add(event.voucher)


def voucher_kept(state: TournamentState, event: e.VoucherKept) -> None:
    state.phone_asks.vouchers.pop(event.voucher, None)


def phone_buyer_known(state: TournamentState, event: e.PhoneBuyerKnown) -> None:
    """Forgotten by nobody any more, if nothing comes of what they bought."""
    state.sales[event.sale].person = event.person
    voucher = state.phone_asks.vouchers.get(event.sale)
    if voucher is not None:
        voucher.newcomer = False


def entry_sold(state: TournamentState, event: EntrySold) -> None:
    """Somebody came with a voucher: from here on it is an entry as any other."""
    state.phone_asks.vouchers.pop(event.entry, None)


def order_dropped(state: TournamentState, event: OrderDropped) -> None:
    """Not paid in time, or given up: whoever asked stands in the line again."""
    voucher = state.phone_asks.vouchers.pop(event.sale, None)
    if voucher is not None:
        mine = state.phone_asks.asks[voucher.ask]
        mine.person = mine.voucher = ""
        mine.lapsed_at = event.at if event.ground == PIX_EXPIRED else None


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.EntryAsked: entry_asked,
    e.AskWithdrawn: ask_withdrawn,
    e.AskTaken: ask_taken,
    e.VoucherSold: voucher_sold,
    e.VoucherKept: voucher_kept,
    e.PhoneBuyerKnown: phone_buyer_known,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    EntrySold: entry_sold,
    OrderDropped: order_dropped,
}
