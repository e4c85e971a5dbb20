"""What OBS and vMix lay over the picture: pages without a ground, one for each piece, by a key in the address.

A page asks for itself again every second and hides when it hears nothing for ten: never a wrong clock on air.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.feature.view import stream_view
from feltro.kernel.instants import SECOND
from feltro.web.feature.keyed import OVERLAY, keyed_page, reader
from feltro.web.feature.pieces import PIECES, THEMES, content
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.fields import digits
from feltro.web.frame.gate import AnyRequest, house_of, now
from feltro.web.frame.templates import environment, marks_in, say_in
from feltro.words.languages import DEFAULT, language
from feltro.words.sentences import written

if TYPE_CHECKING:
    from feltro.app.feature.view import StreamView
    from feltro.web.feature.keyed import Keyed


@keyed_page(OVERLAY + "/{key:str}")
def show_everything(request: AnyRequest, key: str) -> AnyAnswer:
    return _overlay(request, key, "tudo")


@keyed_page(OVERLAY + "/{key:str}/{piece:str}")
def show_piece(request: AnyRequest, key: str, piece: str) -> AnyAnswer:
    if piece not in PIECES:
        raise NotFoundException
    return _overlay(request, key, piece)


def view_for(request: AnyRequest, key: str) -> tuple[Keyed, StreamView]:
    """The one view, made once a second for all who read it. Only keys of the production read hands as they are played."""
    house, at = house_of(request), now(request)
    with house.world.lock:
        found = reader(request, key)
        seen = (found.event.version, house.world.live(f"feature:{found.event.id}").version)
        kept = ("stream", found.event.id, found.sees_all, at // SECOND, seen)
        view: StreamView = request.app.state.shared.get(kept, lambda: stream_view(found.event, live=found.sees_all))
    return found, view


def _overlay(request: AnyRequest, key: str, piece: str) -> AnyAnswer:
    _, view = view_for(request, key)
    asked = request.query_params
    lang = language(asked.get("lang", "")) or DEFAULT
    theme = asked.get("tema", "")
    context: dict[str, Any] = {
        "lang": lang,
        "t": say_in(lang),
        "written": lambda value: written(value, lang),
        "theme": theme if theme in THEMES else THEMES[0],
        "now_ms": now(request) // 1000,
        "piece": piece,
        **marks_in(lang),
        **content(view, piece, lang, digits(asked.get("mesa", "")) or 0),
    }
    name = "feature/_overlay.html" if asked.get("parte") else "feature/overlay.html"
    html = environment().get_template(name).render(context)
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return Response(html, media_type="text/html", headers=headers)
