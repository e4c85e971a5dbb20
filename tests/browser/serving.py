"""A real server on a port of its own."""

from __future__ import annotations

import socket
import threading
import time

import uvicorn
from litestar import Litestar

from tests.web.staff import give_back


class Serving:
    """It can be stopped and started again at the same address, with a site made anew."""

    def __init__(self, make_site, certificate: str | None = None) -> None:
        self.make_site, self.certificate = make_site, certificate
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.site = self.make_site()
        config = uvicorn.Config(
            self.site,
            port=self.port,
            log_level="critical",
            timeout_graceful_shutdown=1,
            ssl_certfile=self.certificate,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + 30
        while not self.server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive(), "the server did not stop"
        if isinstance(self.site, Litestar):
            give_back(self.site)
