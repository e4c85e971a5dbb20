"""Style sheets, scripts and drawings, pressed once and sent so: a third of the bytes on a strange Wi-Fi.

Pages themselves go out as they are: they hold what is secret beside what people typed, and a length that follows both would
tell of it. A proxy that presses them all the same takes that on itself.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any

from litestar.response import Response
from litestar.static_files import create_static_files_router

from feltro.web.frame.static_files import STATIC

if TYPE_CHECKING:
    from litestar import Request, Router

TEXT = {".css", ".js", ".svg"}
PREFIX = "/static/"
PRESSED = 9


def static_router() -> Router:
    return create_static_files_router("/static", [STATIC], before_request=send_pressed, include_in_schema=False)


def send_pressed(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """For a browser that can open it; nothing where the file goes out as it lies."""
    name = request.url.path.removeprefix(PREFIX)
    if request.method != "GET" or "gzip" not in request.headers.get("accept-encoding", ""):
        return None
    if not name.endswith(tuple(TEXT)):
        return None
    found = (STATIC / name).resolve()
    if not found.is_relative_to(STATIC) or not found.is_file():
        return None
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(
        _pressed(name, found.stat().st_mtime_ns), media_type=guess_type(name)[0] or "text/plain", headers=headers
    )


@lru_cache(maxsize=256)
def _pressed(name: str, written_at: int) -> bytes:  # noqa: ARG001 - another moment is another file
    return gzip.compress((STATIC / name).read_bytes(), PRESSED, mtime=0)
