"""Answers for people who work: a page or a part of it, rendered off the event loop, with the one undo on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from jinja2.utils import url_quote
from litestar.enums import MediaType
from litestar.response import Redirect, Response
from litestar.routes import HTTPRoute
from litestar.template.base import csrf_token
from markupsafe import Markup, escape

from feltro.app.access.rows import Identity
from feltro.app.tonight import on_now
from feltro.web.frame.addresses import local_path
from feltro.web.frame.clauses import cited
from feltro.web.frame.gate import house_of, me, now
from feltro.web.frame.last_act import UndoOffer, undo_live, undo_offer
from feltro.web.frame.menu import FLOOR, MONEY
from feltro.web.frame.pieces import Pieces, mark
from feltro.web.frame.shared import TOKEN_MARK
from feltro.web.frame.streams import EVENTS, made_from
from feltro.web.frame.templates import (
    alarm_for,
    club_here,
    environment,
    here_of,
    page_headers,
    say_in,
    shared_context,
    wants_fragment,
)
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from feltro.kernel.outcome import Refused
    from feltro.web.frame.gate import AnyRequest
    from feltro.words.languages import Lang

AnyAnswer = Response[Any]
ON_A_PAGE = {"person.looks_like": "desk.looks_like"}
"""Refusals that name ids, for programs, in other words for people."""


def room_page(request: AnyRequest, name: str, status: int = 200, /, **context: Any) -> AnyAnswer:
    """A whole page of the staff."""
    shared = shared_context(request)
    around = {**_undo(request, shared["lang"]), "strip": _strip(request, shared["lang"])}
    return _answer(request, name, {**shared, **around, **context}, status)


def _looked_at_again(request: AnyRequest, context: dict[str, Any]) -> str:
    """Where a page that answers a form is found again, by a reload or on the browser's way back: sending once more what
    was refused could do it after all. An address that only takes forms is nowhere to go; the page that the form stood on is."""
    if request.method != "POST":
        return ""
    asked = request.scope.get("path_template")
    routes = (one for one in request.app.routes if isinstance(one, HTTPRoute) and one.path_format == asked)
    if any("GET" in one.methods for one in routes):
        return here_of(request)
    came = urlsplit(request.headers.get("referer", ""))
    stood = came._replace(scheme="", netloc="").geturl() if came.netloc == request.headers.get("host") else ""
    back = context.get("back") or stood
    return local_path(back) if back else ""


def _strip(request: AnyRequest, lang: Lang) -> Markup:
    made = strip_now(request, lang, request.scope["path"])
    return Markup(made.decode())  # noqa: S704 - rendered by our own template, which escapes


def _undo(request: AnyRequest, lang: Lang) -> dict[str, Any]:
    """The streams are read first: the offer is never older than it claims to be."""
    house, identity = house_of(request), me(request)
    live = undo_live(house, identity)
    return {"undo_live": live, "undo": undo_offer(house, identity, now(request), lang)}


def pieced_page(
    request: AnyRequest, name: str, shows: Hashable, make: Callable[[], dict[str, Any]], **parts: bytes
) -> AnyAnswer:
    """A whole page of the staff whose frame is made once for everybody of a role to whom it `shows` the same.

    What differs more often, `parts` and who looks, is put into its places in the frame as bytes.
    """
    lang, identity = language_of(request), me(request)
    alike = (name, shows, here_of(request), lang, identity.role, bool(identity.device), club_here(request))

    def render() -> Pieces:
        anybody = Identity(
            user=mark("user"),
            role=identity.role,
            device=identity.device and mark("device"),
            session=mark("session"),
            name=mark("name"),
        )
        context = {
            **shared_context(request),
            "csrf": TOKEN_MARK,
            "me": anybody,
            "undo_made": mark("undo"),
            "strip": mark("strip"),
            **make(),
        }
        places = {part: mark(part) for part in parts}
        return Pieces(environment().get_template(name).render({"request": request, **context, **places}))

    alike = (*alike, alarm_for(request, identity.role), *request.app.state.menu.needed_by(request, identity.role))
    pieces: Pieces = request.app.state.shared.get(alike, render)
    around = {"undo": _undo_made(request, lang), "strip": strip_now(request, lang, request.scope["path"])}
    html = pieces.filled({**parts, **_personal(request, identity), **around})
    return Response(html, media_type=MediaType.HTML, headers={**page_headers(lang), "Cache-Control": "no-store"})


def _personal(request: AnyRequest, identity: Identity) -> dict[str, bytes]:
    said = {name: escape(getattr(identity, name)).encode() for name in ("user", "device", "session", "name")}
    return {"token": csrf_token({"request": request}).encode(), **said}


def _undo_made(request: AnyRequest, lang: Lang) -> bytes:
    """The one undo as it stands on a page: its frame is made once, what it offers and rests on is put into it."""
    shown, here = _undo(request, lang), here_of(request)
    live, offer = shown["undo_live"], shown["undo"]

    def render() -> Pieces:
        marked = {"undo_live": live and mark("live"), "undo": offer and UndoOffer(mark("key"), mark("said"))}
        context = {**marked, "here": here, "t": say_in(lang)}
        return Pieces(environment().get_template("room/_undo.html").render(context))

    pieces: Pieces = request.app.state.shared.get(("undo", bool(live), bool(offer), here, lang), render)
    given = (live, url_quote(offer.key) if offer else "", offer.said if offer else "")
    return pieces.filled(dict(zip(("live", "key", "said"), (escape(one).encode() for one in given), strict=True)))


def strip_now(request: AnyRequest, lang: Lang, here: str) -> bytes:
    """What is played now, on every page of the staff: the event in hand first, the others one tap away."""
    house, role = house_of(request), me(request).role
    with house.world.lock:
        live = made_from((EVENTS,), {}, house.store)
        found = sorted(on_now(house, now(request)), key=lambda one: f"/{one.event}" not in here)
    context = {"on_now": found, "strip_live": live, "t": say_in(lang), "leads": _leads(role), "here": here}
    return environment().get_template("room/_strip.html").render(context).encode()


def _leads(role: str) -> str:
    """Where an event is, to each: at the table, at the till, or only its clock."""
    return "/direcao/" if role in FLOOR else "/balcao/" if role in MONEY else "/relogio/"


def gate_page(request: AnyRequest, name: str, status: int = 200, /, **context: Any) -> AnyAnswer:
    """A page for somebody who may not be in yet; who is, has the line of what is played on it too."""
    shared = shared_context(request)
    if shared["me"] and not wants_fragment(request):
        shared = {**shared, "strip": _strip(request, shared["lang"])}
    return _answer(request, name, {**shared, **context}, status)


def part(request: AnyRequest, name: str, /, *, with_undo: bool = False, **context: Any) -> AnyAnswer:
    """A part of a page, and after an act the new undo beside it."""
    shared = shared_context(request)
    undo = _undo(request, shared["lang"]) if with_undo else {"undo": None}
    return _answer(request, name, {**shared, **undo, "with_undo": with_undo, **context}, 200)


def shared_part(request: AnyRequest, name: str, seen: tuple[Any, ...], make: Callable[[], dict[str, Any]]) -> str:
    """A part that looks the same to everybody of a role: made once for what was `seen`, streams and versions."""
    context = shared_context(request)
    key = (name, seen, context["lang"], me(request).role)

    def render() -> str:
        return environment().get_template(name).render({**context, "csrf": TOKEN_MARK, "me": None, **make()})

    made: str = request.app.state.shared.get(key, render)
    return made.replace(TOKEN_MARK, context["csrf"])


def pieced_part(
    request: AnyRequest, name: str, shows: Hashable, make: Callable[[], dict[str, Any]], **parts: bytes
) -> bytes:
    """A part that looks the same to everybody of a role while it `shows` the same, but for its own small `parts`."""
    lang, role = language_of(request), me(request).role

    def render() -> Pieces:
        marked = {part: mark(part) for part in parts}
        context = {**shared_context(request), "csrf": TOKEN_MARK, "me": None, **make(), **marked}
        return Pieces(environment().get_template(name).render(context))

    pieces: Pieces = request.app.state.shared.get((name, shows, lang, role), render)
    return pieces.filled({"token": csrf_token({"request": request}).encode(), **parts})


def go(request: AnyRequest, path: str) -> AnyAnswer:
    """On to another page after a form, as a browser or as htmx understands it."""
    if wants_fragment(request):
        return Response("", headers={"HX-Redirect": path})
    return Redirect(path, status_code=303)


def why(refused: Refused, lang: Lang) -> dict[str, Any]:
    """A refusal as a page shows it: the sentence, the clauses with their addresses, and whatever stands in the way besides."""
    return {
        "text": say(ON_A_PAGE.get(refused.because, refused.because), lang, **refused.values),
        "cites": refused.cites,
        "clauses": cited(lang, refused.cites),
        "because": refused.because,
        "field": str(refused.values.get("field", "")),
        "also": [why(one, lang) for one in refused.also],
    }


def _answer(request: AnyRequest, name: str, context: dict[str, Any], status: int) -> AnyAnswer:
    context["looked_at_again"] = "" if wants_fragment(request) else _looked_at_again(request, context)
    html = environment().get_template(name).render({"request": request, **context})
    headers = {**page_headers(context["lang"]), "Cache-Control": "no-store"}
    # A browser logs every answer of 400 and more as an error; to htmx a refusal is an answer like others.
    said = 200 if wants_fragment(request) else status
    return Response(html, media_type=MediaType.HTML, status_code=said, headers=headers)
