"""A door without https beside the one with it: a phone that trusts nothing yet comes here to learn how.

It shows one page and hands out what is public: no session, no form, nothing of the house. It is a server of its own, small
enough that whoever fills it keeps nobody from working: a few at a time, each for a few seconds.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from feltro.web.frame.policy import POLICY
from feltro.web.trust.install import PAGE, installed_file, landing_context
from feltro.words.languages import language, preferred

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.web.frame.network import Listens

AT_ONCE = 32
SECONDS = 5.0
STYLES = (".css", ".svg", ".woff2")
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Connection": "close",
}


class LandingAnswer(NamedTuple):
    status: int
    kind: str = "text/plain; charset=utf-8"
    body: bytes = b""
    headers: Mapping[str, str] = {}


def answer_to(target: str, asked: Mapping[str, str], known: Listens) -> LandingAnswer:
    """What is not the page leads to it."""
    where = urlsplit(target)
    file = installed_file(where.path)
    if file:
        return LandingAnswer(200, file.kind, file.body, file.headers)
    if where.path.startswith("/static/"):
        return static_file(where.path.removeprefix("/static/"), STYLES)
    if where.path != PAGE:
        return LandingAnswer(302, headers={"Location": PAGE, "Cache-Control": "no-store"})
    from feltro.web.frame.templates import environment

    chosen = language(parse_qs(where.query).get("lang", [""])[0]) or preferred(asked.get("Accept-Language", ""))
    context = landing_context(known, asked.get("Host", ""), asked.get("User-Agent", ""), chosen)
    html = environment().get_template("trust/install.html").render(context)
    return LandingAnswer(200, "text/html; charset=utf-8", html.encode(), {"Cache-Control": "no-store"})


def static_file(name: str, kinds: tuple[str, ...]) -> LandingAnswer:
    """What the page is drawn with, and nothing outside that folder."""
    from feltro.web.frame.static_files import STATIC

    path = (STATIC / name).resolve() if "\0" not in name else STATIC
    if not path.is_relative_to(STATIC.resolve()) or path.suffix not in kinds or not path.is_file():
        return LandingAnswer(404)
    return LandingAnswer(200, guess_type(path.name)[0] or "font/woff2", path.read_bytes())


class _Visit(BaseHTTPRequestHandler):
    timeout = SECONDS
    server_version, sys_version = "feltro", ""
    server: Landing

    def do_GET(self) -> None:
        self._send(answer_to(self.path, dict(self.headers.items()), self.server.known))

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send(self, said: LandingAnswer) -> None:
        self.send_response(said.status)
        headers = {**HEADERS, **said.headers, "Content-Type": said.kind, "Content-Length": str(len(said.body))}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(said.body)

    def log_message(self, *_: Any) -> None:
        """Who looks is nobody's business."""


class Landing(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str, port: int, known: Listens) -> None:
        self.known, self.places = known, threading.BoundedSemaphore(AT_ONCE)
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), _Visit)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Whoever comes while all places are taken is sent away at once."""
        if self.places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        hurry = threading.Timer(SECONDS, _hang_up, (request,))  # a byte now and then does not keep a place
        hurry.daemon = True
        hurry.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            hurry.cancel()
            self.places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody hung up."""

    def open(self) -> None:
        threading.Thread(target=self.serve_forever, name="feltro-landing", daemon=True).start()


def _hang_up(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
