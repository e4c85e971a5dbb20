"""Phones of the room give the public value of a draw together: each is held to its value before any is shown."""

from __future__ import annotations

import uuid

from litestar.exceptions import NotFoundException
from msgspec import ValidationError, json

from feltro.app.access.throttle import phone_tries, throttle_of
from feltro.app.event_view import event_of
from feltro.app.handling.catalogue import command_decoder
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.tournament.draws.commands import SealPhoneValue, ShowPhoneValue
from feltro.tournament.state.draws import PHONES, Source
from feltro.web.frame.answers import AnyAnswer, gate_page, go
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form, open_page
from feltro.web.frame.visitor import language_of
from feltro.web.screens.fairness import FAIR
from feltro.words.sentences import say

PHONE = FAIR + "/{event:str}/celular"
AS = "viewer"
"""Somebody who is nobody in particular: may look, and give this one thing."""


@open_page(PHONE, follows=("tournament:{event}",))
def show_phones(request: AnyRequest, event: str) -> AnyAnswer:
    return _page(request, event)


@open_form(PHONE)
def give_phone_value(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    """The seal first; with a value it is shown. Bound to a draw of this event that waits for phones, and throttled."""
    draw, sealed, value = (text(data, name) for name in ("draw", "sealed", "value"))
    if draw not in {one.commitment for one in _waiting(request, event)}:
        return _page(request, event, Refused("draw.not_by_phones"))
    address = request.client.host if request.client else ""
    wait = throttle_of(house_of(request).store).take(phone_tries(draw, address), now(request))
    if wait:
        return _page(request, event, Refused("draw.phone_too_often", {"seconds": wait}))
    outcome = _given(request, event, draw, sealed, value)
    return _page(request, event, outcome) if outcome else go(request, f"{FAIR}/{event}/celular")


def _given(request: AnyRequest, event: str, draw: str, sealed: str, value: str) -> Refused | None:
    command: SealPhoneValue | ShowPhoneValue = SealPhoneValue(tournament=event, draw=draw, sealed=sealed)
    if value:
        command = ShowPhoneValue(tournament=event, draw=draw, sealed=sealed, shown=value)
    try:
        command = command_decoder().decode(json.encode(command))
    except ValidationError:
        return Refused("draw.phone_value_differs")
    sent = Envelope(key=uuid.uuid4().hex, who="", role=AS, device="phone", at=now(request))
    outcome = house_of(request).handle(command, sent)
    return outcome if isinstance(outcome, Refused) else None


def _waiting(request: AnyRequest, event: str) -> list[Source]:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None:
            raise NotFoundException
        draws = found.state.draws
        return [
            one
            for one in draws.sources.values()
            if one.kind == PHONES and one.awaits and one.commitment not in draws.given_up
        ]


def _page(request: AnyRequest, event: str, refused: Refused | None = None) -> AnyAnswer:
    why = say(refused.because, language_of(request), **refused.values) if refused else ""
    sources = _waiting(request, event)
    return gate_page(
        request, "screens/phones.html", 409 if refused else 200, event=event, sources=sources, refused=why
    )
