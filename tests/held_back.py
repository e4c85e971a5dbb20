"""A store whose listeners hear nothing for as long as a block lasts: what is right then rests on no thread's haste."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.store.port import Store


@contextmanager
def held_back(store: Store) -> Iterator[None]:
    """Entered before anybody else listens: the thread that tells everybody waits with the first of them."""
    over = threading.Event()
    stop = store.changes(lambda _stream, _version: over.wait(60))
    try:
        yield
    finally:
        stop()
        over.set()
