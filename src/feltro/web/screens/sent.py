"""Pictures that anybody may send on: a seat as the wall says it, a result and a ranking as they were announced."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litestar import Response
from litestar.exceptions import NotFoundException

from feltro.app.event_view import event_of
from feltro.app.screens.club import letterhead_of
from feltro.tournament.days.end import played_out
from feltro.tournament.state.floor import Chair
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page
from feltro.web.frame.visitor import language_of
from feltro.web.screens import lists
from feltro.web.screens.pictures import poster_of, ranking_poster
from feltro.web.screens.poster import SHAPES, Poster, PosterLine, drawn
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.words.languages import Lang

SEAT = re.compile(r"assento-(\d{1,5})[.](\d{1,2})")


@open_page("/imagem/{event:str}/{file:str}", heavy=True)
def send_picture(request: AnyRequest, event: str, file: str) -> Response[bytes]:
    """`resultado.png`, `ranking.png`, or `assento-12.4.png` of whoever sits there now."""
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request)) if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", event) else None
        if found is None or found.state.sheet is None:
            raise NotFoundException
        poster = _poster(found, file.removesuffix(".png"), lang)
    if poster is None:
        raise NotFoundException
    made = drawn(poster._replace(club=letterhead_of(house.store)), SHAPES["square"])
    return Response(made, media_type="image/png", headers={"Cache-Control": "no-store"})


def _poster(event: EventView, wanted: str, lang: Lang) -> Poster | None:
    """Nothing of what was not announced yet, and no seat in which nobody sits. Hold the world's lock."""
    if wanted == "ranking":
        return ranking_poster(event.house, event, lang, outside=True)
    if wanted == "resultado":
        return _result(event, lang) if played_out(event.state, event.at) else None
    read = SEAT.fullmatch(wanted)
    return _seat(event, Chair(int(read[1]), int(read[2])), lang) if read else None


def _result(event: EventView, lang: Lang) -> Poster:
    lines = [
        PosterLine(say("face.place", lang, n=one.place), one.name, one.amount)
        for one in lists.final_places(event, lang, outside=True)
    ]
    return poster_of(event, lang, "share.result", [], lines)


def _seat(event: EventView, chair: Chair, lang: Lang) -> Poster | None:
    """As somebody is found by name on the first page."""
    seated = next((one for one in lists.seating(event.house, event, lang) if one.chair == chair), None)
    return (
        poster_of(event, lang, "share.seat.title", [], [])._replace(title=seated.name, seat=chair)
        if seated
        else None
    )
