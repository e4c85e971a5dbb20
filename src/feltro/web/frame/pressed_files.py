"""Style sheets, scripts and drawings, pressed once and sent so: a third of the bytes on a strange Wi-Fi.

Pages themselves go out as they are: they hold what is secret beside what people typed, and a length that follows both would
tell of it. A proxy that presses them all the same takes that on itself.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException
from litestar.response import Response
from litestar.static_files import create_static_files_router

from feltro.web.frame.static_files import STATIC, file_of

if TYPE_CHECKING:
    from pathlib import Path

    from litestar import Request, Router

TEXT = {".css", ".js", ".svg"}
PRESSED = 9


def static_router() -> Router:
    return create_static_files_router("/static", [STATIC], before_request=send_pressed, include_in_schema=False)


def send_pressed(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """For a browser that can open it; nothing where the file goes out as it lies."""
    found = file_of(request.scope["path"])
    if found is None:
        raise NotFoundException
    if request.method != "GET" or "gzip" not in request.headers.get("accept-encoding", ""):
        return None
    if found.suffix not in TEXT:
        return None
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(
        _pressed(found, found.stat().st_mtime_ns),
        media_type=guess_type(found.name)[0] or "text/plain",
        headers=headers,
    )


@lru_cache(maxsize=256)
def _pressed(file: Path, written_at: int) -> bytes:  # noqa: ARG001 - another moment is another file
    return gzip.compress(file.read_bytes(), PRESSED, mtime=0)
