"""Who is looking at a page: for now, the language they read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.words.languages import language, preferred

if TYPE_CHECKING:
    from litestar import Request

    from feltro.words.languages import Lang

LANGUAGE_COOKIE = "feltro_lang"


def language_of(request: Request[Any, Any, Any]) -> Lang:
    """Asked for in the address, else chosen before, else what the browser prefers."""
    chosen = language(request.query_params.get("lang")) or language(request.cookies.get(LANGUAGE_COOKIE))
    return chosen or preferred(request.headers.get("accept-language", ""))
