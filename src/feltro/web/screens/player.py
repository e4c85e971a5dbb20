"""The player's own page, opened from the seat card: my seat, the clock, payouts, ranking, structure, rules.

Whoever holds the card finds its page: an entry has an address that nobody guesses, and its id in the log opens nothing.
Nobody's name stands beside a seat all the same, because a card may be lost. Names are shown where they were
announced, in the ranking; who was erased keeps a pseudonym.
"""

import re
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from markupsafe import Markup
from msgspec.structs import replace

from feltro.app.event_view import EventView, event_of
from feltro.app.screens.commands import Layout
from feltro.app.sheets.lines import clock_line
from feltro.tournament.clock.face import showing
from feltro.tournament.days.end import played_out
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page
from feltro.web.frame.templates import page_headers, wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.screens import lists
from feltro.web.screens.content import Place, show
from feltro.web.screens.countdown import stakes_of
from feltro.web.screens.faces import paid_lines
from feltro.web.screens.own import MINE, SAID, own_context
from feltro.web.screens.own_phone import PHONE_SAID
from feltro.web.screens.seats import PLAYER, Seats, SeatsKept, seat_html

RANKED_SHOWN = 20
CLOCK = Layout(blocks=("players", "average", "break", "registration", "next", "message"), sound=False)


@open_page(PLAYER + "/{event:str}", pushed=True)
def follow(request: AnyRequest, event: str) -> AnyAnswer:
    return _page(request, _found(request, event))


def _ready(request: AnyRequest, event: str, entry: str) -> AnyAnswer | None:
    """A phone that asks again for its seat, when it is known where everybody sits: no thread, no lock."""
    if not wants_fragment(request):
        return None
    kept: SeatsKept = request.app.state.seats
    seats = kept.known(event, request.app.state.hub.reached(f"tournament:{event}"))
    return _seat_answer(request, seats, entry) if seats and entry in seats.of else None


@open_page(MINE, pushed=True, ready=_ready)
def my_seat(request: AnyRequest, event: str, entry: str) -> AnyAnswer:
    """What the code on a seat card opens."""
    found = _found(request, event)
    seats = request.app.state.seats.look(found.id, now(request))
    if seats is None or entry not in seats.of:
        raise NotFoundException
    if wants_fragment(request):
        return _seat_answer(request, seats, entry)
    with house_of(request).world.lock:
        own = own_context(request, found, entry)
    said = request.query_params.get("stack", "")
    own["stack_said"] = said if said in SAID else ""
    told = request.query_params.get("aviso", "")
    own["phone_said"] = told if told in PHONE_SAID else ""
    return _page(request, found, seat_html(seats, entry, language_of(request)).decode(), own)


def _seat_answer(request: AnyRequest, seats: Seats, entry: str) -> AnyAnswer:
    lang = language_of(request)
    headers = {**page_headers(lang), "Cache-Control": "no-store"}
    return Response(seat_html(seats, entry, lang), media_type="text/html", headers=headers)


def _found(request: AnyRequest, event: str) -> EventView:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request)) if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", event) else None
    if found is None or found.state.sheet is None:
        raise NotFoundException
    return found


def _page(request: AnyRequest, event: EventView, seat: str = "", own: dict[str, Any] | None = None) -> AnyAnswer:
    lang, house = language_of(request), house_of(request)
    context: dict[str, Any] = {"event": event, "address": f"{PLAYER}/{event.id}"}
    with house.world.lock:
        context["live"] = f"{event.stream}@{event.version}"
        context["paid"] = paid_lines(event.state, lang)
        context["ranked"] = lists.ranking(house, event.state.season, lang, outside=True)[:RANKED_SHOWN]
        context["places"] = (
            lists.final_places(event, lang, outside=True) if played_out(event.state, event.at) else []
        )
        context["context_level"] = showing(event.state, event.at).level
    if wants_fragment(request):
        return gate_page(request, "screens/_mine.html", **context)
    levels = enumerate(event.state.the_sheet.levels, 1)
    near = range(context["context_level"] - 2, context["context_level"] + 3)
    return gate_page(
        request,
        "screens/player.html",
        **context,
        **(own or {}),
        zone=event.state.the_sheet.zone,
        my_seat=Markup(seat),  # noqa: S704 - rendered by our own template, which escapes
        name=event.state.the_sheet.name,
        book=event.state.the_sheet.book,
        screen=_clock(request, event),
        structure=[(n, one, stakes_of(one, event.state.the_sheet.ante_from, lang)) for n, one in levels],
        near=near,
        action_clock=clock_line(event.state.the_sheet, lang),
        now_ms=now(request) // 1000,
    )


@open_page(PLAYER + "/{event:str}/relogio", pushed=True)
def pocket_clock(request: AnyRequest, event: str) -> AnyAnswer:
    """The clock alone, when something moved."""
    html = _clock(request, _found(request, event))
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


def _clock(request: AnyRequest, event: EventView) -> str:
    layout = replace(CLOCK, events=(event.id,), lang=language_of(request))
    return show(request, layout, Place(f"{PLAYER}/{event.id}/relogio", pushed=True))
