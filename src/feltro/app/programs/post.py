"""One message on its way: a limit for all of it together, no redirection, and of the answer only whether it was taken."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.programs.addresses import is_public, parts_of, refuse_address, refuse_outside

if TYPE_CHECKING:
    from urllib.parse import SplitResult

SECONDS = 10.0
LONGEST_WAIT = 3600
TAKEN = range(200, 300)
WAITS = (408, 425, 429)
"""Refusals that pass by themselves."""


class PostAnswer(NamedTuple):
    """`code` is the receiver's own; 0 where none came, and `told` says why."""

    code: int
    told: str = ""
    wait: int = 0
    """Seconds that the receiver asks to be left alone for (`Retry-After`), at most an hour; 0 where it asks for none."""

    @property
    def taken(self) -> bool:
        return self.code in TAKEN

    @property
    def refused(self) -> bool:
        """By somebody who is there and will say the same again."""
        return 300 <= self.code < 500 and self.code not in WAITS


def post(address: str, headers: dict[str, str], body: bytes, seconds: float = SECONDS) -> PostAnswer:
    """To an address that the organiser chose: it may well lie in the room."""
    parts = parts_of(address)
    if parts is None or refuse_address(address):
        return PostAnswer(0, "address")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return _posted(kind(parts.hostname or "", parts.port, timeout=seconds), parts, headers, body)


def post_outside(address: str, headers: dict[str, str], body: bytes, seconds: float = SECONDS) -> PostAnswer:
    """To an address that a stranger gave: nothing of the room, of this machine or of a network behind it is reached."""
    parts = parts_of(address)
    if parts is None or refuse_outside(address):
        return PostAnswer(0, "address")
    return _posted(OutsideLine(parts.hostname or "", parts.port, timeout=seconds), parts, headers, body)


class OutsideLine(HTTPSConnection):
    """The name is looked up once, and what was looked at is what is connected to: a name that answers otherwise the next
    time leads nowhere else. The certificate is asked for the name."""

    def connect(self) -> None:
        where = public_address(self.host, self.port)
        plain = socket.create_connection((where, self.port), self.timeout)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


def public_address(host: str, port: int) -> str:
    """An `OSError` where any address of the name is no public one."""
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(one) for one in found):
        raise OSError(f"{host} is not outside")
    return found[0]


def _posted(line: HTTPConnection, parts: SplitResult, headers: dict[str, str], body: bytes) -> PostAnswer:
    seconds = line.timeout or SECONDS
    over = threading.Event()
    timer = threading.Timer(seconds, _hang_up, (line, over))
    timer.daemon = True
    timer.start()
    try:
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        line.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "Feltro", **headers})
        answer = line.getresponse()
        return PostAnswer(answer.status, wait=asked_wait(answer.getheader("Retry-After", "")))
    except TimeoutError:
        return PostAnswer(0, "too_slow")
    except ssl.SSLError:
        return PostAnswer(0, "certificate")
    except (OSError, HTTPException, UnicodeError):
        return PostAnswer(0, "too_slow" if over.is_set() else "away")
    finally:
        timer.cancel()
        line.close()


def asked_wait(written: str) -> int:
    """Told in seconds. A date, which hangs on two clocks that need not agree, is left to our own waits."""
    seconds = written.strip()
    return min(int(seconds), LONGEST_WAIT) if seconds.isascii() and seconds.isdecimal() and len(seconds) < 10 else 0


def _hang_up(line: HTTPConnection, over: threading.Event) -> None:
    """A receiver that sends a byte now and then would otherwise hold the line for ever."""
    over.set()
    if line.sock is not None:
        with contextlib.suppress(OSError):
            line.sock.shutdown(socket.SHUT_RDWR)
