"""A voucher at the desk: the document in hand, and the chair that is drawn with it. One key."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from feltro.app.money.bank import forget_stranger
from feltro.app.people.asked import asked_of
from feltro.app.people.commands import ChoosePublicity, RecordImageConsent, SeePhotoId
from feltro.app.people.directory import directory
from feltro.kernel.outcome import Refused
from feltro.tournament.asks.voucher_commands import CheckInVoucher, GiveUpVoucher
from feltro.web.desk.after import after_sale
from feltro.web.desk.new_player import BY_PHONE
from feltro.web.desk.routes import ADDRESS, answer, called_today
from feltro.web.frame.answers import AnyAnswer, go, part
from feltro.web.frame.commands import give, hand_over
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import DESK
from feltro.web.frame.templates import wants_fragment

if TYPE_CHECKING:
    from feltro.app.people.asked import AskedEntry


@staff_form(ADDRESS + "/{tournament:str}/voucher/{voucher:str}", DESK)
def redeem(request: AnyRequest, tournament: str, voucher: str, data: Form) -> AnyAnswer:
    """The button says that the document was seen: that is written down, then the voucher is an entry with its chair."""
    person, key = text(data, "person"), text(data, "key")
    if text(data, "do") == "give_up":
        outcome = give(request, GiveUpVoucher(tournament=tournament, voucher=voucher), key)
        forget_stranger(house_of(request), tournament, voucher, now(request))
        return answer(request, tournament, person, outcome if isinstance(outcome, Refused) else None)
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        mine = event.state.phone_asks.vouchers.get(voucher)
        sale = event.state.sales.get(voucher)
        told = asked_of(house.store, tournament, mine.ask) if mine else None
    known = directory(house.store).get(sale.person) if sale else None
    if known is not None and known.photo_id is None:
        seen = give(request, SeePhotoId(person=known.id), f"{key}.id" if key else "")
        if isinstance(seen, Refused):
            return answer(request, tournament, person, seen)
    outcome = give(request, CheckInVoucher(tournament=tournament, voucher=voucher), key)
    if isinstance(outcome, Refused):
        return answer(request, tournament, person, outcome)
    if told is not None and known is not None:
        _keep_wishes(request, called_today(request, known.id), told)
    return _done(request, tournament, voucher)


def _keep_wishes(request: AnyRequest, person: str, told: AskedEntry) -> None:
    """What they agreed to on the phone counts from when somebody saw who they are."""
    if told.image:
        hand_over(request, RecordImageConsent(person=person, granted=True, how=BY_PHONE))
    if told.initials:
        hand_over(request, ChoosePublicity(person=person, initials=True, how=BY_PHONE))


def _done(request: AnyRequest, tournament: str, voucher: str) -> AnyAnswer:
    """As after any sale: the seat in large, and the papers."""
    if not wants_fragment(request):
        return go(request, f"{ADDRESS}/{tournament}?{urlencode({'feito': voucher})}")
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        done = after_sale(request, event, voucher)
        return part(request, "desk/_counter.html", event=event, person=None, refused=None, done=done)
