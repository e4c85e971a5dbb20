"""The button by which a player's phone is told while the page is closed, and the script that shows what it was told."""

from __future__ import annotations

import uuid

from litestar import Response, get
from litestar.exceptions import NotFoundException

from feltro.app.access.throttle import card_tries, throttle_of
from feltro.app.event_view import event_of
from feltro.app.player.phones import Browser, phone_begins, phone_ends
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form
from feltro.web.frame.static_files import STATIC
from feltro.web.frame.visitor import language_of
from feltro.web.screens.own import MINE, entry_of
from feltro.web.screens.seats import PLAYER

NOTICES, WORKER = MINE + "/avisos", "/avisos.js"
LONGEST = 1000
TOO_OFTEN = "chips.told_too_often"
PHONE_SAID = ("phone_news.off", "phone_news.browser_unfit", "phone_news.again", TOO_OFTEN)


@get(WORKER, sync_to_thread=False, include_in_schema=False)
def notices_worker() -> Response[bytes]:
    """At the root, because a browser lets it see no more than lies below it."""
    script = (STATIC / "screens" / "notices-worker.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def browser_of(data: Form) -> Browser:
    return Browser(*(text(data, name)[:LONGEST] for name in Browser._fields))


@open_form(NOTICES)
def begin_notices(request: AnyRequest, event: str, entry: str, data: Form) -> AnyAnswer:
    house, there = house_of(request), f"{PLAYER}/{event}/{entry}"
    browser = browser_of(data)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None:
            raise NotFoundException
        mine = entry_of(found, entry)
        if throttle_of(house.store).take(card_tries(f"{entry}/avisos"), now(request)):
            return go(request, f"{there}?aviso={TOO_OFTEN}#avisos")
        refused = phone_begins(found, mine, browser, language_of(request), _sent(request))
    return go(
        request, f"{there}?aviso={refused.because}#avisos" if isinstance(refused, Refused) else f"{there}#avisos"
    )


@open_form(NOTICES + "/desligar")
def end_notices(request: AnyRequest, event: str, entry: str, data: Form) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None:
            raise NotFoundException
        mine = entry_of(found, entry)
    phone_ends(house.store, event, mine, browser_of(data).address, _sent(request))
    return go(request, f"{PLAYER}/{event}/{entry}#avisos")


def _sent(request: AnyRequest) -> Envelope:
    return Envelope(key=uuid.uuid4().hex, who="", role="viewer", device="phone", at=now(request))
