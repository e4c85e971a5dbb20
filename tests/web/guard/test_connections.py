"""One client cannot take the server from the others: half-sent requests, too many connections, endless bodies."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from contextlib import ExitStack

import pytest

from feltro.app.handling import House
from feltro.store.memory import MemoryStore
from feltro.web.guard.connections import Door, is_named, set_line
from feltro.web.guard.files import KEPT, most_connections, raise_file_limit
from feltro.web.guard.limits import Limits, limits
from feltro.web.site import create_site
from tests.awaited import awaited
from tests.web.guard.served import QUICK, ask, connect, is_closed, served

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site():
    return create_site(House(MemoryStore()))


HALF = b"GET /hora HTTP/1.1\r\nHost: x\r\nX-Slow: "


def test_the_attack_works_on_a_server_that_is_not_guarded(site):
    """Twenty half-sent requests stay for as long as the attacker likes: a thousand of them were all files there are."""
    with served(site, http="auto") as (port, _), ExitStack() as stack:
        half = [stack.enter_context(connect(port)) for _ in range(20)]
        for one in half:
            one.sendall(HALF)
        time.sleep(2 * QUICK.header_seconds)
        assert not any(is_closed(one, 0.01) for one in half)


def test_a_request_that_is_half_sent_is_closed_in_time(site):
    """Nothing at all, half a head, and a head that drips sign by sign: closed after the same time."""
    with served(site) as (port, door), connect(port) as silent, connect(port) as half, connect(port) as drip:
        half.sendall(HALF)
        drip.sendall(HALF)
        until = time.monotonic() + 10 * QUICK.header_seconds
        closed = False
        while not closed and time.monotonic() < until:
            time.sleep(0.05)
            try:
                drip.sendall(b"a")
            except OSError:
                closed = True
        assert closed
        assert is_closed(silent)
        assert is_closed(half)
        time.sleep(0.05)
        assert door.open == {}


def test_the_second_request_of_a_connection_has_no_more_time_than_the_first(site):
    """A whole request, its answer, and then half of another one on the same connection."""
    with served(site, timeout_keep_alive=60) as (port, _), connect(port) as one:
        one.sendall(b"GET /hora HTTP/1.1\r\nHost: x\r\n\r\n")
        assert one.recv(65536).startswith(b"HTTP/1.1 200")
        one.sendall(HALF)
        begun = time.monotonic()
        assert is_closed(one)
        assert time.monotonic() - begun < 6 * QUICK.header_seconds


def test_one_address_has_so_many_connections_and_gets_them_back(site):
    """The ninth is hung up on; when one of the eight leaves, the next is served."""
    slow = QUICK._replace(header_seconds=30)
    with served(site, slow) as (port, door), ExitStack() as stack:
        held = [stack.enter_context(connect(port)) for _ in range(QUICK.connections)]
        until = time.monotonic() + 5
        while door.open.total() < QUICK.connections and time.monotonic() < until:
            time.sleep(0.01)
        assert ask(port)[0] == 0
        held[0].close()
        until = time.monotonic() + 5
        while ask(port)[0] != 200 and time.monotonic() < until:
            time.sleep(0.05)
        assert ask(port)[0] == 200


def test_with_the_limits_of_a_real_start_one_address_is_full_at_128_and_another_is_served(site):
    """As `feltro serve` counts them: a player who holds all that an address may have takes nothing from the desk."""
    with served(site, Limits()) as (port, door), ExitStack() as stack:
        for _ in range(128):
            stack.enter_context(connect(port))
        until = time.monotonic() + 5
        while door.open.total() < 128 and time.monotonic() < until:
            time.sleep(0.01)
        assert door.open == {"127.0.0.1": 128}
        assert ask(port)[0] == 0
        desk = stack.enter_context(
            socket.create_connection(("127.0.0.1", port), 5, source_address=("127.0.0.2", 0))
        )
        desk.sendall(b"GET /hora HTTP/1.1\r\nHost: x\r\n\r\n")
        assert desk.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_slow_client_is_served_where_it_is_within_its_time(site):
    """A phone in bad Wi-Fi sends its request in three pieces."""
    with served(site, QUICK._replace(header_seconds=5)) as (port, _), connect(port) as one:
        for piece in (b"GET /hora HTTP/1.1\r\n", b"Host: x\r\n", b"\r\n"):
            one.sendall(piece)
            time.sleep(0.1)
        assert one.recv(100).startswith(b"HTTP/1.1 200")


def test_a_proxy_that_was_named_is_not_counted_as_one_client(site):
    """Behind it stand all phones of the tour; the server as a whole still has an end."""
    named = {"proxy_headers": True, "forwarded_allow_ips": ["127.0.0.0/8"]}
    with served(site, QUICK._replace(header_seconds=30), most=12, **named) as (port, door), ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(connect(port))
        until = time.monotonic() + 5
        while door.open.total() < 12 and time.monotonic() < until:
            time.sleep(0.01)
        assert door.open["127.0.0.1"] == 12
        assert ask(port)[0] == 0


def test_the_door_counts():
    """Enters up to its number, forgets who left."""
    door = Door(3)
    assert [door.enter("a", 2), door.enter("a", 2), door.enter("a", 2)] == [True, True, False]
    assert [door.enter("b", 2), door.enter("c", 2)] == [True, False]
    door.leave("b")
    assert door.open == {"a": 2}


def test_an_address_is_a_proxy_only_if_it_was_named():
    """By itself or by its network; what is no address is nobody."""
    assert is_named("10.0.0.5", ["10.0.0.5"])
    assert is_named("10.0.0.5", "192.168.0.1, 10.0.0.0/24")
    assert not is_named("10.0.1.5", ["10.0.0.0/24"])
    assert not is_named("", ["10.0.0.0/24"])
    assert not is_named("10.0.0.5", [])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_files_may_be_open_after_the_start():
    """As many as the system allows; a room with a thousand phones fits in."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(300, before[0]), before[1]))
        raised = raise_file_limit()
        assert raised == min(before[1] if before[1] != resource.RLIM_INFINITY else 65_536, 65_536)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == raised
        assert most_connections() == raised - KEPT
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_house_may_say_how_many_connections_an_address_has(monkeypatch):
    """For a tour whose players come through one address of their telephone company."""
    assert limits() == Limits()
    monkeypatch.setenv("FELTRO_WORKER_PER_ADDRESS", "1000")
    assert (limits().connections, limits().streams) == (1000, 500)


def test_an_answer_goes_out_at_once_on_a_line_that_workers_share():
    """Such a line does not say that it is TCP, and the loop leaves it to the system, which waits for more to send."""

    async def accepted() -> tuple[int, int]:
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as shared, socket.socket() as client:
            shared.bind(("127.0.0.1", 0))
            shared.listen()
            client.connect(shared.getsockname())
            line, _ = shared.accept()
            transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, line)
            before = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            set_line(transport, 5)
            after = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            transport.close()
            return before, after

    before, after = awaited(accepted())
    assert before == 0
    assert after != 0
