"""A real server on loopback, guarded as `feltro serve` guards it, with limits that a test can reach."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import contextmanager

import uvicorn

from feltro.web.guard.connections import Door, GuardedHTTP
from feltro.web.guard.limits import Limits

QUICK = Limits(connections=8, header_seconds=0.6, body_seconds=0.6)


@contextmanager
def served(site, allowed: Limits = QUICK, *, most: int = 400, **options):
    """The port, and the door that counts who is in. Without `http`, guarded."""

    class Guarded(GuardedHTTP):
        limits = allowed
        door = Door(most)

    plain = {
        "http": Guarded,
        "lifespan": "off",
        "log_level": "error",
        "proxy_headers": False,
        "server_header": False,
    }
    config = uvicorn.Config(site, host="127.0.0.1", port=0, **{**plain, **options})
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1], Guarded.door
    finally:
        server.should_exit = server.force_exit = True
        thread.join(10)
        listener.close()


def connect(port: int) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=5)
    made.settimeout(5)
    return made


def is_closed(one: socket.socket, within: float = 5) -> bool:
    """Whether the other side hung up; whatever it said before is thrown away."""
    one.settimeout(within)
    try:
        while one.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def ask(
    port: int, path: str = "/hora", more: str = "", body: bytes = b"", method: str = "GET"
) -> tuple[int, float]:
    """The status, and how long it took; 0: no answer."""
    begun = time.monotonic()
    with connect(port) as one:
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n"
        try:
            one.sendall(head.encode() + body)
            said = one.recv(4096)
        except OSError:
            said = b""
    status = int(said.split()[1]) if said.startswith(b"HTTP/1.1 ") else 0
    return status, time.monotonic() - begun
