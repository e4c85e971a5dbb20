"""One message on its way: a limit for all of it together, no redirection, and of the answer only whether it was taken."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import NamedTuple

from feltro.app.programs.addresses import parts_of, refuse_address

SECONDS = 10.0
TAKEN = range(200, 300)
WAITS = (408, 425, 429)
"""Refusals that pass by themselves."""


class PostAnswer(NamedTuple):
    """`code` is the receiver's own; 0 where none came, and `told` says why."""

    code: int
    told: str = ""

    @property
    def taken(self) -> bool:
        return self.code in TAKEN

    @property
    def refused(self) -> bool:
        """By somebody who is there and will say the same again."""
        return 300 <= self.code < 500 and self.code not in WAITS


def post(address: str, headers: dict[str, str], body: bytes, seconds: float = SECONDS) -> PostAnswer:
    parts = parts_of(address)
    if parts is None or refuse_address(address):
        return PostAnswer(0, "address")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    line = kind(parts.hostname or "", parts.port, timeout=seconds)
    over = threading.Event()
    timer = threading.Timer(seconds, _hang_up, (line, over))
    timer.daemon = True
    timer.start()
    try:
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        line.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "Feltro", **headers})
        return PostAnswer(line.getresponse().status)
    except TimeoutError:
        return PostAnswer(0, "too_slow")
    except ssl.SSLError:
        return PostAnswer(0, "certificate")
    except (OSError, HTTPException, UnicodeError):
        return PostAnswer(0, "too_slow" if over.is_set() else "away")
    finally:
        timer.cancel()
        line.close()


def _hang_up(line: HTTPConnection, over: threading.Event) -> None:
    """A receiver that sends a byte now and then would otherwise hold the line for ever."""
    over.set()
    if line.sock is not None:
        with contextlib.suppress(OSError):
            line.sock.shutdown(socket.SHUT_RDWR)
