"""What the stream brings is what the page's own address answers: at every version, for every page that is brought."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from feltro.app.people.public_ids import PublicIds, public_ids
from feltro.web.frame.gate import PAGE
from feltro.web.live import parts as parts_of_pages
from feltro.web.live.parts import read_asked
from feltro.web.pages import handlers
from feltro.web.screens.seats import SeatsKept
from tests.web.running import Running
from tests.web.staff import give_back, site_for

PATIENCE = 8
GIVEN = {"event": "t1", "season": "s26", "screen": "lista1"}


class Phone:
    """A browser's stream and what it shows, as `static/live.js` keeps it."""

    def __init__(self, hub, *addresses, lang="pt", staff=False, shows=""):
        self.asked = read_asked([f"{lang}:{one}|{shows}" for one in addresses])
        self.stream = hub.follow(staff=staff, parts=self.asked)
        self.shown, self.standing, self.heard, self.brought = {}, {}, [], []

    async def read(self):
        chunk = (await asyncio.wait_for(anext(self.stream), PATIENCE)).decode()
        for kind, data in re.findall(r"event: (\w+)\ndata: (.*)\n\n", chunk):
            told = json.loads(data) if kind != "ping" else data
            self.heard.append(kind)
            if kind == "part":
                self.shown[told["part"].partition(":")[2]] = told["html"]
            elif kind == "parts":
                self.brought = told
            elif kind in {"hello", "news"}:
                self.standing |= told

    async def reach(self, stream, version):
        while self.standing.get(stream, 0) < version:
            await self.read()
        return self


@contextmanager
def evening(players=14):
    """A room that is played behind a site, and a way to run a script beside the site's hub."""
    room = Running(players)
    room.done("AddScreen", role="director", who="dt", screen="lista1", label="Lista")
    site = site_for(room.house, room.site.clock)

    def run(script):
        async def all_of_it():
            hub = site.state.hub
            await hub.start(site)
            try:
                return await script(hub)
            finally:
                await hub.stop()

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, all_of_it()).result()

    room.web, room.run = site, run
    yield room
    give_back(site)


async def fetch(site, address, lang="pt"):
    """The answer to a browser that asks by itself; of a page, the part that follows."""
    path, _, query = address.partition("?")
    headers = [
        (b"host", b"192.168.0.7:8000"),
        (b"hx-request", b"true"),
        (b"cookie", f"feltro_lang={lang}".encode()),
    ]
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "path": path,
             "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
             "headers": headers, "client": ("10.0.0.9", 1), "server": ("x", 80)}  # fmt: skip
    said = {"status": 0, "body": b""}

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        said["status"] = message.get("status", said["status"])
        said["body"] += message.get("body", b"")

    await site(scope, receive, send)
    html = said["body"].decode()
    main = re.search(r'<main id="conteudo".*</main>', html, re.DOTALL)
    return (main[0] if main else html).strip() if said["status"] == 200 else None


def unversioned(html):
    """A part that nothing changed in keeps the versions that it came with; the page's script counts them on."""
    return re.sub(r' data-live="[^"]*"', "", html, count=1) if html else html


def pushed_paths():
    return sorted(one.opt[PAGE].path for one in handlers(staffed=True) if PAGE in one.opt and one.opt[PAGE].pushed)


def address_of(path, room, **more):
    card = public_ids(room.house.store).entry("t1", "e1")
    person = public_ids(room.house.store).person("s26", "p1")
    given = {**GIVEN, "entry": card, "person": person, **more}
    return re.sub(r"\{(\w+):str\}", lambda found: given[found[1]], path)


def move(room):
    entry, chair = room.mover()
    table, _, seat = chair.partition(".")
    room.order("MovePlayer", entry=entry, table=int(table), seat=int(seat), reason="equilíbrio")


def another(room, table):
    """Somebody at a table who is not e1: who sits where was drawn."""
    return next(one for one in (room.at(table, 1), room.at(table, 2)) if one != "e1")


