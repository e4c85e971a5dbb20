"""Nobody sees a card or a stack of a televised table before its time: every address, every role, every feed, every file."""

from __future__ import annotations

import asyncio
import io
import re
import uuid
import zipfile
from contextlib import contextmanager
from urllib.parse import quote

import pytest

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.feature.counts import feed
from feltro.app.upkeep.archive import export_season
from feltro.app.world.plan import Envelope
from feltro.web.live.parts import MOST_PARTS
from tests.awaited import awaited
from tests.permissions.test_who_may import NAMES
from tests.permissions.test_who_sees import addresses
from tests.web.feature.open_house import REAL, OpenHouse
from tests.web.feature.stage import Stage
from tests.web.live.test_parts import pushed_paths
from tests.web.staff import Browser, visited

CARD = re.compile(r"Q♣|(?<!\w)Qc\W{0,4}Qd(?!\w)|9♣|(?<!\w)9c\W{0,4}8d(?:\W{0,4}7h|\W)")
"""A hand that nobody showed, and the board: as people and as programs write them, and no part of a key that was drawn by lot."""
STACK = re.compile(r"(?<!\w)7[.,\s\u00a0]?65\d[.,\s\u00a0]?\d{3}(?!\w)")
"""More chips than there are in the event: written by people or by programs, it stands nowhere else. In a list of a program a comma stands before it."""
OPEN_ENDED = ("/live", "/sobreposicao/{key}/fluxo")
"""They end when the listener leaves: each is heard by a test of its own, below."""
MORE = ("/maos/t1/1.phh", "/maos/t1/1.txt", "/maos/t1/todas.phh", "/maos/t1/1?passo=3", "/direcao/t1/historia?at=v999",
        "/direcao/t1/fichas", "/direcao/t1/sala?at=v999")  # fmt: skip
OVERLAYS = ("", "/mao", "/tudo", "/fichas", "/tarja", "/mao?parte=1", "/dados.json", "/dados.csv?lista=mesa",
            "/dados.csv?lista=fichas", "/dados.csv?lista=numeros", "/dados.csv")  # fmt: skip


@pytest.fixture(scope="module")
def stage():
    """The hands are published and become counts: the director could not be more open, and still nothing is early."""
    made = OpenHouse()
    with made.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay="30", counts="1", published="1")
    chairs = sorted(made.state.floor.tables[1].players)[:3]
    with made.producing() as table:
        table.begin(stacks=dict.fromkeys(chairs, 7_654_300), button=chairs[0])
        table.send("/cartas", hand=1, seat=1, cards="QcQd")
        for act, fields in (("call", {}), ("call", {}), ("check", {}), ("board", {"cards": "9c8d7h"})):
            table.act(act, **fields)
        production = table.page()
    assert CARD.search(production)
    assert STACK.search(production)
    return made


@contextmanager
def somebody(stage: Stage, role: str):
    """A browser in which somebody of this role is, and a token of theirs."""
    with visited(stage.house, stage.site.clock) as client:
        if role:
            sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=stage.site.clock.now)
            add_user(stage.house.store, User(id=f"zz{role}", name=role, role=role), "", sent)
            again = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=stage.site.clock.now)
            client.cookies.set("feltro_session", open_session(stage.house.store, f"zz{role}", "", again).text)
            third = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=stage.site.clock.now)
            client.headers["Authorization"] = (
                f"Bearer {make_token(stage.house.store, f'zz{role}', '', None, third)}"
            )
        yield Browser(client)


def every_address(stage: OpenHouse) -> list[str]:
    overlays = [f"/sobreposicao/{stage.keys['overlay']}{one}" for one in OVERLAYS]
    return [*stage.addresses(spelled()).values(), *MORE, *overlays]


def spelled() -> list[str]:
    """Every address as the site has it, but for those that never end."""
    found = (one.split()[1] for one in addresses() if one.startswith("GET "))
    return sorted(one for one in found if one not in OPEN_ENDED)


def text_in(answer) -> str:
    """What can be read in it, in a file of several files too; in a picture or a paper letters stand together by chance."""
    if answer.content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            return " ".join(packed.read(one).decode("utf-8", "ignore") for one in packed.namelist())
    return (
        answer.text
        if answer.headers.get("content-type", "").startswith(("text/", "application/j", "image/svg"))
        else ""
    )


def told_early(stage: Stage, role: str) -> list[str]:
    with somebody(stage, role) as browser:
        answers = {path: text_in(browser.get(path)) for path in every_address(stage)}
    assert len(answers) > 150
    return [path for path, told in answers.items() if CARD.search(told) or STACK.search(told)]


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", *NAMES.values()])
def test_no_address_of_the_house_tells_a_card_or_a_stack_early(stage, role):
    """Every page, part, feed and answer to a program, asked by every role and by nobody, with an overlay's key in hand."""
    assert told_early(stage, role) == []


