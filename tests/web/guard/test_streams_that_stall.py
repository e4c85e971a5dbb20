"""A phone that is out of reach, or reads nothing, is let go of; whoever listens hears on; and a server ends at once."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from feltro.app.handling import House
from feltro.store.memory import MemoryStore
from feltro.web.guard import connections
from feltro.web.guard.limits import Limits
from feltro.web.guard.threads import COMMANDS, LOOKERS, PAGES
from feltro.web.live.hub import PING_SECONDS
from feltro.web.site import create_site
from tests.web.guard.served import is_closed, served
from tests.web.staff import Site

ASK = b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n"
BRIEF = Limits(connections=20, header_seconds=5, stalled_seconds=1)


def opened(port, **options):
    one = socket.socket()
    for option, value in options.items():
        one.setsockopt(socket.SOL_SOCKET, getattr(socket, option), value)
    one.settimeout(10)
    one.connect(("127.0.0.1", port))
    one.sendall(ASK)
    heard = b""
    while b"event: hello" not in heard:
        heard += one.recv(65536)
    return one


@pytest.mark.slow
def test_who_reads_nothing_is_let_go_of_and_others_hear_on():
    """Megabytes for a phone that does not take them: the server forgets it within its limit, the other misses nothing."""
    site = create_site(House(MemoryStore()))
    with (
        served(site, BRIEF, lifespan="on") as (port, door),
        opened(port, SO_RCVBUF=4096) as deaf,
        opened(port) as other,
    ):
        hub, heard = site.state.hub, b""
        big = b"event: news\ndata: {}\n\n" + b": " + b"x" * 400_000 + b"\n\n"
        for number in range(30):
            hub._loop.call_soon_threadsafe(hub.told.add, big, big)
            hub._loop.call_soon_threadsafe(hub.told.add, b"event: n%d\n\n" % number, b"event: n%d\n\n" % number)
            while b"event: n%d\n\n" % number not in heard:
                heard = heard[-100:] + other.recv(1_000_000)
        until = time.monotonic() + 10
        while max(door.open.total(), len(hub.told.followers)) > 1 and time.monotonic() < until:
            time.sleep(0.05)
        assert door.open.total() == 1
        assert len(hub.told.followers) == 1
        assert deaf.fileno() >= 0


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system does not count it")
def test_the_system_is_told_how_long_silence_may_last():
    """On Linux a phone whose Wi-Fi is gone acknowledges nothing: the system itself ends the connection in that time."""
    told = []

    class Line(asyncio.Transport):
        def get_extra_info(self, name, default=None):
            return self if name == "socket" else default

        def setsockopt(self, *option):
            told.append(option)

    connections.set_line(Line(), 45)
    assert (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 45_000) in told
    assert Limits().stalled_seconds + PING_SECONDS <= 60


@pytest.mark.slow
def test_a_server_that_ends_lets_its_streams_go_at_once():
    """No stream holds up a restart: closed cleanly, long before the time that a server gives to answers under way."""
    site = create_site(House(MemoryStore()))
    with ExitStack() as stack:
        server = served(site, BRIEF, lifespan="on", timeout_graceful_shutdown=30)
        port, _ = server.__enter__()
        streams = [stack.enter_context(opened(port)) for _ in range(5)]
        ending = threading.Thread(target=server.__exit__, args=(None, None, None))
        ending.start()
        assert all(is_closed(one) for one in streams)
        ending.join()


def test_a_cashier_is_served_while_every_thread_of_lookers_is_taken():
    """The attack: so many look that all threads for pages are busy. A form is done all the same."""
    free = threading.Event()
    for pool, threads in ((LOOKERS, 2), (PAGES, 12)):
        for _ in range(threads):
            pool._threads.submit(free.wait, 30)
    done = []

    async def command():
        done.append(await COMMANDS.run(lambda: "sold"))

    try:
        with ThreadPoolExecutor(1) as thread:  # where a browser of another test has no loop running
            thread.submit(asyncio.run, asyncio.wait_for(command(), 10)).result()
    finally:
        free.set()
    assert done == ["sold"]


def test_a_form_and_a_programs_command_run_where_commands_run():
    """Whatever changes something is sent to their threads: a sale by the interface, a form of the desk."""
    site, names = Site(), []
    submit = COMMANDS._threads.submit

    class Noted:
        def submit(self, work, *args):
            names.append(getattr(work, "func", work).__name__)
            return submit(work, *args)

    threads, COMMANDS._threads = COMMANDS._threads, Noted()
    try:
        with site.browser("ana") as browser:
            browser.send("/balcao/t1/novo", name="X")
            browser.client.post("/api/v1/commands", content=b"{}")
    finally:
        COMMANDS._threads = threads
    assert "give_command" in names
    assert len(names) == 2
