"""The player's own page, opened from the seat card: my seat, the clock, payouts, ranking, structure, rules.

Whoever holds the card finds its page: an entry has an address that nobody guesses, and its id in the log opens nothing.
Nobody's name stands beside a seat all the same, because a card may be lost. Names are shown where they were
announced, in the ranking; who was erased keeps a pseudonym.
"""

import re
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from msgspec.structs import replace

from feltro.app.desk.moved import changes_for
from feltro.app.event_view import EventView, event_of
from feltro.app.people.public_ids import public_ids
from feltro.app.screens.commands import Layout
from feltro.app.sheets.lines import clock_line
from feltro.kernel.instants import local_time
from feltro.tournament.clock.face import showing
from feltro.tournament.days.end import played_out
from feltro.tournament.state import BAGGED, CANCELLED, LIVE, OUT, PENDING, VOID, WAITING
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.screens import lists
from feltro.web.screens.content import Place, show
from feltro.web.screens.countdown import stakes_of
from feltro.web.screens.faces import paid_lines
from feltro.words.sentences import say

PLAYER = "/jogador"
RANKED_SHOWN = 20
STATUS = {
    OUT: "player.out",
    BAGGED: "player.bagged",
    PENDING: "player.pending",
    CANCELLED: "player.gone",
    VOID: "player.gone",
    LIVE: "player.no_seat",
}
CLOCK = Layout(blocks=("players", "average", "break", "registration", "next", "message"), sound=False)


@open_page(PLAYER + "/{event:str}")
def follow(request: AnyRequest, event: str) -> AnyAnswer:
    return _page(request, _found(request, event))


@open_page(PLAYER + "/{event:str}/{entry:str}")
def my_seat(request: AnyRequest, event: str, entry: str) -> AnyAnswer:
    """What the code on a seat card opens."""
    found = _found(request, event)
    mine = public_ids(house_of(request).store).find_entry(found.id, entry, found.state.entries)
    if mine is None:
        raise NotFoundException
    return _page(request, found, mine, f"/{entry}")


def _found(request: AnyRequest, event: str) -> EventView:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request)) if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", event) else None
    if found is None or found.state.sheet is None:
        raise NotFoundException
    return found


def _page(request: AnyRequest, event: EventView, entry: str = "", under: str = "") -> AnyAnswer:
    lang, house = language_of(request), house_of(request)
    address = f"{PLAYER}/{event.id}{under}"
    context: dict[str, Any] = {"event": event, "address": address, "live": f"{event.stream}@{event.version}"}
    with house.world.lock:
        context["seat_of"] = _seat(event, entry, lang) if entry else None
        news = changes_for(entry, event.state, event.season, event.at) if entry else []
        context["news"] = [say(one.key, lang, **one.values) for one in news]
        context["paid"] = paid_lines(event.state, lang)
        context["ranked"] = lists.ranking(house, event.state.season, lang)[:RANKED_SHOWN]
        context["places"] = lists.final_places(event, lang) if played_out(event.state, event.at) else []
        context["context_level"] = showing(event.state, event.at).level
    if wants_fragment(request):
        return gate_page(request, "screens/_mine.html", **context)
    levels = enumerate(event.state.the_sheet.levels, 1)
    near = range(context["context_level"] - 2, context["context_level"] + 3)
    return gate_page(
        request,
        "screens/player.html",
        **context,
        name=event.state.the_sheet.name,
        book=event.state.the_sheet.book,
        screen=_clock(request, event),
        structure=[(n, one, stakes_of(one, event.state.the_sheet.ante_from, lang)) for n, one in levels],
        near=near,
        action_clock=clock_line(event.state.the_sheet, lang),
        now_ms=now(request) // 1000,
    )


def _seat(event: EventView, entry: str, lang: Any) -> dict[str, Any]:
    state = event.state
    mine, chair = state.entries[entry], state.floor.chair_of.get(entry)
    if chair:
        said = ""
    elif mine.status == WAITING and entry in state.waiting:
        hour = local_time(mine.called_at, state.the_sheet.zone).time() if mine.called_at is not None else None
        turn = state.waiting.index(entry) + 1
        said = say("player.called", lang, hour=hour) if hour else say("player.waiting", lang, n=turn)
    else:
        said = say(STATUS.get(mine.status, "player.no_seat"), lang)
    return {"number": say("player.entry", lang, number=mine.number), "said": said, "chair": chair}


@open_page(PLAYER + "/{event:str}/relogio")
def pocket_clock(request: AnyRequest, event: str) -> AnyAnswer:
    """The clock alone, when something moved."""
    html = _clock(request, _found(request, event))
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


def _clock(request: AnyRequest, event: EventView) -> str:
    layout = replace(CLOCK, events=(event.id,), lang=language_of(request))
    return show(request, layout, Place(f"{PLAYER}/{event.id}/relogio"))
