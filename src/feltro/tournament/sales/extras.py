"""Rebuys, add-ons and what else is sold to someone who plays; a rebuy announced at the table is a debt."""

from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.clock.face import day_of, standing
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.sales import ExtraOrdered
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.cancellation import dropped
from feltro.tournament.sales.commands import AnnounceRebuy, DropOrder, PayDebt, SellExtra
from feltro.tournament.sales.entries import SOLD_AS_ENTRY, receipt, refuse_stopped
from feltro.tournament.sales.members import refuse_non_member
from feltro.tournament.sales.payments import Charge, pay, pay_debt
from feltro.tournament.sales.refunds import refunds
from feltro.tournament.sheet import SaleItem, on_sale
from feltro.tournament.state import LIVE, Entry, TournamentState


def sell_extra(command: SellExtra, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = _found(command, state, book, now)
    if isinstance(found, Refused):
        return found
    entry, item = found
    paying = pay(command.payments, Charge(command.sale, entry.person, item), state, book, now)
    if isinstance(paying, Refused):
        return paying
    sold = extra_sold(command.sale, entry, item, now)
    if isinstance(paying[-1], e.SalePaid):
        return (sold, *paying, receipt(command.sale, state, now))
    if book["payment.pix.extras"].value == "at_once":
        return (sold, _owed(sold), *paying)
    return (_ordered(sold), *paying)


def announce_rebuy(command: AnnounceRebuy, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Announced before the next hand, the chips play in it and the price is owed, whatever the cards."""
    until = book["rebuy.announce_until"]
    if not command.before_next_hand and until.value == "next_hand":
        return Refused("rebuy.too_late", cites=until.cites)
    found = _found(command, state, book, now)
    if isinstance(found, Refused):
        return found
    entry, item = found
    at_once = book["rebuy.chips_play_at_once"]
    if not at_once.value:
        return Refused("rebuy.pay_first", cites=at_once.cites)
    if item.kind != "rebuy":
        return Refused("rebuy.not_a_rebuy", {"item": item.id})
    sold = extra_sold(command.sale, entry, item, now, announced=True)
    return (sold, _owed(sold))


def settle_debt(command: PayDebt, state: TournamentState, book: Settled, now: Now) -> Outcome:
    sale = state.sales.get(command.sale)
    if sale is None:
        return Refused("sale.unknown", {"sale": command.sale})
    if not sale.owed:
        return Refused("sale.not_owed", {"sale": sale.id})
    paying = pay_debt(command.payments, sale, state, book, now)
    if isinstance(paying, Refused) or not isinstance(paying[-1], e.DebtPaid):
        return paying
    return (*paying, receipt(sale.id, state, now))


def drop_order(command: DropOrder, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The PIX will not come, or the player thought better of it: no chips have left the tray."""
    sale = state.sales.get(command.sale)
    if sale is None or not sale.ordered or sale.gone:
        return Refused("extra.not_ordered", {"sale": command.sale})
    return (dropped(sale, "given_up", now), *refunds(sale, now, surcharge=True, nsu=command.nsu))


def _found(
    command: SellExtra | AnnounceRebuy, state: TournamentState, book: Settled, now: Now
) -> tuple[Entry, SaleItem] | Refused:
    entry, item = state.entries.get(command.entry), state.the_sheet.item(command.item)
    if state.stopped:
        return refuse_stopped(state) or Refused("tournament.stopped", {"status": state.stopped})
    if command.sale in state.used_ids:
        return Refused("sale.id_used", {"id": command.sale})
    if item is None or item.kind in SOLD_AS_ENTRY:
        return Refused("extra.no_such_item", {"item": command.item})
    if entry is None:
        return Refused("extra.needs_live_entry", {"entry": command.entry})
    sold_at = state.sales[entry.id].sold_at
    refused = status.refusal("rebuy" if item.kind == "rebuy" else "add_on", entry.person, state, book, now, sold_at)
    if refused or entry.status != LIVE:
        return refused or Refused("extra.needs_live_entry", {"entry": command.entry})
    if state.prizes.announced and item.split_centavos.get("prize_pool"):
        return Refused("prizes.announced_already")  # what it puts into the pool would be nobody's
    return _refuse_sale(entry, item, command.stack, state, now) or (entry, item)


def _refuse_sale(entry: Entry, item: SaleItem, stack: int, state: TournamentState, now: Now) -> Refused | None:
    shown = standing(state, day_of(state, entry.id), now.at)
    if not on_sale(state.the_sheet, item, level=shown.level, in_break=shown.in_break):
        return Refused("extra.not_on_sale", {"item": item.label, "level": shown.level})
    limit = item.limit
    if limit.stack_at_most is not None and stack > limit.stack_at_most:
        return Refused("extra.stack_too_big", {"most": limit.stack_at_most})
    if limit.total is not None and state.sold(item.id) >= limit.total:
        return Refused("entry.sold_out", {"limit": limit.total})
    mine = sum(sale.item == item.id and sale.entry == entry.id and not sale.gone for sale in state.sales.values())
    if limit.per_person is not None and mine >= limit.per_person:
        return Refused("entry.limit_per_person", {"limit": limit.per_person})
    day = state.the_sheet.day(entry.day)
    return refuse_non_member(entry.person, item, day, state, now) if day else None


def _owed(sold: e.ExtraSold) -> e.SaleOwed:
    return e.SaleOwed(
        sale=sold.sale,
        person=sold.person,
        price_centavos=sold.price_centavos,
        covered_centavos=sold.covered_centavos,
        split_centavos=sold.split_centavos,
    )


def _ordered(sold: e.ExtraSold) -> ExtraOrdered:
    return ExtraOrdered(
        sale=sold.sale,
        entry=sold.entry,
        person=sold.person,
        item=sold.item,
        price_centavos=sold.price_centavos,
        covered_centavos=sold.covered_centavos,
        split_centavos=sold.split_centavos,
        at=sold.at,
        by=sold.by,
    )


def extra_sold(sale: str, entry: Entry, item: SaleItem, now: Now, *, announced: bool = False) -> e.ExtraSold:
    return e.ExtraSold(
        sale=sale,
        entry=entry.id,
        person=entry.person,
        item=item.id,
        kind=item.kind,
        price_centavos=item.price_centavos,
        covered_centavos=item.covered_centavos,
        split_centavos=item.split_centavos,
        chips=item.chips,
        announced=announced,
        at=now.at,
        by=now.who,
    )