def happenings(room):
    """An evening in short: what moves seats, clocks, prizes and screens."""
    screen = {"screen": "lista1", "layout": {"view": "seating", "events": ["t1"], "lang": "pt"}}
    yield lambda: room.done("SetScreen", role="director", who="dt", **screen)
    yield lambda: room.order("Eliminate", entry=another(room, 2))
    yield lambda: move(room)
    yield lambda: room.order("PauseClock", day="1")
    yield lambda: room.order("ResumeClock", day="1")
    yield lambda: room.order("AddTime", day="1", seconds=120)
    yield lambda: room.order("Eliminate", entry="e1")
    yield lambda: room.order("CloseRegistration")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pt", "en"])
def test_what_is_brought_is_what_a_fetch_gives_at_every_version(lang, monkeypatch):
    """Every page that is brought, after everything that happens: the same letters, and no form's token in them."""
    monkeypatch.setattr("feltro.web.live.shown.PACE", 0)
    with evening() as room:
        addresses = [address_of(path, room) for path in pushed_paths()]

        async def script(hub):
            phone = Phone(hub, *addresses, lang=lang)
            await phone.read()
            compared = 0
            for happens in [lambda: None, *happenings(room)]:
                await asyncio.to_thread(happens)
                for stream, version in room.house.store.streams().items():
                    if stream.startswith(("tournament:", "season:", "screens:")):
                        await phone.reach(stream, version)
                for address in addresses:
                    fetched = await fetch(room.web, address, lang)
                    brought = phone.shown.get(address)
                    if f"{lang}:{address}" in phone.brought:
                        compared += 1
                        assert unversioned(brought) == unversioned(fetched), address
                        assert "_csrf_token" not in brought
            return compared

        assert len(addresses) >= 8
        assert room.run(script) >= 60


@pytest.mark.parametrize(
    "address",
    ["/direcao/t1/sala", "/balcao/t1", "/tela", "/live", "/sorteio/t1", "/sorteio/t1/celular", "/jogador/../entrar",
     "/jogador/t1?x=1", "/relogio/t1?dia=1&a=2", "//outro/lugar", "/jogador/t1/" + "a" * 300],
)  # fmt: skip
def test_nothing_else_is_brought(address):
    """The attack: somebody asks the stream for a page of the staff, for itself, or for a thousand spellings of one."""
    assert read_asked([f"pt:{address}"]) == ()
    assert read_asked(["pt:/jogador/t1", f"pt:{address}"])[0].key.address == "/jogador/t1"


def test_the_stream_brings_no_more_than_a_stranger_sees():
    """Staff who follow are brought the same bytes; that a drawer moved is still told to them alone."""
    with evening() as room:

        async def script(hub):
            phones = [Phone(hub, "/jogador/t1/relogio", "/ranking/s26", staff=one) for one in (True, False)]
            for phone in phones:
                await phone.read()
            assert phones[0].shown == phones[1].shown
            assert len(phones[0].shown) == 2
            await asyncio.to_thread(room.done, "DropCash", desk="d1", amount_centavos=100)
            await phones[0].reach("desk:d1", room.house.store.version("desk:d1"))
            assert "desk:d1" not in phones[1].standing
            return True

        assert room.run(script)


def test_only_the_phone_whose_seat_changed_is_brought_it():
    """A bust is one player's news: the others' seats stand, and their phones are told so with the version alone."""
    with evening() as room:
        ids = public_ids(room.house.store)
        out = room.at(2, 1)
        stays = next(one for one in room.state.floor.chair_of if one != out)
        mine, other = (f"/jogador/t1/{ids.entry('t1', one)}" for one in (out, stays))

        async def script(hub):
            phones = [Phone(hub, mine), Phone(hub, other)]
            for phone in phones:
                await phone.read()
                phone.heard.clear()
            await asyncio.to_thread(room.order, "Eliminate", entry=out)
            for phone in phones:
                await phone.reach("tournament:t1", room.house.store.version("tournament:t1"))
            assert [phone.heard for phone in phones] == [["part", "news"], ["news"]]
            assert phones[0].shown[mine] == await fetch(room.web, mine)
            return True

        assert room.run(script)


