"""Those who follow a store: told which stream reached which version, by a thread of their own.

A commit never waits for a listener, and a listener may call the store. Versions told of one stream
only grow; when several commits come faster than listeners, the last is told.

Listeners hear of a commit after it was answered. Whoever keeps what was made of the log asks `moves` or `reached`
instead: they are raised before the answer, so that nobody is shown what they have just changed as it was before.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

log = logging.getLogger(__name__)


class Watchers:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._callbacks: dict[object, Callable[[str, int], None]] = {}
        self._untold: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._moves: Counter[str] = Counter()
        """By the first word of a stream's name."""
        self._teller: threading.Thread | None = None
        self._closed = False

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        token = object()
        with self._changed:
            self._callbacks[token] = callback
            if self._teller is None and not self._closed:
                self._teller = threading.Thread(target=self._tell_all, name="feltro-teller", daemon=True)
                self._teller.start()

        def stop() -> None:
            with self._changed:
                self._callbacks.pop(token, None)

        return stop

    def tell(self, versions: Mapping[str, int]) -> None:
        """Streams reached these versions. Saying what is already known tells nobody again."""
        with self._changed:
            news = {stream: at for stream, at in versions.items() if at > self._known.get(stream, 0)}
            self._known |= news
            for stream in news:
                self._moves[kind_of(stream)] += 1
            if news and self._callbacks:
                self._untold |= news
                self._changed.notify()

    def know(self, versions: Mapping[str, int]) -> None:
        """Streams stand at these versions, which is no news to anyone."""
        with self._changed:
            for stream, version in versions.items():
                self._known[stream] = max(version, self._known.get(stream, 0))

    def reached(self, stream: str) -> int:
        return self._known.get(stream, 0)

    def moves(self, kinds: Iterable[str]) -> int:
        return sum(self._moves[kind] for kind in kinds)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._teller and self._teller is not threading.current_thread():
            self._teller.join()

    def _tell_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._untold or self._closed)
                if self._closed:
                    return
                news, self._untold = self._untold, {}
                callbacks = tuple(self._callbacks.values())
            for stream, version in news.items():
                for callback in callbacks:
                    _call(callback, stream, version)


def kind_of(stream: str) -> str:
    return stream.partition(":")[0]


def wait_for(
    changes: Callable[[Callable[[str, int], None]], Callable[[], None]],
    version_now: Callable[[str], int],
    stream: str,
    after: int,
    timeout: float,
) -> int:
    """Wait until a stream is past a version. Listening starts before looking, so nothing slips between."""
    woken = threading.Event()

    def told(changed: str, version: int) -> None:
        if changed == stream and version > after:
            woken.set()

    stop = changes(told)
    try:
        version = version_now(stream)
        if version <= after:
            woken.wait(timeout)
            version = version_now(stream)
        return version
    finally:
        stop()


def _call(callback: Callable[[str, int], None], stream: str, version: int) -> None:
    """One listener's mistake is logged and is not the others' problem."""
    try:
        callback(stream, version)
    except Exception:
        log.exception("a listener failed at %s@%d", stream, version)
