"""The page of a laptop that follows: how far it is, and the taking over, with the word that says that the first one is off.

Only a browser on this very laptop finds it, as only who sits there finds its terminal. A page of somebody else's that is open
beside it can neither read nor send anything here: the name in the address has to be this machine's own, the form has a token.
"""

from __future__ import annotations

import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import RLock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from feltro.app.second.notes import read_note
from feltro.app.second.takeover import take_over_here
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import why
from feltro.web.trust.plain_door import HEADERS, LandingAnswer, static_file
from feltro.words.languages import preferred
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.reigns import ReignBegan
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

HERE, STATE, TAKE = "/", "/situacao", "/assumir"
OWN_NAMES = ("127.0.0.1", "localhost")
QUIET_SECONDS = 5
"""After so many without a word the first laptop is called silent, and the taking over comes first on the page."""
MOST_BYTES = 4096
DRAWN_WITH = (".css", ".svg", ".woff2", ".js")


class FollowState(NamedTuple):
    """As whoever decides has to know it."""

    address: str
    link: int
    """The record up to which nothing is missing; nought where everything was never here."""
    seconds: int
    """Of so many answers may be missing if somebody took over now."""

    @property
    def silent(self) -> bool:
        return self.seconds > QUIET_SECONDS


class FollowDoor:
    """What the page shows and does. `turn` is held while a round is taken: nothing comes in between a takeover."""

    def __init__(
        self, house: House, url: str, clock: Callable[[], Instant], envelope: Callable[[], Envelope]
    ) -> None:
        self._house, self._url, self._clock, self._envelope = house, url, clock, envelope
        self._token = secrets.token_urlsafe(24)
        self.turn = RLock()
        self.began: ReignBegan | None = None
        """Somebody took over on this page."""

    def answer(self, target: str, asked: Mapping[str, str], form: bytes | None = None) -> LandingAnswer:
        """A page, a part of it, or a file that it is drawn with; `form` is what was sent to it."""
        path = urlsplit(target).path
        if asked.get("Host", "").rpartition(":")[0] not in OWN_NAMES:
            return LandingAnswer(404)
        if path.startswith("/static/"):
            return static_file(path.removeprefix("/static/"), DRAWN_WITH)
        lang = preferred(asked.get("Accept-Language", ""))
        if form is not None:
            return self._taken(form, lang) if path == TAKE else LandingAnswer(404)
        if path == STATE:
            return _page("second/_state.html", lang, state=self._state())
        return self._shown(lang) if path == HERE else LandingAnswer(302, headers={"Location": HERE})

    def _state(self) -> FollowState | None:
        note = read_note(self._url)
        if note is None:
            return None
        unheard = 0 if note.heard_at is None else -(-max(0, self._clock() - note.heard_at) // SECOND)
        return FollowState(note.address, 0 if note.heard_at is None else note.link, unheard)

    def _shown(self, lang: Lang, status: int = 200, refused: Refused | None = None) -> LandingAnswer:
        return _page(
            "second/follow.html",
            lang,
            status,
            state=self._state(),
            began=self.began,
            token=self._token,
            word=say("cli.takeover.word", lang),
            refused=why(refused, lang) if refused else None,
        )

    def _taken(self, form: bytes, lang: Lang) -> LandingAnswer:
        sent = {name: values[0] for name, values in parse_qs(form.decode("utf-8", "replace")).items()}
        if not secrets.compare_digest(sent.get("token", "").encode(), self._token.encode()):
            return LandingAnswer(403)
        if sent.get("word", "").strip().casefold() != say("cli.takeover.word", lang).casefold():
            return self._shown(lang, 409, Refused("reign.not_confirmed"))
        with self.turn:
            began = take_over_here(self._house, self._url, self._envelope())
            if isinstance(began, Refused):
                return self._shown(lang, 409, began)
            self.began = began
        return self._shown(lang)


def _page(template: str, lang: Lang, status: int = 200, **context: Any) -> LandingAnswer:
    from feltro.web.frame.templates import environment, say_in

    html = environment().get_template(template).render(lang=lang, t=say_in(lang), **context)
    return LandingAnswer(status, "text/html; charset=utf-8", html.encode(), {"Cache-Control": "no-store"})


class _Look(BaseHTTPRequestHandler):
    timeout = 10.0
    server_version, sys_version = "feltro", ""
    server: FollowServer

    def do_GET(self) -> None:
        self._send(self.server.door.answer(self.path, dict(self.headers.items())))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() else 0
        form = self.rfile.read(min(size, MOST_BYTES))
        self._send(self.server.door.answer(self.path, dict(self.headers.items()), form))

    def _send(self, said: LandingAnswer) -> None:
        self.send_response(said.status)
        headers = {**HEADERS, **said.headers, "Content-Type": said.kind, "Content-Length": str(len(said.body))}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said.body)

    def log_message(self, *_: Any) -> None:
        """Nobody reads along."""


class FollowServer(ThreadingHTTPServer):
    """On this machine alone, until the follower ends."""

    daemon_threads = True

    def __init__(self, door: FollowDoor, port: int) -> None:
        self.door = door
        super().__init__((OWN_NAMES[0], port), _Look)

    @property
    def address(self) -> str:
        return f"http://{OWN_NAMES[0]}:{self.server_port}"

    def open(self) -> None:
        Thread(target=self.serve_forever, name="feltro-second", daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()
