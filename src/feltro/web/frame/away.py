"""When the database does not answer, or its disk is full: a page that needs nothing of it, and comes back by itself."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from litestar.enums import MediaType
from litestar.response import Response

from feltro.app.handling.answer import told_refusal
from feltro.kernel.outcome import Refused
from feltro.web.frame.templates import environment, page_headers, say_in
from feltro.web.frame.visitor import language_of
from feltro.web.guard.lines import in_one_line

if TYPE_CHECKING:
    from litestar import Request

    from feltro.store.port import StoreUnavailable

LOG = logging.getLogger("feltro.refused")
AWAY = 503
AGAIN_SECONDS = 3


def show_away(request: Request[Any, Any, Any], error: StoreUnavailable) -> Response[Any]:
    """One line in the log for each; whoever asks is told that the same may be sent again, and when."""
    kind = "full" if error.is_full else "away"
    why = in_one_line(" ".join(str(error).split()))
    LOG.warning("%s: %s %s: %s", kind, request.method, in_one_line(request.url.path), why)
    lang = language_of(request)
    headers = {**page_headers(lang), "Retry-After": str(AGAIN_SECONDS), "Cache-Control": "no-store"}
    if request.url.path.startswith("/api/"):
        content = {"refused": told_refusal(Refused(f"web.api.{kind}"), lang)}
        return Response(content, status_code=AWAY, media_type=MediaType.JSON, headers=headers)
    looked_at = request.method in {"GET", "HEAD"}
    context = {"t": say_in(lang), "lang": lang, "kind": kind, "again": AGAIN_SECONDS if looked_at else 0}
    html = environment().get_template("away.html").render(context)
    return Response(html, status_code=AWAY, media_type=MediaType.HTML, headers=headers)