def test_the_tables_tablet_and_an_overlay_are_no_way_around(stage):
    """The tablet sees the stacks before it and no card that is not shown; its key opens nothing else."""
    with visited(stage.house, stage.site.clock) as client:
        tablet = client.get(f"/producao/{stage.keys['table']}/mesa/1").text
        assert "Q♣" not in tablet
        for key in ("overlay", "overlay_live", "table"):
            assert client.get(f"/producao/{stage.keys[key]}/maos").status_code == 404
            assert client.get(f"/producao/{stage.keys[key]}").status_code == 404
        assert client.get(f"/sobreposicao/{stage.keys['table']}/dados.json").status_code == 404
        assert CARD.search(client.get(f"/sobreposicao/{stage.keys['overlay_live']}/dados.json").text)


def test_the_stream_of_events_holds_back_as_well(stage):
    """The first thing that a program hears has no hand in it."""
    with visited(stage.house, stage.site.clock) as client:
        heard = awaited(first_heard(client.app, f"/sobreposicao/{stage.keys['overlay']}/fluxo"))
    assert "event: view" in heard
    assert '"feature":[]' in heard
    assert not STACK.search(heard)


@contextmanager
def asked_by(stage: Stage, role: str):
    """A site, and the cookie with which somebody of this role asks it."""
    with somebody(stage, role) as browser:
        yield browser.client.app, browser.client.cookies.get("feltro_session") or ""


def followed(stage: Stage) -> list[str]:
    """Every part of a page that the stream brings, as many at a time as a browser may ask for."""
    named = [re.sub(r"\{(\w+)(?::str)?\}", lambda one: REAL.get(one[1], "x1"), path) for path in pushed_paths()]
    asked = [f"parte={quote(f'{lang}:{path}')}" for lang in ("pt", "en", "es") for path in named]
    return ["&".join(asked[at : at + MOST_PARTS]) for at in range(0, len(asked), MOST_PARTS)]


async def heard_live(app, queries: list[str], cookie: str, meanwhile=None) -> str:
    """The greeting of each stream with all its parts and, where something happens meanwhile, what is told of it."""
    hub = app.state.hub
    await hub.start(app)
    try:
        told = [await first_heard(app, "/live", query, cookie) for query in queries]
        if meanwhile:
            listening = asyncio.ensure_future(first_heard(app, "/live", queries[0], cookie, words=2))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(meanwhile)
            told.append(await listening)
    finally:
        await hub.stop()
    return "".join(told)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", *NAMES.values()])
def test_the_stream_that_every_browser_follows_tells_nothing_early(stage, role):
    """Where everything stands, and each part that it brings, in three languages."""
    with asked_by(stage, role) as (app, cookie):
        heard = awaited(heard_live(app, followed(stage), cookie))
    assert "event: hello" in heard
    assert "event: part\n" in heard
    assert not CARD.search(heard)
    assert not STACK.search(heard)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", "director"])
def test_an_act_at_the_table_is_told_to_nobody_who_listens(role):
    """The board falls while they listen: what they hear next has neither a card nor a stack in it."""
    stage = Stage()
    with stage.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay="30", counts="1", published="1")
    chairs = sorted(stage.state.floor.tables[1].players)[:2]

    def meanwhile():
        with stage.producing() as table:
            table.begin(stacks=dict.fromkeys(chairs, 7_654_300), button=chairs[0])
            table.send("/cartas", hand=1, seat=1, cards="QcQd")
            for act, fields in (("call", {}), ("check", {}), ("board", {"cards": "9c8d7h"})):
                table.act(act, **fields)
            assert CARD.search(table.page())
        stage.done("MarkLevel", role="director", who="dora", tournament="t1", level=2)

    with asked_by(stage, role) as (app, cookie):
        heard = awaited(heard_live(app, followed(stage)[:1], cookie, meanwhile))
    assert "event: news" in heard
    assert not CARD.search(heard)
    assert not STACK.search(heard)


async def first_heard(app, path: str, query: str = "", cookie: str = "", words: int = 1) -> str:
    """What a listener is told who goes away after the first word, or after some more."""
    heard, left = [], asyncio.Event()

    async def receive():
        if heard:
            await left.wait()
            return {"type": "http.disconnect"}
        heard.append("")
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        heard.append(message.get("body", b"").decode())
        if sum(1 for one in heard if one) >= words:
            left.set()

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "path": path,
             "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
             "headers": [(b"host", b"test"), (b"cookie", f"feltro_session={cookie}".encode())], "client": ("127.0.0.1", 1), "server": ("test", 80)}  # fmt: skip
    await asyncio.wait_for(app(scope, receive, send), 60)
    return "".join(heard)