def test_no_desk_waits_while_it_is_worked_out_what_each_card_says(monkeypatch):
    """The world is held only while the room is noted: a secret address for each of two thousand takes longer than a sale."""
    room, held, told = Running(4), [], PublicIds.entry
    monkeypatch.setattr(PublicIds, "entry", lambda *one: held.append(room.house.world.is_mine) or told(*one))
    seats = SeatsKept(room.house).look("t1", room.site.clock())
    assert {seat.status for seat in seats.of.values()} == {"live"}
    assert held == [False] * 4


@pytest.fixture
def between(monkeypatch):
    """Something that happens once, while a part is being made."""
    waiting, make = [], parts_of_pages.Parts.make

    async def interrupted(self, keys, before):
        made = await make(self, keys, before)
        if waiting:
            await waiting.pop()()
        return made

    monkeypatch.setattr(parts_of_pages.Parts, "make", interrupted)
    return waiting


def test_a_ping_while_a_seat_is_made_does_not_take_its_place(between):
    """A phone that heard that the house is there, just then, is brought its seat all the same."""
    with evening() as room:
        out = room.at(2, 1)
        mine = f"/jogador/t1/{public_ids(room.house.store).entry('t1', out)}"

        async def script(hub):
            phone = Phone(hub, mine)
            await phone.read()
            heard = asyncio.Event()

            async def heartbeat():
                await hub.ping()
                await phone.read()
                heard.set()

            between.append(heartbeat)
            await asyncio.to_thread(room.order, "Eliminate", entry=out)
            await heard.wait()
            await phone.reach("tournament:t1", room.house.store.version("tournament:t1"))
            assert phone.heard[-3:] == ["ping", "part", "news"]
            assert phone.shown[mine] == await fetch(room.web, mine)
            return True

        assert room.run(script)


def test_what_is_made_for_one_who_comes_is_brought_to_those_who_were_there():
    """Somebody is erased, and another phone opens the page before it was made again for the first."""
    with evening() as room:

        async def script(hub):
            there, comes = Phone(hub, "/jogador/t1"), Phone(hub, "/jogador/t1")
            await there.read()
            await asyncio.to_thread(room.order, "AddTime", day="1", seconds=60)
            await there.reach("tournament:t1", room.house.store.version("tournament:t1"))
            there.heard.clear()
            hub.shown.make_again()
            await comes.read()
            await there.read()
            return there.heard

        assert room.run(script) == ["part"]


def test_whoever_shows_it_already_is_not_brought_it_again():
    """A page that was just opened says what it shows; after a cut it is brought what it missed."""
    with evening() as room:
        address = "/jogador/t1"

        async def script(hub):
            version = room.house.store.version("tournament:t1")
            here = Phone(hub, address, shows=f"tournament:t1@{version}")
            behind = Phone(hub, address, shows=f"tournament:t1@{version - 1}")
            for phone in (here, behind):
                await phone.read()
            assert here.shown == {}
            assert list(behind.shown) == [address]
            return True

        assert room.run(script)


@pytest.mark.slow
def test_a_phone_that_does_not_read_holds_back_nobody_and_catches_up():
    """Thirty changes later it is brought the last state once, not thirty."""
    with evening() as room:
        address = "/jogador/t1/relogio"

        async def script(hub):
            slow, quick = Phone(hub, address), Phone(hub, address)
            for phone in (slow, quick):
                await phone.read()
            for _ in range(30):
                await asyncio.to_thread(room.order, "AddTime", day="1", seconds=1)
                await quick.reach("tournament:t1", room.house.store.version("tournament:t1"))
            slow.heard.clear()
            await slow.read()
            assert slow.heard.count("part") == 1
            assert slow.standing == quick.standing
            assert slow.shown == quick.shown
            return True

        assert room.run(script)


@pytest.fixture
def asked(monkeypatch):
    """The addresses that were asked of the site, to be brought."""
    every, ask = [], parts_of_pages.Parts._ask

    async def counted(self, key):
        every.append(key.address)
        return await ask(self, key)

    monkeypatch.setattr(parts_of_pages.Parts, "_ask", counted)
    return every


