"""While a site is up, whoever is set up is told by itself; a receiver that hangs holds up no act."""

from __future__ import annotations

import json
import threading
import time

from feltro.app.handling import House
from feltro.app.player.phone_desk import PhoneDesk, phone_progress
from feltro.app.programs.webhooks import add_webhook
from feltro.app.world.plan import Done
from feltro.season.commands import CreateSeason
from feltro.store.memory import MemoryStore
from feltro.web.live import webhooks
from tests.app.player.phone import Phone, begins, switched_on
from tests.app.programs.evening import Receiver, sent
from tests.app.programs.loopback import answers, listening
from tests.web.running import Running
from tests.web.staff import Site


def season(site: Site, year: int) -> None:
    command = CreateSeason(season=f"s{year}", name=str(year), year=year)
    assert isinstance(site.house.handle(command, sent(f"y{year}")), Done)


def until(holds) -> bool:
    for _ in range(2000):
        if holds():
            return True
        time.sleep(0.005)
    return False


def test_a_site_tells_by_itself_and_one_that_hangs_holds_up_nobody(monkeypatch):
    """The second receiver never answers; the first has its message, and the house takes the next act at once."""
    monkeypatch.setattr(webhooks, "EVERY_SECONDS", 0.01)
    site = Site(House(MemoryStore()))
    released = threading.Event()
    with listening(answers(204)) as (quick, got), listening(lambda _handler: released.wait(10)) as (hangs, held):
        for place, base in enumerate((hangs, quick)):
            add_webhook(site.house, f"{base}/x", ("season.created",), sent(f"add{place}"))
        with site.browser("rui"):
            season(site, 2027)
            assert until(lambda: got and held)
            season(site, 2028)
            assert until(lambda: len(got) == 2)
            released.set()
    assert [json.loads(body)["data"]["year"] for _, _, body in got] == [2027, 2028]
    assert len(held) == 1


def test_a_site_tells_a_phone_by_itself_and_its_page_need_not_be_open(monkeypatch):
    monkeypatch.setattr(webhooks, "EVERY_SECONDS", 0.01)
    receiver = Receiver()
    monkeypatch.setattr(PhoneDesk.__init__, "__defaults__", (receiver,))
    room, phone = Running(12, chairs=9), Phone()
    switched_on(room)
    entry, chair = room.mover()
    begins(room, entry, phone)
    table, seat = chair.split(".")
    with room.site.browser():
        room.order("MovePlayer", entry=entry, table=int(table), seat=int(seat), reason="equilíbrio")
        assert until(lambda: receiver.got)
        assert until(lambda: phone_progress(room.house.store).log)
    assert [phone.reads(body)["tag"] for _, _, body in receiver.got] == ["seat"]


def test_a_site_where_nothing_is_set_up_starts_no_thread(monkeypatch):
    monkeypatch.setattr(webhooks, "EVERY_SECONDS", 0.01)
    site = Site(House(MemoryStore()))
    with site.browser("rui"):
        season(site, 2027)
        time.sleep(0.05)
        assert [one.name for one in threading.enumerate() if one.name.startswith("webhook")] == []
