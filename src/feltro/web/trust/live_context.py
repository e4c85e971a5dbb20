"""The certificate of a server that is up: looked at now and then, made anew when it has to be, and read in without a restart.

Whoever is connected stays connected; the next one who comes is shown the new certificate.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.web.trust.leaf import leaf

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable

SECONDS = 20
"""How long a new network of this machine may go unnoticed."""
LOG = logging.getLogger("feltro.tls")


class Reread:
    """One worker's certificate, read in again when its file was replaced."""

    def __init__(self, context: ssl.SSLContext, path: Path | str) -> None:
        self.context, self.path = context, Path(path)
        self.seen = self._mark()

    def look(self) -> bool:
        """Whether there was news."""
        mark = self._mark()
        if mark == self.seen:
            return False
        self.context.load_cert_chain(self.path)
        self.seen = mark
        return True

    def _mark(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_ino, found.st_mtime_ns


def live_context(config: Any, make: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    """Called by each worker of the server when it starts."""
    context = make()
    now_and_then(Reread(context, config.ssl_certfile).look, "certificate")
    return context


def keep_leaf(host: str, place: Path | None = None) -> threading.Event:
    """Made anew in time and for every new address, once for all workers. Setting what is returned ends it."""
    return now_and_then(lambda: leaf(host, place), "leaf")


def now_and_then(do: Callable[[], object], name: str) -> threading.Event:
    """In a thread of its own, which goes when the program goes. A full disk is no reason to stop serving."""
    enough = threading.Event()

    def run() -> None:
        while not enough.wait(SECONDS):
            try:
                do()
            except OSError:
                LOG.warning("the certificate could not be looked after", exc_info=True)

    threading.Thread(target=run, name=f"feltro-{name}", daemon=True).start()
    return enough
