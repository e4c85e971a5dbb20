"""A worker that is replaced takes nobody in any more, and answers whoever is there until they have gone.

Asked to end, a server closes every connection on which nothing is said at the moment. A browser that asks something on it in
that very moment is cut off, and a command that takes its time is too. A worker for whom another one stands there already need not
hurry: each answer says that the connection ends with it, and whoever says nothing is left as long as any quiet connection is.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.process import BaseProcess

LONGEST_SECONDS = 20
"""A commit may take twelve, and nobody is kept waiting by this."""
CLOSES = (b"connection", b"close")


class Retirement:
    """Whether this process was told that another one stands in its place."""

    asked = False

    def tell(self, *_: object) -> None:
        self.asked = True
        signal.raise_signal(signal.SIGTERM)  # and then all goes as at any end


RETIREMENT = Retirement()


@contextmanager
def ended_at_once() -> Iterator[None]:
    """While nothing is served yet: a server that still begins would hear of its end only when it has begun, and what it waits for
    may never come."""
    before = {one: signal.signal(one, _end) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _end(*_: object) -> None:
    raise SystemExit(0)


def retire_when_told() -> None:
    """In a worker that begins."""
    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, RETIREMENT.tell)


def retire(worker: BaseProcess) -> None:
    """Another one serves in its place."""
    import os

    if worker.pid is None or not worker.is_alive():
        return
    if hasattr(signal, "SIGUSR1"):
        os.kill(worker.pid, signal.SIGUSR1)
    else:
        worker.terminate()


def say_goodbye(connection: Any) -> None:
    """Of this connection, with its next answer. One that has begun says nothing of it: the next one does."""
    connection.config.timeout_graceful_shutdown = LONGEST_SECONDS
    headers = connection.server_state.default_headers
    if CLOSES not in headers:
        connection.server_state.default_headers = [*headers, CLOSES]
    cycle = connection.cycle
    if cycle is not None and not cycle.response_started:
        cycle.default_headers = connection.server_state.default_headers
