"""What a request brings: a body that never ends, forms made of nothing but fields, streams without number."""

from __future__ import annotations

import time
from contextlib import ExitStack

import pytest

from feltro.web.guard import bodies
from feltro.web.guard.limits import Limits
from feltro.web.site import create_site
from tests.web.guard.served import ask, connect, served
from tests.web.staff import Site, visited

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"&".join([b"a="] * 300_000), 413),
        (b"&".join([b"a=1"] * 3001), 413),
        (b"a=" + b"x" * 500_000, 413),
        (b"a=" + b"%41" * 140_000, 413),
        (b"&".join([b"a=1"] * 2000), 404),
    ],
)
def test_a_form_that_nobody_could_have_filled_in_is_not_read(body, status):
    """Told so at once; a long form that people do fill in is read, and refused for other reasons."""
    with visited(Site(users=False).house) as client:
        begun = time.monotonic()
        assert client.post("/entrar", content=body, headers=FORM).status_code == status
        assert time.monotonic() - begun < 2


@pytest.mark.slow
def test_the_clock_of_the_room_goes_on_while_somebody_sends_such_forms():
    """Three of 900 kB at a time made a page take a hundred times as long."""
    house = Site().house
    heavy = b"&".join([b"a="] * 300_000)
    more = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(heavy)}\r\n"
    with served(create_site(house), Limits()) as (port, _):
        alone = min(ask(port)[1] for _ in range(5))
        with ExitStack() as stack:
            for _ in range(3):
                one = stack.enter_context(connect(port))
                one.sendall(f"POST /entrar HTTP/1.1\r\nHost: x\r\n{more}\r\n".encode() + heavy[:200_000])
            times = sorted(ask(port)[1] for _ in range(9))
    assert times[4] < max(20 * alone, 0.25)


@pytest.mark.slow
def test_a_body_that_never_ends_is_given_up(monkeypatch):
    """The head promises ten signs, three come: after its time the answer is 408, and the thread is free."""
    monkeypatch.setattr(bodies, "limits", lambda: Limits(body_seconds=0.5))
    with served(create_site(Site().house), Limits()) as (port, _), connect(port) as one:
        one.sendall(
            b"POST /entrar HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            b"Content-Length: 10\r\n\r\nabc"
        )
        begun = time.monotonic()
        assert one.recv(4096).startswith(b"HTTP/1.1 408")
        assert 0.3 < time.monotonic() - begun < 5


@pytest.mark.slow
def test_one_address_has_so_many_streams(monkeypatch):
    """The third is told to wait; when one is closed, another may begin."""
    monkeypatch.setattr(bodies, "limits", lambda: Limits(streams=2))
    with served(create_site(Site().house), Limits(), lifespan="on") as (port, _), ExitStack() as stack:
        follow = b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n"
        held = [stack.enter_context(connect(port)) for _ in range(2)]
        for one in held:
            one.sendall(follow)
            assert one.recv(4096).startswith(b"HTTP/1.1 200")
        assert ask(port, "/live")[0] == 429
        held[0].close()
        until = time.monotonic() + 20
        said = 0
        while said != 200 and time.monotonic() < until:
            time.sleep(0.2)
            said = ask(port, "/live")[0]
        assert said == 200
