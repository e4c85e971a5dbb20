"""Asking for an entry from a phone: interest, or all that the desk would type. Nothing is paid, no chair is held, and the
page never tells whether the house knows the person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException

from feltro.app.access.throttle import ask_tries, card_tries, throttle_of
from feltro.app.decisions.phone_photos import keep_photo, photo_of
from feltro.app.event_view import event_of
from feltro.app.papers.seats import player_page
from feltro.app.people.directory import directory
from feltro.app.people.public_ids import public_ids
from feltro.app.player.phones import ask_begins, ask_offer, phone_ends
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import phone_entries, takes_asks
from feltro.kernel.outcome import Refused
from feltro.tournament.asks.commands import AskEntry, WithdrawAsk
from feltro.tournament.asks.voucher_commands import BuyByPhone
from feltro.tournament.clock.due import minimum_ahead
from feltro.tournament.days.end import sells
from feltro.tournament.state import GONE
from feltro.web.frame.answers import AnyAnswer, gate_page, go, why
from feltro.web.frame.commands import new_id
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form, open_page
from feltro.web.frame.visitor import language_of
from feltro.web.screens.overview import Upload
from feltro.web.screens.own_phone import PHONE_SAID, TOO_OFTEN, browser_of
from feltro.web.screens.vouchers import buy, give_up, money_back, offer_of, sent, voucher_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView

ASKS = "/inscricao/{event:str}"
MINE = ASKS + "/{code:str}"
TYPED = ("name", "known_as", "cpf", "foreign", "country", "born_on", "phone", "email", "card")
LONGEST = 120


@open_page(ASKS)
def show_form(request: AnyRequest, event: str) -> AnyAnswer:
    return _form(request, event, {}, None)


@open_form(ASKS)
def ask(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    """A new one, or more told by whoever had only said that they mean to come: `code` is theirs."""
    found = _event(request, event)
    known = _ask_of(found, text(data, "code")) if text(data, "code") else ""
    asked = known or new_id("q")
    address = request.client.host if request.client else ""
    wait = throttle_of(house_of(request).store).take(ask_tries(event, address), now(request))
    if wait:
        return _form(request, event, data, Refused("phone_ask.too_often", {"seconds": wait}))
    command = AskEntry(
        tournament=event,
        ask=asked,
        interest=ticked(data, "interest"),
        **{name: text(data, name)[:LONGEST] for name in TYPED},
        initials=ticked(data, "initials"),
        image=ticked(data, "image"),
        terms=ticked(data, "terms"),
    )
    outcome = house_of(request).handle(command, sent(request))
    if isinstance(outcome, Refused):
        return _form(request, event, data, outcome)
    return go(request, f"/inscricao/{event}/{public_ids(house_of(request).store).ask(event, asked)}")


@open_page(MINE, follows=("tournament:{event}",), pace=1)
def show_ask(request: AnyRequest, event: str, code: str) -> AnyAnswer:
    return _mine(request, event, code)


def _mine(request: AnyRequest, event: str, code: str, refused: Refused | None = None) -> AnyAnswer:
    with house_of(request).world.lock:
        found = _event(request, event)
        mine = _ask_of(found, code)
        one = found.state.phone_asks.asks[mine]
        line = found.state.phone_asks.line(interest=one.interest)
        entries = [entry for entry in found.state.entries_of(one.person) if entry.status not in GONE]
        context: dict[str, Any] = {
            "one": one,
            "turn": line.index(mine) + 1 if mine in line else 0,
            "minimum": minimum_ahead(found.state, found.book),
            "card": player_page(event, entries[-1].id, found.house.store)
            if entries and one.voucher not in found.state.phone_asks.vouchers
            else "",
            "wants_photo": phone_entries(settings_of(found.house.store)).photo
            and not (one.interest or _document_seen(found, mine)),
            "photo_sent": photo_of(found.house.store, event, mine) is not None,
            "offer": offer_of(request, found, mine, code) if one.is_open and not one.interest else None,
            "voucher": voucher_of(request, found, one.voucher, f"/inscricao/{event}/{code}"),
            "back": money_back(found, mine),
            "card_address": f"/inscricao/{event}/{code}",
            "phone_offer": ask_offer(found, mine),
            "phone_help": "phone_news.ask.help",
            "phone_said": said if (said := request.query_params.get("aviso", "")) in PHONE_SAID else "",
        }
    told = why(refused, language_of(request)) if refused else None
    return gate_page(
        request, "screens/ask.html", 409 if refused else 200, event=found, code=code, refused=told, **context
    )


@open_form(MINE)
def withdraw(request: AnyRequest, event: str, code: str, data: Form) -> AnyAnswer:
    """Off the list, and erased; or the entry is paid here, or what was paid given up."""
    with house_of(request).world.lock:
        found = _event(request, event)
        mine = _ask_of(found, code)
        voucher = found.state.phone_asks.asks[mine].voucher
    refused: Refused | None = None
    if text(data, "do") == "pay":
        item, day = text(data, "item")[:60], text(data, "day")[:60]
        buying = BuyByPhone(
            tournament=event,
            ask=mine,
            code=code,
            voucher=new_id("v"),
            item=item,
            day=day,
            with_ticket=ticked(data, "ticket"),
        )
        refused = buy(request, buying)
    elif voucher:
        refused = give_up(request, event, voucher, code)
    else:
        house_of(request).handle(WithdrawAsk(tournament=event, ask=mine, code=code), sent(request))
    return _mine(request, event, code, refused) if refused else go(request, f"/inscricao/{event}/{code}")


@open_form(MINE + "/avisos")
def begin_ask_notices(request: AnyRequest, event: str, code: str, data: Form) -> AnyAnswer:
    """This phone is told while the page is closed: the voucher is paid, the chair is drawn, the start has moved."""
    there, store = f"/inscricao/{event}/{code}", house_of(request).store
    with house_of(request).world.lock:
        found = _event(request, event)
        mine = _ask_of(found, code)
        if throttle_of(store).take(card_tries(f"{code}/avisos"), now(request)):
            return go(request, f"{there}?aviso={TOO_OFTEN}#avisos")
        refused = ask_begins(found, mine, browser_of(data), language_of(request), sent(request))
    return go(request, f"{there}?aviso={refused.because}#avisos" if refused else f"{there}#avisos")


@open_form(MINE + "/avisos/desligar")
def end_ask_notices(request: AnyRequest, event: str, code: str, data: Form) -> AnyAnswer:
    with house_of(request).world.lock:
        mine = _ask_of(_event(request, event), code)
    phone_ends(house_of(request).store, event, mine, browser_of(data).address, sent(request))
    return go(request, f"/inscricao/{event}/{code}#avisos")


@open_form(MINE + "/documento")
def send_photo(request: AnyRequest, event: str, code: str, data: Upload) -> AnyAnswer:
    """A picture of the document, where the house wants one."""
    with house_of(request).world.lock:
        found = _event(request, event)
        mine = _ask_of(found, code)
        seen = _document_seen(found, mine)
    if seen:
        return _mine(request, event, code, Refused("phone_photo.seen"))
    picked = data.get("photo")
    content = picked.file.read() if isinstance(picked, UploadFile) else b""
    refused = keep_photo(house_of(request).store, event, mine, content, sent(request))
    return _mine(request, event, code, refused) if refused else go(request, f"/inscricao/{event}/{code}")


def _ask_of(event: EventView, code: str) -> str:
    found = public_ids(event.house.store).find_ask(event.id, code, event.state.phone_asks.asks)
    if found is None:
        raise NotFoundException
    return found


def _document_seen(event: EventView, ask: str) -> bool:
    """The desk held it in hand: nobody needs a picture of it."""
    person = directory(event.house.store).get(event.state.phone_asks.asks[ask].person)
    return person is not None and person.photo_id is not None


def _event(request: AnyRequest, event: str) -> EventView:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
    if found is None or found.state.sheet is None or not takes_asks(settings_of(house.store)):
        raise NotFoundException
    return found


def _card(request: AnyRequest, typed: dict[str, Any]) -> dict[str, str]:
    """Somebody's own page says whose card it is on the way here."""
    return {"card": text(typed, "card") or request.query_params.get("cartao", "")[:LONGEST]}


def _form(request: AnyRequest, event: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    found = _event(request, event)
    with house_of(request).world.lock:
        book, state = found.book, found.state
        context: dict[str, Any] = {
            "open_now": any(sells(state, day, found.at) for day in state.the_sheet.days if day.is_first),
            "minimum": minimum_ahead(state, book),
            "interested": len(state.phone_asks.line(interest=True)),
            "waiting": len(state.phone_asks.line(interest=False)),
            "accepted": book["entry.rules_accepted_at"],
            "image": book["media.image.release"],
        }
    return gate_page(
        request,
        "screens/ask_form.html",
        409 if refused else 200,
        event=found,
        typed={name: text(typed, name) for name in (*TYPED, "code")} | _card(request, typed),
        ticks={name: ticked(typed, name) for name in ("interest", "initials", "image", "terms")},
        code=text(typed, "code") or request.query_params.get("codigo", "")[:40],
        refused=why(refused, language_of(request)) if refused else None,
        **context,
    )
