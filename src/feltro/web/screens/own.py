"""What only the holder of a seat card does on their page: tell their own stack, open receipts and points, show the code.

Staff who open the page, with any camera that reads a code, find on it where the player's sheet is. The code is a key to a
sheet and to nothing else: the document is held in hand all the same.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.exceptions import NotFoundException

from feltro.app.access.throttle import card_tries, throttle_of
from feltro.app.event_view import event_of
from feltro.app.people.public_ids import public_ids
from feltro.app.player.phones import phone_offer
from feltro.app.player.record import record_of_card
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import FLOOR, MONEY
from feltro.season.commands import AskSelfExclusion
from feltro.tournament.chips.commands import TellStack
from feltro.tournament.days.end import played_out
from feltro.tournament.state import LIVE
from feltro.web.frame.answers import AnyAnswer, gate_page, go
from feltro.web.frame.fields import Form, digits, text, whole
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form, open_page, who
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.visitor import language_of
from feltro.web.screens.seats import PLAYER
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.event_view import EventView

MINE = PLAYER + "/{event:str}/{entry:str}"
RECORD, STACK, AWAY = MINE + "/registro", MINE + "/stack", MINE + "/afastamento"
MOST_MONTHS = 12
AS = "viewer"
LIKELY = 10**9


class StaffLink(NamedTuple):
    key: str
    href: str


def own_context(request: AnyRequest, event: EventView, card: str) -> dict[str, Any]:
    """Hold the world's lock."""
    entry = entry_of(event, card)
    address = f"{PLAYER}/{event.id}/{card}"
    base = str(request.base_url).rstrip("/")
    away = event.season.self_excluded.get(event.state.entries[entry].person)
    until = away.until if away else None
    return {
        "card_address": address,
        "record": record_of_card(event, entry),
        "code": qr_svg(base + address, say("player.code", language_of(request))),
        "away": away,
        "away_until": local_time(Instant(until - 1)).date() if until is not None else None,
        "tells": event.state.entries[entry].status == LIVE and not played_out(event.state, event.at),
        "staff_links": staff_links(request, event, entry),
        "phone_offer": phone_offer(event, entry),
        "phone_help": "phone_news.begin.help",
    }


def entry_of(event: EventView, card: str) -> str:
    entry = public_ids(event.house.store).find_entry(event.id, card, event.state.entries)
    if entry is None:
        raise NotFoundException
    return entry


def staff_links(request: AnyRequest, event: EventView, entry: str) -> list[StaffLink]:
    """Where somebody of the staff finds this player; nothing for anybody else."""
    identity = who(request)
    if identity is None or identity.device:
        return []
    person = event.state.entries[entry].person
    found = []
    if identity.role in MONEY:
        found.append(StaffLink("player.staff.desk", f"/balcao/{event.id}?pessoa={person}"))
        found.append(StaffLink("player.staff.window", f"/premios/{event.id}/janela?entrada={entry}"))
    if identity.role in FLOOR:
        found.append(StaffLink("player.staff.room", f"/direcao/{event.id}/jogador/{entry}"))
    return found


@open_page(RECORD)
def show_record(request: AnyRequest, event: str, entry: str) -> AnyAnswer:
    """Receipts and points again, when somebody opens them."""
    house = house_of(request)
    with house.world.lock:
        found = _event(request, event)
        record = record_of_card(found, entry_of(found, entry))
    return gate_page(request, "screens/_record.html", record=record, zone=found.state.the_sheet.zone)


@open_form(STACK)
def tell_stack(request: AnyRequest, event: str, entry: str, data: Form) -> AnyAnswer:
    house, at = house_of(request), now(request)
    with house.world.lock:
        mine = entry_of(_event(request, event), entry)
    there = f"{PLAYER}/{event}/{entry}"
    try:
        chips = whole(data, "chips") or 0
    except ValueError:
        chips = 0
    if not 0 < chips < LIKELY:
        return go(request, f"{there}?stack=chips.not_a_stack#stack")
    if throttle_of(house.store).take(card_tries(entry), at):
        return go(request, f"{there}?stack=chips.told_too_often#stack")
    sent = Envelope(key=uuid.uuid4().hex, who="", role=AS, device="phone", at=at)
    outcome = house.handle(TellStack(tournament=event, entry=mine, chips=chips, card=entry), sent)
    if isinstance(outcome, Refused):
        return go(request, f"{there}?stack=chips.not_a_stack#stack")
    return go(request, there)


@open_form(AWAY)
def ask_to_be_kept_away(request: AnyRequest, event: str, entry: str, data: Form) -> AnyAnswer:
    """It waits for the desk, where the document is seen."""
    house, at = house_of(request), now(request)
    with house.world.lock:
        found = _event(request, event)
        mine = entry_of(found, entry)
    there, months = f"{PLAYER}/{event}/{entry}", digits(text(data, "months"), 2) or 0
    if not 1 <= months <= MOST_MONTHS or throttle_of(house.store).take(card_tries(entry), at):
        return go(request, there)
    sent = Envelope(key=uuid.uuid4().hex, who="", role=AS, device="phone", at=at)
    wish = AskSelfExclusion(season=found.state.season, tournament=event, entry=mine, card=entry, months=months)
    house.handle(wish, sent)
    return go(request, f"{there}#afastar")


SAID = ("chips.not_a_stack", "chips.told_too_often")


def _event(request: AnyRequest, event: str) -> EventView:
    found = event_of(house_of(request), event, now(request))
    if found is None or found.state.sheet is None:
        raise NotFoundException
    return found
