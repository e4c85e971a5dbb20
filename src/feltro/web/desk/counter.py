"""The middle and the right of the desk: one person, and what is being sold to them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from feltro.app.desk.open_desk import open_desk_of
from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.people.papers_seen import told_holder
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.instants import local_time
from feltro.kernel.roles import ORGANISER
from feltro.tournament.media.brands import asked_with_entry
from feltro.tournament.sales.commands import CancelEntry, TransferEntry
from feltro.tournament.sales.entries import SOLD_AS_ENTRY
from feltro.tournament.sales.line import is_full
from feltro.tournament.sales.payments import allowed_methods
from feltro.tournament.sales.refunds import keeps_the_account
from feltro.tournament.sales.void import last_own_sale
from feltro.web.desk import advance, debts, lookup, owed_back, tickets
from feltro.web.desk import attendance as attending
from feltro.web.desk import pix_differences as pix_settling
from feltro.web.desk.asked import profile_asked
from feltro.web.desk.correction import phone_written
from feltro.web.desk.membership import membership
from feltro.web.desk.sale import ROWS, Desk, days_on_sale, dry_run, gives_up, means_for, offers
from feltro.web.desk.voucher_rows import vouchers_of
from feltro.web.frame import fields
from feltro.web.frame.answers import why
from feltro.web.frame.commands import key_again, new_id, new_key
from feltro.web.frame.gate import envelope, house_of, me, now
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.people.person import Person
    from feltro.kernel.outcome import Refused
    from feltro.rulebook.book import Sourced
    from feltro.tournament.state import Entry, Sale
    from feltro.web.desk.sale import Offered
    from feltro.web.frame.gate import AnyRequest


def desk_of(request: AnyRequest, event: EventView) -> Desk:
    house = house_of(request)
    return Desk(house, event, open_desk_of(house, me(request).user), envelope(request), request.app.state["bank"])


def counter(
    request: AnyRequest,
    event: EventView,
    person_id: str,
    form: dict[str, Any] | None = None,
    refused: Refused | None = None,
) -> dict[str, Any]:
    """Everything the counter shows of a person; an empty one where nobody is chosen. Hold the world's lock."""
    house, lang = house_of(request), language_of(request)
    person = directory(house.store).get(person_id) if person_id else None
    said = why(refused, lang) if refused else None
    if person is None:
        return {"person": None, "refused": said, "event": event}
    desk = desk_of(request, event)
    return {**file_of(request, desk, person), "refused": said, **_sale(desk, person, form or {}, refused)}


def file_of(request: AnyRequest, desk: Desk, person: Person) -> dict[str, Any]:
    """The person in the middle, without what is being sold; with the streams that it was read from."""
    event, house = desk.event, desk.house
    return {
        "person": person,
        "person_live": _live(event, house),
        "document": masked(person.document or person.told_document),
        "holder": told_holder(person, house.store),
        "phone": phone_written(person.phone),
        "flags": lookup.flags(person, event, house, now(request)),
        "entries": [_entry(desk, entry) for entry in lookup.entries(person.id, event)],
        "vouchers": vouchers_of(desk, person.id),
        "debts": debts.debts(desk, person.id),
        "short": pix_settling.short(desk, person.id),
        "excess": pix_settling.excess(person.id, event),
        "ways_back": pix_settling.BACK,
        "overpaid": owed_back.owed_back(person.id, house),
        "rebuys": debts.rebuys(desk),
        "in_hand": tickets.in_hand(desk, person.id),
        "ahead": advance.ahead(desk),
        "first_days": [day.id for day in event.state.the_sheet.days if day.is_first],
        "acted": defaultdict(str),
        "membership": membership(desk, person.id),
        "months_asked": lookup.months_asked(person.id, house),
        "new_key": new_key,
        "new_id": new_id,
        "to_refund": lookup.to_refund(person.id, event),
        "event": event,
        "desk": desk.desk,
        "may_void": me(request).role != "cashier",
        "last_sale": last_own_sale(event.state, me(request).user),
        "extras": [one for one in event.state.sales.values() if one.person == person.id and _is_extra(one)],
        "may_other_way": keeps_the_account(me(request).role, event.book, ORGANISER),
    }


def _is_extra(sale: Sale) -> bool:
    """A rebuy or the like that was paid: its chips can come back to the tray."""
    return sale.id != sale.entry and sale.paid and not (sale.gone or sale.owed)


def _live(event: EventView, house: House) -> str:
    """Every event, because a person may play or owe in another one; bans are the season's, names the registry's."""
    season = f"season:{event.state.season}"
    events = sum(house.store.streams("tournament:").values())
    return f"tournament:*@{events} {season}@{house.store.version(season)} {PEOPLE}@{house.store.version(PEOPLE)}"


def _entry(desk: Desk, entry: Entry) -> dict[str, Any]:
    """With what would be said to cancelling it: a button that is always refused helps nobody."""
    event = desk.event
    cancelling = CancelEntry(tournament=event.id, entry=entry.id, desk=desk.desk or "none")
    return {
        "cannot_cancel": dry_run(desk, cancelling),
        "cannot_transfer": _cannot_transfer(desk, entry),
        "entry": entry,
        "sale": event.state.sales[entry.id],
        "place": attending.place_of(event, entry.id),
        "pulls_card": attending.pulls_card(event, entry),
        "turn": attending.turn_of(event, entry.id),
        "attending": attending.attending(event, entry),
    }