def test_one_rendering_serves_every_phone(asked):
    """Forty phones in one language: the clock is asked of the site once when they come, and once for each change."""
    with evening() as room:

        async def script(hub):
            phones = [Phone(hub, "/jogador/t1/relogio") for _ in range(40)]
            await asyncio.gather(*(phone.read() for phone in phones))
            await asyncio.to_thread(room.order, "AddTime", day="1", seconds=60)
            version = room.house.store.version("tournament:t1")
            await asyncio.gather(*(phone.reach("tournament:t1", version) for phone in phones))
            return len(asked)

        assert room.run(script) == 2


def test_a_page_that_is_gone_is_said_to_be_gone():
    """A television that was taken off the list is told, and its own address says the rest."""
    with evening() as room:

        async def script(hub):
            tv = Phone(hub, "/tv/lista1")
            await tv.read()
            assert list(tv.shown) == ["/tv/lista1"]
            await asyncio.to_thread(room.done, "RemoveScreen", role="director", who="dt", screen="lista1")
            await tv.reach("screens:house", room.house.store.version("screens:house"))
            return tv.heard[-2:]

        assert room.run(script) == ["gone", "news"]


@pytest.mark.slow
def test_a_whole_page_is_made_again_in_its_own_time(asked, monkeypatch):
    """Five changes at once do not make the ranking five times: once for all of them, when its time has come."""
    monkeypatch.setattr("feltro.web.live.shown.PACE", 2)
    with evening() as room:

        async def script(hub):
            phone = Phone(hub, "/ranking/s26")
            await phone.read()
            for _ in range(5):
                await asyncio.to_thread(room.order, "AddTime", day="1", seconds=1)
                await phone.reach("tournament:t1", room.house.store.version("tournament:t1"))
            early = len(asked)
            await asyncio.sleep(2.5)
            return early, len(asked)

        assert room.run(script) == (1, 2)


def test_those_who_were_cut_off_together_do_not_come_back_together():
    """Each stream says its own moment to return, between one second and eight."""
    with evening(4) as room:

        async def script(hub):
            first = [await anext(hub.follow(staff=False)) for _ in range(40)]
            return [int(re.match(rb"retry: (\d+)\n", one)[1]) for one in first]

        told = room.run(script)
        assert len(set(told)) > 20
        assert min(told) >= 1000
        assert max(told) <= 9000


def test_a_ping_asks_for_all_sessions_in_one_thread(monkeypatch):
    """Fifty of the staff listen: who is still in is asked once for all of them, not fifty times."""
    with evening(4) as room:
        hops = []
        to_thread = asyncio.to_thread

        async def counted(*args):
            hops.append(args)
            return await to_thread(*args)

        async def script(hub):
            streams = [hub.follow(staff=True, still=lambda: True) for _ in range(50)]
            for one in streams:
                await anext(one)
            monkeypatch.setattr(asyncio, "to_thread", counted)
            await hub.ping()
            assert {await anext(one) for one in streams} == {b"event: ping\ndata: .\n\n"}
            return len(hops)

        assert room.run(script) == 1


def test_a_stream_begins_alike_for_everybody_and_sets_no_cookie():
    """The attack: what was set for one browser is handed to the next one that opens a stream."""
    with evening(4) as room:

        async def opened():
            head, gone = [], asyncio.Event()
            first = iter([{"type": "http.request", "body": b"", "more_body": False}])

            async def receive():
                told = next(first, None)
                return told or ((await gone.wait()) and {"type": "http.disconnect"})

            async def send(message):
                if message["type"] == "http.response.start":
                    head.extend(message["headers"])
                else:
                    gone.set()

            scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
                     "path": "/live", "raw_path": b"/live", "query_string": b"", "root_path": "", "scheme": "http",
                     "headers": [(b"host", b"x")], "client": ("10.0.0.9", 1), "server": ("x", 80)}  # fmt: skip
            await room.web(scope, receive, send)
            return head

        async def script(_hub):
            return [await opened() for _ in range(3)]

        one, *others = room.run(script)
        assert [one, one] == others
        assert (b"cache-control", b"no-store") in one
        assert "set-cookie" not in {name.decode() for name, _ in one}
