"""Answers for people who work: a page or a part of it, rendered off the event loop, with the one undo on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.enums import MediaType
from litestar.response import Redirect, Response
from litestar.template.base import csrf_token

from feltro.web.access.gate import house_of, me, now
from feltro.web.citing import cited
from feltro.web.live.sharing import TOKEN_MARK
from feltro.web.templating import environment, page_headers, shared_context, wants_fragment
from feltro.web.undo.last import undo_offer
from feltro.web.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.kernel.outcome import Refused
    from feltro.web.access.gate import AnyRequest
    from feltro.words.languages import Lang

AnyAnswer = Response[Any]
SECOND = 1_000_000
"""In the unit of an `Instant`."""


def room_page(request: AnyRequest, name: str, status: int = 200, /, **context: Any) -> AnyAnswer:
    """A whole page of the staff."""
    shared = shared_context(request)
    undo = undo_offer(house_of(request), me(request), now(request), shared["lang"])
    return _answer(request, name, {**shared, "undo": undo, **context}, status)


def kept_page(
    request: AnyRequest, name: str, seen: tuple[Any, ...], make: Callable[[], dict[str, Any]]
) -> AnyAnswer:
    """A whole page that is asked for again and again: made once a second for what was `seen` and for who looks."""
    lang = language_of(request)

    def render() -> bytes:
        shared = shared_context(request)
        undo = undo_offer(house_of(request), me(request), now(request), lang)
        context = {"request": request, **shared, "csrf": TOKEN_MARK, "undo": undo, **make()}
        return environment().get_template(name).render(context).encode()

    key = (name, seen, str(request.url), me(request).session, lang, now(request) // SECOND)
    made: bytes = request.app.state.shared.get(key, render)
    html = made.replace(TOKEN_MARK.encode(), csrf_token({"request": request}).encode())
    return Response(html, media_type=MediaType.HTML, headers={**page_headers(lang), "Cache-Control": "no-store"})


def gate_page(request: AnyRequest, name: str, status: int = 200, /, **context: Any) -> AnyAnswer:
    """A page for somebody who is not in yet."""
    return _answer(request, name, {**shared_context(request), **context}, status)


def part(request: AnyRequest, name: str, /, *, with_undo: bool = False, **context: Any) -> AnyAnswer:
    """A part of a page, and after an act the new undo beside it."""
    shared = shared_context(request)
    undo = undo_offer(house_of(request), me(request), now(request), shared["lang"]) if with_undo else None
    return _answer(request, name, {**shared, "undo": undo, "with_undo": with_undo, **context}, 200)


def shared_part(request: AnyRequest, name: str, seen: tuple[Any, ...], make: Callable[[], dict[str, Any]]) -> str:
    """A part that looks the same to everybody of a role: made once for what was `seen`, streams and versions."""
    context = shared_context(request)
    key = (name, seen, context["lang"], me(request).role)

    def render() -> str:
        return environment().get_template(name).render({**context, "csrf": TOKEN_MARK, "me": None, **make()})

    made: str = request.app.state.shared.get(key, render)
    return made.replace(TOKEN_MARK, context["csrf"])


def go(request: AnyRequest, path: str) -> AnyAnswer:
    """On to another page after a form, as a browser or as htmx understands it."""
    if wants_fragment(request):
        return Response("", headers={"HX-Redirect": path})
    return Redirect(path, status_code=303)


def why(refused: Refused, lang: Lang) -> dict[str, Any]:
    """A refusal as a page shows it: the sentence, and the clauses with their addresses."""
    return {
        "text": say(refused.because, lang, **refused.values),
        "cites": refused.cites,
        "clauses": cited(lang, refused.cites),
        "because": refused.because,
    }


def _answer(request: AnyRequest, name: str, context: dict[str, Any], status: int) -> AnyAnswer:
    html = environment().get_template(name).render({"request": request, **context})
    headers = {**page_headers(context["lang"]), "Cache-Control": "no-store"}
    # A browser logs every answer of 400 and more as an error; to htmx a refusal is an answer like others.
    said = 200 if wants_fragment(request) else status
    return Response(html, media_type=MediaType.HTML, status_code=said, headers=headers)