def _cannot_transfer(desk: Desk, entry: Entry) -> Refused | None:
    """What stands in the way whoever it may go to; who takes it over is looked at when a name is typed."""
    passing = TransferEntry(tournament=desk.event.id, entry=entry.id, to=entry.person, reason="—")
    refused = dry_run(desk, passing)
    return refused if refused and refused.because.startswith(("transfer.", "permission.")) else None


def _sale(desk: Desk, person: Person, form: dict[str, Any], refused: Refused | None) -> dict[str, Any]:
    """The form of a sale: the first thing that can be sold is chosen, and what was typed stays."""
    offered = offers(desk, person.id)
    wanted = fields.text(form, "item")
    chosen = next((one for one in offered if one.item.id == wanted), offered[0] if offered else None)
    if chosen is None or (chosen.refused and not wanted and all(one.refused for one in offered)):
        return {"offered": offered, "chosen": None, "blocked": _blocked(offered), "day_choices": []}
    item = chosen.item
    accepted = desk.event.book["entry.rules_accepted_at"]
    live = next((one.id for one in lookup.entries(person.id, desk.event) if one.status == "live"), "")
    return {
        "offered": offered,
        "chosen": item,
        "blocked": _blocked([one for one in offered if one is not chosen], every=True),
        "members_first": any(one.item.members_only and one.refused for one in offered),
        "asks": {**chosen.asks, **profile_asked(desk.event, person)} if item.kind in SOLD_AS_ENTRY else {},
        "means": means_for(desk, item, person.id),
        "rows": ROWS,
        "no_pix": _no_pix(desk),
        "typed": {name: fields.text(form, name) for name in _TYPED},
        "terms_ticked": not fields.text(form, "sale") or fields.ticked(form, "terms"),
        "terms": accepted if accepted.value == "registration" and item.kind in SOLD_AS_ENTRY else None,
        "sold_as_entry": item.kind in SOLD_AS_ENTRY,
        "asks_brand": _asks_brand(desk, person.id) if item.kind in SOLD_AS_ENTRY else None,
        "live_entry": live,
        "gives_up": gives_up(desk.event, item, person.id),
        "token_number": desk.event.state.tokens.get(person.id, 0),
        "day_choices": _days(desk.event) if item.kind in SOLD_AS_ENTRY else [],
        "full_days": _full_days(desk.event),
        **_known_by(desk.event, form, refused),
    }


def _known_by(event: EventView, form: dict[str, Any], refused: Refused | None) -> dict[str, str]:
    """What a sale and its form are known by, so that sent twice it is done once. New where that sale was made already, as
    after the browser's way back: what is chosen there is another sale."""
    sale, key = fields.text(form, "sale"), key_again(form, refused)
    anew = not sale or sale in event.state.sales or key != fields.text(form, "key")
    return {"sale": new_id("e"), "key": new_key()} if anew else {"sale": sale, "key": key}


def _no_pix(desk: Desk) -> Sourced | None:
    """What the book says where PIX is not taken today: people ask for it first."""
    allowed = allowed_methods(desk.event.state, desk.event.book, desk.envelope.at)
    return None if "pix" in allowed.value else allowed


def _asks_brand(desk: Desk, person: str) -> Sourced | None:
    """Where the book lets nobody wear a brand that was not declared with the entry; asked once."""
    if not asked_with_entry(desk.event.book) or desk.event.state.media.brands.get(person):
        return None
    return desk.event.book["media.sponsor.declare_until"]


def _full_days(event: EventView) -> set[str]:
    """First days without a chair: whoever pays for one of them waits."""
    state = event.state
    return {day.id for day in state.the_sheet.days if is_full(day.id, state)}


def _blocked(offered: list[Offered], *, every: bool = False) -> list[tuple[str, Refused]]:
    """Why nobody can be entered now, or why not `every` thing is sold; each reason once for all that it holds back."""
    found: dict[str, tuple[list[str], Refused]] = {}
    for one in offered:
        if one.refused and (every or one.item.kind in SOLD_AS_ENTRY):
            labels, _ = found.setdefault(one.refused.because, ([], one.refused))
            labels.append(one.item.label)
    return [(", ".join(dict.fromkeys(labels)), refused) for labels, refused in found.values()]


_TYPED = (
    "day",
    "stack",
    "tendered",
    "surrendered",
    "brand",
    "reference",
    "born_on",
    "photo_id_seen",
    "online_profile",
    "sure",
    *(f"{name}_{row}" for row in ROWS for name in ("method", "amount")),
)


def _days(event: EventView) -> list[tuple[str, Any]]:
    """The first days that still sell, of an event that has several; nothing to choose where there is one."""
    first = [day for day in event.state.the_sheet.days if day.is_first]
    zone, on_sale = event.state.the_sheet.zone, days_on_sale(event)
    several = [day for day in first if day.id in on_sale] if len(first) > 1 else []
    return [(day.id, local_time(event.state.starts_at(day), zone)) for day in several]
