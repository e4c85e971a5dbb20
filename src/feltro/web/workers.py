"""Those who serve one house together: begun again where one ends, and replaced one after the other without anybody noticing.

At a reload each new worker serves before an old one is asked to go, and new ones have read the program as it lies on the disk
now. Nothing here waits: somebody who asks for the end meanwhile is heard.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from uvicorn import Server
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from feltro.web.guard.retirement import retire

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from uvicorn import Config

LAID_OUT = "feltro.web.laid_out"
HUNG_SECONDS = 30
START_SECONDS = 180
"""That a new worker may take until it serves, on a machine that has much else to do."""
ATTEMPTS = 5
"""Of beginning workers again, one after the other, before it is given up."""
FAILED = 3
LOG = logging.getLogger(__name__)


def serve_alone(config: Config, up: Callable[[], None]) -> int:
    """In this process, until somebody asks for the end. `up` is called once the door is open: an address that is told before it
    answers is an error page to whoever is quick."""
    server = Alone(config, up)
    with suppress(KeyboardInterrupt):
        server.run()
    return 0 if server.started else FAILED


class Alone(Server):
    def __init__(self, config: Config, up: Callable[[], None]) -> None:
        super().__init__(config)
        self.up = up

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.up()


def serve_several(config: Config, up: Callable[[], None]) -> int:
    """Until somebody asks for the end. A worker that ends is begun again; only one that never gets to serve ends the rest."""
    config.timeout_worker_healthcheck = HUNG_SECONDS
    workers = Workers(config, [config.bind_socket()], up)
    workers.run()
    return 0 if workers.asked else FAILED


class Workers(Multiprocess):
    in_vain = 0
    asked = False

    def __init__(self, config: Config, sockets: list[socket], up: Callable[[], None] = lambda: None) -> None:
        super().__init__(config, sockets)
        self.up: Callable[[], None] | None = up
        """Until it was called."""
        self.to_replace: list[Process] = []
        self.coming: Process | None = None
        self.leaving: list[Process] = []
        self._until = 0.0

    def restart_all(self) -> None:
        """Only begun here; `keep_subprocess_alive` goes on with it, twice in a second."""
        fork_anew()
        self.to_replace = list(self.processes)

    def keep_subprocess_alive(self) -> None:
        if self.up and any(one.process.is_alive() and one.is_ready(timeout=1) for one in self.processes):
            self.up()
            self.up = None
        self.leaving = [one for one in self.leaving if one.process.is_alive()]
        self._go_on_replacing()
        failed = [one for one in self.processes if not one.process.is_alive() and one.exitcode]
        if not failed:
            self.in_vain = 0
        elif self.in_vain < ATTEMPTS:
            self.in_vain += 1
            for one in failed:
                LOG.error("worker %s ended with %s, and is begun again", one.pid, one.exitcode)
                one.join()
                self.processes[self.processes.index(one)] = self._begun()
            return
        super().keep_subprocess_alive()

    def _go_on_replacing(self) -> None:
        self.to_replace = [one for one in self.to_replace if one in self.processes]  # begun again is new, too
        if self.coming is None and self.to_replace:
            self.coming, self._until = self._begun(), time.monotonic() + START_SECONDS
        if self.coming is None:
            return
        if self.coming.process.is_alive() and self.coming.is_ready(timeout=1):
            self._let_go(self.coming)
            self.coming = None
        elif not self.coming.process.is_alive() or time.monotonic() > self._until:
            LOG.error("a new worker did not come to serve: those of before stay")
            self.coming.kill()
            self.coming.join()
            self.coming, self.to_replace = None, []

    def _let_go(self, coming: Process) -> None:
        """One of before, now that there is another; where it ended by itself and was begun again, the new one is too many."""
        if not self.to_replace:
            self.leaving.append(coming)
            retire(coming.process)
            return
        old = self.to_replace.pop(0)
        self.processes[self.processes.index(old)] = coming
        self.leaving.append(old)
        retire(old.process)

    def _begun(self) -> Process:
        made = Process(self.config, self.sockets)
        made.start()
        return made

    def terminate_all(self) -> None:
        super().terminate_all()
        for one in (*self.leaving, *filter(None, [self.coming])):
            one.terminate()

    def join_all(self) -> None:
        super().join_all()
        for one in (*self.leaving, *filter(None, [self.coming])):
            one.join()

    def handle_int(self) -> None:
        self.asked = True
        super().handle_int()

    def handle_term(self) -> None:
        self.asked = True
        super().handle_term()


def share_what_is_loaded() -> None:
    """Workers are forked from one process that has read the program, the books and every address: that is done once, and
    its memory is there once. Where a system cannot fork, each reads for itself."""
    import multiprocessing

    import uvicorn._subprocess

    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([LAID_OUT])
        uvicorn._subprocess.spawn = context  # type: ignore[assignment]  # noqa: SLF001 - it offers no other way


def fork_anew() -> None:
    """The process that workers are forked from read the program when it began: another one reads what lies there now. The one of
    before ends with the last of those who came from it."""
    import multiprocessing

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return
    from multiprocessing import forkserver

    before, another = forkserver._forkserver, forkserver.ForkServer()  # noqa: SLF001 - Python has one, and no way to a second
    another.set_forkserver_preload([LAID_OUT])
    forkserver._forkserver = another  # noqa: SLF001 - as above
    forkserver.ensure_running = another.ensure_running
    forkserver.get_inherited_fds = another.get_inherited_fds
    forkserver.connect_to_new_process = another.connect_to_new_process
    forkserver.set_forkserver_preload = another.set_forkserver_preload
    threading.Thread(target=before._stop, daemon=True).start()  # type: ignore[attr-defined]  # noqa: SLF001 - it waits for its end