def test_an_archive_of_the_season_has_no_hand_in_it(stage, tmp_path):
    """Whoever carries the season to another house carries no card."""
    path = tmp_path / "temporada.zip"
    export_season("s26", stage.house.store, path)
    with zipfile.ZipFile(path) as archive:
        inside = b"".join(archive.read(one) for one in archive.namelist()).decode("utf-8", "ignore")
    assert "FeatureActDone" not in inside
    assert not STACK.search(inside)


def test_what_is_asked_of_the_common_door_tells_nothing(stage):
    """No command of the interface speaks of a feature hand at all."""
    with somebody(stage, "organiser") as browser:
        for kind in ("ActInHand", "NameCards", "BeginHand", "TakeBackActs"):
            told = browser.client.post(
                "/api/v1/commands", json={"type": kind, "hand": 1, "act": "board", "cards": "Qc"}
            )
            assert told.status_code == 400
            assert "hand." not in told.text


@pytest.mark.slow
def test_when_its_time_has_come_everybody_sees_it():
    """Thirty minutes after each act, and not a second before; the tournament's counts follow then."""
    stage = OpenHouse()
    with stage.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay="30", counts="1", published="1")
    chairs = sorted(stage.state.floor.tables[1].players)[:2]
    with stage.producing() as table:
        table.begin(stacks=dict.fromkeys(chairs, 9_300), button=chairs[0])
        table.send("/cartas", hand=1, seat=1, cards="QcQd")
        stage.site.clock.pass_seconds(60)
        table.act("fold")
    stage.site.clock.pass_seconds(29 * 60 - 1)
    assert told_early(stage, "") == []
    assert feed(stage.house, "t1", stage.site.clock.now) == 0
    stage.site.clock.pass_seconds(1)
    with stage.site.browser() as anybody:
        begun = anybody.get("/maos/t1/1").text
        assert "Q♣" in begun
        assert "Mão encerrada" not in begun
        stage.site.clock.pass_seconds(60)
        assert "Mão encerrada" in anybody.get("/maos/t1/1").text
        assert "QcQd" in anybody.get("/maos/t1/1.phh").text
        told = anybody.get(f"/sobreposicao/{stage.keys['overlay']}/dados.json").json()
        assert [one["hand"]["number"] for one in told["feature"]] == [1]
    assert feed(stage.house, "t1", stage.site.clock.now) == 2
    assert sorted(one.chips for one in stage.state.chips.stacks.values()) == [9_200, 9_400]
    assert feed(stage.house, "t1", stage.site.clock.now) == 0


def test_a_delay_that_is_made_shorter_shows_nothing_of_what_was_played_before():
    """The director sets it from thirty minutes to none with the hand on the table: it waits its thirty all the same."""
    stage = Stage()
    chairs = sorted(stage.state.floor.tables[1].players)[:2]
    with stage.producing() as table, stage.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay="30", published="1")
        table.begin(stacks=dict.fromkeys(chairs, 9_300), button=chairs[0])
        table.send("/cartas", hand=1, seat=1, cards="QcQd")
        stage.site.clock.pass_seconds(60)
        dora.send("/direcao/t1/transmissao", delay="0", published="1")
        for address in ("/maos/t1/1", "/maos/t1/1.phh", f"/sobreposicao/{stage.keys['overlay']}/dados.json"):
            assert not CARD.search(dora.get(address).text)
        stage.site.clock.pass_seconds(29 * 60 - 1)
        assert not CARD.search(dora.get("/maos/t1/1").text)
        stage.site.clock.pass_seconds(61)
        assert CARD.search(dora.get("/maos/t1/1").text)
        table.act("fold")
        assert "Mão encerrada" in dora.get("/maos/t1/1").text


def test_a_stack_counted_in_the_room_since_then_stays():
    """The floor's count is younger than the hand."""
    stage = Stage()
    with stage.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay="30", counts="1")
    chairs = sorted(stage.state.floor.tables[1].players)[:2]
    with stage.producing() as table:
        table.begin(stacks=dict.fromkeys(chairs, 9_000), button=chairs[0])
        table.act("fold")
    stage.site.clock.pass_seconds(600)
    stage.now = stage.site.clock.now
    mine = stage.state.floor.tables[1].players[chairs[0]]
    stage.order("CountStack", entry=mine, chips=4_400)
    stage.site.clock.pass_seconds(1_300)
    assert feed(stage.house, "t1", stage.site.clock.now) == 1
    assert stage.state.chips.stacks[mine].chips == 4_400
