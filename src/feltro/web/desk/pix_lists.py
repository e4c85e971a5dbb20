"""PIX of all events on one page: what is awaited, what came short or long, and what may still come too late."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.access.seconds import waits_for_other
from feltro.app.event_view import event_of
from feltro.app.money.returns import returns_of
from feltro.app.people.directory import directory
from feltro.app.world.gist import is_unsettled, missing_centavos
from feltro.procedures.control import control
from feltro.tournament.sales.commands import MatchPix
from feltro.web.desk.pix_differences import is_late, valid_until
from feltro.web.frame.gate import house_of, me, now
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.app.money.bank_desk import BankDesk
    from feltro.tournament.state import Sale
    from feltro.web.frame.gate import AnyRequest
    from feltro.words.languages import Lang


def awaited(request: AnyRequest) -> list[dict[str, Any]]:
    """The latest first. `over`: the sale was paid otherwise or is gone, and whatever still comes is owed back."""
    mine = me(request).user
    found = [
        {
            **_named(request, event, sale),
            "paid": paid,
            "mine": sale.sold_by == mine and _waits(event, mine),
            "until": valid_until(sale, event),
            "late": is_late(sale, event),
            "over": sale.gone or sale.paid,
        }
        for event, sale in _sales(request)
        for paid in sale.awaited.values()
    ]
    return sorted(found, key=lambda one: -one["sale"].sold_at)


def _waits(event: EventView, seller: str) -> bool:
    """Whether whoever sold calls somebody else to look."""
    size = control(event.book)
    return size.waits("pix_seen") and waits_for_other(seller, MatchPix.may, size, event.house.world, event.at)


def unsettled(request: AnyRequest) -> list[dict[str, Any]]:
    """Sales whose PIX came with another amount: something is missing, or to be given back."""
    return [
        {**_named(request, event, sale), "excess": sum(sale.excess.values()), "missing": missing_centavos(sale)}
        for event, sale in _sales(request)
        if sale.excess or missing_centavos(sale)
    ]


def _named(request: AnyRequest, event: EventView, sale: Sale) -> dict[str, Any]:
    person = directory(house_of(request).store).get(sale.person)
    name = person.called if person else "—"
    return {"tournament": event.id, "event": event.state.the_sheet.name, "sale": sale, "name": name}


def _sales(request: AnyRequest) -> Iterator[tuple[EventView, Sale]]:
    """Those of all events that have to do with a PIX that is not settled."""
    house = house_of(request)
    for one in house.world.gists():
        event = event_of(house, one.tournament, now(request)) if one.awaits else None
        if event is not None:
            yield from ((event, sale) for sale in event.state.sales.values() if is_unsettled(sale))


def bank_shown(request: AnyRequest) -> dict[str, Any] | None:
    """For the page; nothing where no bank is connected. Hold the world's lock."""
    desk: BankDesk | None = request.app.state["bank"]
    if desk is None:
        return None
    house, lang = house_of(request), language_of(request)
    people = directory(house.store)
    known = [(one, people.get(one.person)) for one in returns_of(house)]
    returns = [
        {"one": one, "going": desk.going(one.id), "name": person.called if person else "—"} for one, person in known
    ]
    return {"last": desk.last, "unexplained": _unexplained(request, desk, lang), "returns": returns}


def _unexplained(request: AnyRequest, desk: BankDesk, lang: Lang) -> list[dict[str, Any]]:
    """What came, the bank's own number for the statement, and the sale that it was meant for, where one has the code."""
    listed = desk.unexplained
    meant = _by_txid(request, {one.where for one in listed if one.where}) if listed else {}
    return [
        {
            "said": say(one.because, lang, **one.values),
            "numbers": [number for number in (one.where, one.values["bank_id"]) if number and number not in meant],
            "meant": meant.get(one.where),
        }
        for one in listed
    ]


def _by_txid(request: AnyRequest, txids: set[str]) -> dict[str, dict[str, Any]]:
    """Of the events in which the bank's answers are looked for."""
    house = house_of(request)
    hits = [
        (txid, live.state.tournament, sale)
        for live in house.world.lives("tournament:")
        for sale in live.state.sales.values()
        for txid in txids & {one.txid for one in (*sale.awaited.values(), *sale.payments)}
    ]
    events = {name: event_of(house, name, now(request)) for name in {name for _, name, _ in hits}}
    return {txid: _named(request, event, sale) for txid, name, sale in hits if (event := events[name]) is not None}
