"""Connections: how many one address may have, and how long a request may take to say what it wants.

A client that opens a thousand connections and sends half a request on each used to leave no file for anybody else. The
server's own protocol knows no such limit, so it is given one here. A proxy that was named speaks for many people: its
connections are not counted, theirs are (streams.py).

A phone that went out of reach says nothing either: what lies unacknowledged too long ends its connection, by the system's
own count where it has one, else when what is to be sent does not go away.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections import Counter
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from feltro.web.guard.files import most_connections
from feltro.web.guard.limits import LIVE, Limits, limits
from feltro.web.guard.retirement import RETIREMENT, say_goodbye

if TYPE_CHECKING:
    import asyncio

HTTP: Any = AutoHTTPProtocol
"""Whichever of its two protocols the server has: both are guarded in the same way."""


class Door:
    """Who has how many connections open in this process."""

    def __init__(self, most: int) -> None:
        self.most, self.open = most, Counter[str]()

    def enter(self, address: str, most: int | None) -> bool:
        """Counted if it may stay. `most` is nothing for a proxy that was named."""
        if self.open.total() >= self.most or (most is not None and self.open[address] >= most):
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


class GuardedHTTP(HTTP):  # type: ignore[misc]
    """Closes what is too much or too slow, without a word: whoever does that does not listen."""

    limits: Limits = limits()
    door = Door(most_connections())
    _address = ""
    _counted = False
    _waiting: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        set_line(transport, self.limits.stalled_seconds)
        self._address = self.client[0] if self.client else ""
        most = None if self._is_proxy() else self.limits.connections
        self._counted = self.door.enter(self._address, most)
        if self._counted:
            self._wait_for_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_stalling()
        if self._counted:
            self._counted = False
            self.door.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_answering():
            self._wait_for_head()
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_stalling()

    def shutdown(self) -> None:
        """A stream has no end of its own: at the end of the server it is closed, and its browser comes back."""
        if self._is_answering() and self.scope["path"] == LIVE:
            self.transport.close()
        elif RETIREMENT.asked:
            say_goodbye(self)
        else:
            super().shutdown()

    def _stop_stalling(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _is_proxy(self) -> bool:
        return bool(self.config.proxy_headers) and is_named(self._address, self.config.forwarded_allow_ips)

    def _wait_for_head(self) -> None:
        """Once for each request: further bytes do not give more time."""
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.limits.header_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self._is_answering() and not self.transport.is_closing():
            self.transport.close()


def set_line(transport: asyncio.Transport, unheard_seconds: float) -> None:
    """What is written goes out at once: the loop sees to that by itself only on a line that says that it is TCP, and one that
    workers share does not say so; each answer then waited 40 ms for the system. Linux also counts for itself how long
    nothing was acknowledged; where it is not counted, nothing is set."""
    line = transport.get_extra_info("socket")
    if line is None:
        return
    with contextlib.suppress(OSError):  # no TCP: a socket of the system's own kind
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(unheard_seconds * 1000))


def hurry_handshakes() -> None:
    """Before there is a protocol there is a greeting under TLS, which may otherwise be half-said for a minute."""
    from asyncio import constants

    constants.SSL_HANDSHAKE_TIMEOUT = GuardedHTTP.limits.header_seconds


def is_named(address: str, proxies: list[str] | str) -> bool:
    """Whether an address is one of the proxies, or in one of their networks."""
    named = proxies.split(",") if isinstance(proxies, str) else proxies
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(one.strip(), strict=False) for one in named if one.strip())
