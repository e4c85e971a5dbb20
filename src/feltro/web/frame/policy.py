"""What a page may load, who may show it inside another, and what holds once it came over https."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestar.types import Scope

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
WITH_PAPERS = POLICY.replace("form-action", "frame-src 'self'; form-action")
"""A page that holds a paper of ours, to send it to the printer."""
HELD = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
"""Such a paper."""

HTTPS_DAYS = 30
"""How long a browser that was here over https comes in no other way. A house that gives https up waits as long."""
THIS_MACHINE = (b"localhost", b"127.", b"[::1]")


def over_https(scope: Scope, headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Every cookie goes back over https only, and so does the browser; here, so that no page can forget it.

    Of this very machine nothing is asked: a browser would hold it against every other program on it."""
    if scope["scheme"] != "https":
        return list(headers)
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    strict = (b"strict-transport-security", f"max-age={HTTPS_DAYS * 86400}".encode())
    return [*map(_secure, headers), *([] if host.startswith(THIS_MACHINE) else [strict])]


def _secure(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    name, value = header
    attributes = [one.strip().lower() for one in value.split(b";")[1:]]
    bare = name.lower() == b"set-cookie" and b"secure" not in attributes
    return (name, value + b"; Secure") if bare else header
