"""Public pages kept as bytes: made once for everybody, told by their mark, and dropped when anything they show moves."""

from __future__ import annotations

import threading
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Response

from feltro.app.people.forgotten import Forgetful, forgets
from feltro.kernel.instants import SECOND
from feltro.web.frame.gate import house_of, now
from feltro.web.frame.templates import page_headers
from feltro.web.frame.visitor import language_of
from feltro.web.public.look import Addresses, Onlooker
from feltro.words.languages import language

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from feltro.kernel.instants import Instant
    from feltro.store.port import Store
    from feltro.web.frame.answers import AnyAnswer
    from feltro.web.frame.gate import AnyRequest

MOST = 512
TURN_SECONDS = 15
"""A clock moves by itself: what shows one is made anew after so long."""
SHOWS = ("tournament", "season", "settings", "people", "rulings")
"""What public pages are made of: the kinds of streams."""
HTML = "text/html; charset=utf-8"
CACHED = "public, max-age=5, stale-while-revalidate=30"


class Ready(NamedTuple):
    body: bytes
    mark: str
    media: str
    moved: int
    turn: int


class PublicKept(Forgetful):
    """The latest of every public page of one worker."""

    def __init__(self, store: Store) -> None:
        forgets(self)
        self._store = store
        self._forgotten = 0
        self._made: OrderedDict[Hashable, Ready] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def _moved(self) -> int:
        """Raised before a command is answered: who withdrew a consent is not shown once more by what was kept."""
        return self._forgotten + self._store.moves(SHOWS)

    def known(self, key: Hashable, at: Instant) -> Ready | None:
        found = self._made.get(key)
        current = found and (found.moved, found.turn) == (self._moved, at // (TURN_SECONDS * SECOND))
        return found if current else None

    def keep(self, key: Hashable, at: Instant, media: str, make: Callable[[], bytes]) -> Ready:
        moved = self._moved
        body = make()
        mark = f'"{sha256(body).hexdigest()[:20]}"'
        made = Ready(body, mark, media, moved, at // (TURN_SECONDS * SECOND))
        with self._lock:
            self._made[key] = made
            self._made.move_to_end(key)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
        return made

    def forget(self) -> None:
        with self._lock:
            self._forgotten += 1
            self._made.clear()


def ready(request: AnyRequest, **_params: Any) -> AnyAnswer | None:
    """Answered where it was asked, without a thread."""
    found = _kept(request).known(_key(request), now(request))
    return _answer(request, found) if found else None


def kept_page(request: AnyRequest, make: Callable[..., bytes], *args: str, media: str = HTML) -> AnyAnswer:
    house, at = house_of(request), now(request)
    lang, path = language_of(request), request.scope["path"]
    look = Onlooker(house, at, lang, path, Addresses(lang, asked=_asked(request), base=_base(request)), {})
    return _answer(request, _kept(request).keep(_key(request), at, media, lambda: make(look, *args)))


def _kept(request: AnyRequest) -> PublicKept:
    kept: PublicKept = request.app.state.public
    return kept


def _asked(request: AnyRequest) -> bool:
    """In the address: then the links of the page keep to it."""
    return language(request.query_params.get("lang")) is not None


def _base(request: AnyRequest) -> str:
    return str(request.base_url).rstrip("/")


def _key(request: AnyRequest) -> Hashable:
    """Whatever a page may differ by. A feed names the host it was asked at."""
    return request.scope["path"], language_of(request), _asked(request), _base(request)


def _answer(request: AnyRequest, made: Ready) -> AnyAnswer:
    headers = {**page_headers(language_of(request)), "ETag": made.mark, "Cache-Control": CACHED}
    headers["Vary"] = "Accept-Language, Cookie"
    if made.mark in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=made.media, headers=headers)
    return Response(made.body, media_type=made.media, headers=headers)
