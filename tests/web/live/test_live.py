"""The live stream: it nudges, to whom it may, from whichever worker the change came; rendering is shared."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from feltro.app.access.rows import Identity
from feltro.app.handling import House
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from feltro.web.frame.shared import Shared
from feltro.web.live.hub import Hub
from feltro.web.live.line import TURNS_KEPT
from feltro.web.live.routes import hears_of_desks
from tests.tournament.room import Room
from tests.web.staff import Site

PATIENCE = 10


async def read(stream, *, event):
    """The data of the next message of a kind."""
    while True:
        message = await asyncio.wait_for(anext(stream), PATIENCE)
        for part in message.decode().split("\n\n"):
            if part.startswith(f"event: {event}\n") or f"\nevent: {event}\n" in part:
                return json.loads(part.rpartition("data: ")[2])


def listening(store, script):
    """Run a script against a hub that is started and stopped as the application does it."""

    async def run():
        hub = Hub(store)
        await hub.start()
        try:
            await script(hub)
        finally:
            await hub.stop()

    with ThreadPoolExecutor(1) as thread:  # where a browser of another test has no loop running
        thread.submit(asyncio.run, run()).result()


def test_a_change_is_told_as_stream_and_version_only():
    """First where everything stands, then what moved; never what it was about."""
    room = Room(House(MemoryStore()))

    async def script(hub):
        stream = hub.follow(staff=True)
        standing = await read(stream, event="hello")
        assert standing["tournament:t1"] == 1
        room.person("p1")
        room.done("MarkLevel", role="director", tournament="t1", level=1)
        assert await read(stream, event="news") == {"tournament:t1": 2}

    listening(room.house.store, script)


def test_strangers_are_told_of_tournaments_and_seasons_alone():
    """That a drawer moved, or that somebody was registered, is the staff's business."""
    room = Room(House(MemoryStore()))

    async def script(hub):
        public, staff = hub.follow(staff=False), hub.follow(staff=True)
        assert set(await read(public, event="hello")) == {"tournament:t1", "season:s26"}
        assert "desk:d1" in await read(staff, event="hello")
        room.done("DropCash", desk="d1", amount_centavos=100)
        assert await read(staff, event="news") == {"desk:d1": 2}
        room.done("MarkLevel", role="director", tournament="t1", level=1)
        assert await read(public, event="news") == {"tournament:t1": 2}

    listening(room.house.store, script)


@pytest.mark.parametrize("role", ["dealer", "viewer", ""])
def test_a_table_and_a_screen_hear_no_more_than_strangers(role):
    """The attack: a dealer's tablet listens how often each drawer moves."""
    known = Identity(user="x", role=role, device="", session="s", name="x") if role else None
    assert not hears_of_desks(known)
    assert hears_of_desks(Identity(user="x", role="cashier", device="", session="s", name="x"))


def test_whoever_fell_behind_is_told_where_everything_stands():
    """More turns than are kept: the reader gets the whole standing, not a hole."""
    room = Room(House(MemoryStore()))

    async def script(hub):
        stream = hub.follow(staff=True)
        await read(stream, event="hello")
        for _ in range(TURNS_KEPT + 5):
            hub.told.add(b"event: news\ndata: {}\n\n", b"")
        assert (await read(stream, event="hello"))["tournament:t1"] == 1

    listening(room.house.store, script)


def test_a_shut_out_session_ends_its_stream():
    """At the next ping the stream asks again who is listening."""

    async def script(hub):
        stream = hub.follow(staff=True, still=lambda: False)
        await anext(stream)
        await hub.ping()
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), PATIENCE)

    listening(MemoryStore(), script)


@pytest.mark.postgres
def test_a_change_at_one_worker_is_told_by_another(postgres_url):
    """Two stores on one database, as two processes have them."""
    here, there = open_store(postgres_url), open_store(postgres_url)
    room = Room(House(here))

    async def script(hub):
        stream = hub.follow(staff=True)
        await read(stream, event="hello")
        await asyncio.to_thread(room.done, "MarkLevel", role="director", tournament="t1", level=1)
        assert await read(stream, event="news") == {"tournament:t1": 2}

    try:
        listening(there, script)
    finally:
        here.close()
        there.close()


def test_one_rendering_serves_all_who_look():
    """Twenty who ask at once for the same view wait for one rendering; another version is another one."""
    shared, made, gate = Shared(), [], threading.Event()

    def render():
        gate.wait(PATIENCE)
        made.append(1)
        return "view"

    askers = [threading.Thread(target=shared.get, args=(("view", 1), render)) for _ in range(20)]
    for asker in askers:
        asker.start()
    gate.set()
    for asker in askers:
        asker.join()
    assert len(made) == 1
    shared.get(("view", 2), render)
    assert len(made) == 2


def test_shared_parts_hold_the_token_of_whoever_asks():
    """Two cashiers see the same list, each with a form that their own browser may send."""
    site = Site()
    Room(site.house)
    with site.browser("ana") as one, site.browser("bia") as other:
        pages = [browser.get("/balcao/t1").text for browser in (one, other)]
        tokens = [browser.client.cookies.get("csrftoken") for browser in (one, other)]
        assert tokens[0] != tokens[1]
        assert tokens[0] in pages[0]
        assert tokens[0] not in pages[1]
