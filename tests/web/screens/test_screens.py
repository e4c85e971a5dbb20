"""Screens of the room: what they show, who may change them, and what they never show."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise

import pytest
from PIL import Image

from feltro.app.access.devices import DeviceWish, offer_pairing
from feltro.app.access.sessions import sessions
from feltro.app.papers.seats import player_page
from feltro.app.screens.commands import BLOCKS, FIXED, RIGHT, Layout
from feltro.app.screens.kept import LARGEST, layout_of
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from feltro.store.port import Erase, Meta, Transaction
from feltro.web.screens import content
from tests.web.big_room import announce, big_room, start
from tests.web.staff import Site, text_of

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600000000200"
    "0148afa4710000000049454e44ae426082"
)


@pytest.fixture
def shown():
    """A room in the middle of its second level, and the site in front of it."""
    room = start(big_room(12))
    site = Site(room.house)
    site.clock.now = Instant(room.now + 25 * 60 * 1_000_000)
    room.now = site.clock.now
    return room, site


def pair_tv(site: Site, browser, label: str = "TV da entrada") -> str:
    """Pair this browser as a television; its id."""
    sent = Envelope(key=f"offer-{label}", who="dora", role="director", at=site.clock.now)
    offer = offer_pairing(site.house.store, DeviceWish("tv", "viewer", label), sent)
    assert browser.send(f"/parear/{offer.text}", pin=offer.pin).status_code == 200
    return next(one.id for one in sessions(site.house.store, site.clock.now) if one.label == label)


def a_screen(**changes):
    plain = {
        "view": "clock",
        "palette": "felt",
        "scale": "100",
        "lang": "pt",
        "blocks": list(FIXED),
        **{f"side.{one}": "right" if one in RIGHT else "left" for one in BLOCKS if one not in FIXED},
        "on": "on",
    }
    return {**plain, **changes}


def test_the_clock_says_everything_that_the_room_asks(shown):
    """Level, time, blinds, ante, what comes next, players, average in big blinds, break, registration, pool."""
    _, site = shown
    with site.browser() as browser:
        said = text_of(browser.get("/relogio/t1").text)
    for text in (
        "Main Event · Porto Alegre", "Nível 2", "15:00", "200 / 400", "Ante do BB", "Nível 3", "300 / 600",
        "12 / 12", "30.000", "75 BB", "às 15h20", "até as 16h55", "R$ 15.000",
    ):  # fmt: skip
        assert text in said, text


def test_the_parts_ahead_travel_with_the_page(shown):
    """Each level and break has its end in the server's time, so that a browser alone can go on for hours."""
    room, site = shown
    with site.browser() as browser:
        html = browser.get("/relogio/t1").text
    ends = [int(one) for one in re.findall(r'<template data-until="(\d+)"', html)]
    minutes = [(after - before) // 60_000 for before, after in pairwise(ends)]
    assert ends[0] == room.now // 1000 + 15 * 60_000
    assert minutes[:5] == [20, 20, 15, 20, 20]


def test_paused_break_and_start_are_told_apart(shown):
    """A paused clock says so and stands still; a break says when play goes on; before the start it counts to it."""
    room, site = shown
    with site.browser() as browser:
        room.order("PauseClock", reason="briga")
        paused = browser.get("/relogio/t1").text
        assert 'data-state="paused" data-left="900000"' in paused
        assert "PAUSADO" in paused
        room.order("ResumeClock")
        site.clock.pass_seconds(55 * 60 + 1)
        rest = browser.get("/relogio/t1").text
        assert 'data-state="rest"' in rest
        assert "Volta às 15h35" in rest
        site.clock.now = Instant(room.state.starts["1"] - 90_000_000)
    fresh = Site(big_room(3).house)
    fresh.clock.now = site.clock.now
    with fresh.browser() as browser:
        before = text_of(browser.get("/relogio/t1").text)
    assert "COMEÇA EM 01:30 Início às 14h00" in before


def test_hand_for_hand_has_its_own_face(shown):
    """The words, the number of the hand and how many tables are done stand where the time was."""
    room, site = shown
    announce(room)
    room.order("StartHandForHand", paid=len(room.state.prizes.announced.prizes_centavos))
    with site.browser() as browser:
        html = browser.get("/relogio/t1").text
    assert 'data-state="hands"' in html
    assert "MÃO A MÃO" in html
    assert re.search(r"Mão \d", html)
    assert "mesas prontas" in html


def test_a_television_shows_what_the_manager_chose(shown):
    """The director assigns a view; the television has it at the next look, and its stream moved."""
    room, site = shown
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        assert "Nível 2" in tv.get("/tela").text
        before = room.house.store.version("screens:house")
        answer = director.send(
            f"/telas/{screen}", **a_screen(view="seating", palette="night", message="Jantar às 20h")
        )
        assert answer.status_code == 200
        assert room.house.store.version("screens:house") > before
        html = tv.get("/tela").text
        said = text_of(html)
        assert 'data-palette="night"' in html
        assert "Bruno Barros" in said
        assert "Jantar às 20h" in said
        table, seat = re.search(r"Bruno Barros Mesa (\d), assento (\d)", said).groups()
        chair = room.state.floor.chair_of["e1"]
        assert (int(table), int(seat)) == (chair.table, chair.seat)


@pytest.mark.parametrize("view", ["clock", "clocks", "seating", "moves", "payouts", "ranking", "message"])
@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_every_view_stands_in_three_languages(shown, view, lang):
    """No view breaks with or without something to show, and no key is left untranslated."""
    room, site = shown
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        director.send(f"/telas/{screen}", **a_screen(view=view, lang=lang, message="Oi"))
        for _ in range(2):
            answer = tv.get("/tela")
            assert answer.status_code == 200
            assert not re.search(r">\s*(face|screens|player)\.[a-z_.]+\s*<", answer.text)
            if room.state.prizes.announced is None:
                announce(room)


def test_moves_are_listed_for_some_minutes(shown):
    """Who was moved is listed with the old and the new chair, and no longer after a quarter of an hour."""
    room, site = shown
    free = next(table for table in room.state.floor.tables.values() if table.free())
    room.order("MovePlayer", entry="e1", table=free.number, seat=free.free()[0], reason="teste")
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        director.send(f"/telas/{screen}", **a_screen(view="moves"))
        assert "Bruno Barros" in tv.get("/tela").text
        site.clock.pass_seconds(16 * 60)
        assert "Nenhuma mudança" in tv.get("/tela").text


def test_only_the_office_changes_screens(shown):
    """For a cashier, a television and a stranger the manager is not there; a guessed form changes nothing."""
    room, site = shown
    with site.browser() as tv:
        screen = pair_tv(site, tv)
        for browser in ("", "ana", "fred"):
            with site.browser(browser) as other:
                assert other.get("/telas").status_code == 404
                assert other.send(f"/telas/{screen}", **a_screen(view="message")).status_code == 404
        assert tv.get("/telas").status_code == 404
    assert layout_of(screen, room.house.store) == Layout()


@pytest.mark.parametrize(
    "wrong",
    [
        {"view": "cofre"},
        {"palette": "rosa"},
        {"scale": "500"},
        {"events": "nada"},
        {"message": "x" * 241},
        {"lang": "xx"},
    ],
    ids=str,
)
def test_what_no_screen_can_be_is_refused(shown, wrong):
    """A form that does not fit is answered with a message, and the screen stays as it was."""
    room, site = shown
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        answer = director.send(f"/telas/{screen}", **a_screen(**wrong))
        assert answer.status_code == 409
        assert 'role="alert"' in answer.text
    assert layout_of(screen, room.house.store) == Layout()


def upload(browser, content: bytes, label: str = "Marca"):
    fields = {"_csrf_token": browser.token(), "label": label, "key": "imagem0001"}
    return browser.client.post("/telas/imagens", data=fields, files={"file": ("x.png", content, "image/png")})


def test_a_sponsor_image_is_kept_shown_and_removed(shown):
    """A picture that the director sent is served with its own type, appears on the clock, and can be taken away."""
    room, site = shown
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        assert upload(director, PIXEL).status_code == 200
        [image] = room.house.world.live("screens:house").state.images
        served = tv.get(f"/imagens/{image}")
        assert (served.headers["content-type"], served.content) == ("image/png", PIXEL)
        director.send(f"/telas/{screen}", **a_screen(images=image))
        assert f'src="/imagens/{image}"' in tv.get("/tela").text
        director.send(f"/telas/imagens/{image}/retirar")
        assert tv.get(f"/imagens/{image}").status_code == 404


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "PNG, JPEG ou WebP"),
        (b"<html><script>alert(1)</script>", "PNG, JPEG ou WebP"),
        (b"", "PNG, JPEG ou WebP"),
        (PIXEL + b"\0" * LARGEST, "passa de 600 KB"),
    ],
    ids=["svg", "html", "empty", "large"],
)
def test_what_is_no_picture_is_not_kept(shown, content, said):
    """Files are judged by what they are: nothing that can carry a script, nothing that chokes the Wi-Fi."""
    room, site = shown
    with site.browser("dora") as director:
        answer = upload(director, content)
        assert said in answer.text
    assert room.house.world.live("screens:house").state.images == []


def test_a_message_goes_to_every_screen_and_away_again(shown):
    """One line on all clocks; markup in it is text; empty, it is gone from the page and from the registry."""
    room, site = shown
    with site.browser("dora") as director, site.browser() as phone:
        director.send("/telas/mensagem", text="Jantar <b>20h</b>", key="mensagem01")
        html = phone.get("/relogio/t1").text
        assert "Jantar &lt;b&gt;20h&lt;/b&gt;" in html
        director.send("/telas/mensagem", text="", key="mensagem02")
        assert "Jantar" not in phone.get("/relogio/t1").text
    assert list(room.house.store.registry("screen_message")) == []


def test_the_log_holds_no_text_of_a_screen(shown):
    """Messages and names of sponsors are in rows that can be erased, never in events."""
    room, site = shown
    with site.browser("dora") as director:
        director.send("/telas/mensagem", text="Parabéns João Horta", key="mensagem01")
        upload(director, PIXEL, "Cervejaria do Zé")
    log = b"".join(one.payload for one in room.house.store.read("screens:house"))
    assert "João".encode() not in log
    assert b"Cervejaria" not in log


def test_a_screen_that_is_off_is_black(shown):
    """Switched off, a television shows nothing of the event."""
    _, site = shown
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        off = {name: value for name, value in a_screen().items() if name != "on"}
        director.send(f"/telas/{screen}", **off)
        html = tv.get("/tela").text
        assert 'class="screen off"' in html
        assert "Nível" not in html


def test_the_player_finds_the_seat_and_no_name(shown):
    """The code on a seat card opens table and seat, the clock, the structure and the rules; nobody's name is there."""
    room, site = shown
    with site.browser() as phone:
        mine = player_page("t1", "e1", room.house.store)
        html = phone.get(mine).text
        chair = room.state.floor.chair_of["e1"]
        assert f"Mesa {chair.table}, assento {chair.seat}" in html
        assert "Nível 16" in html
        assert "/regulamentos/cgp-2024" in html
        assert "Bruno" not in html
        room.bust("e1")
        assert "Eliminado" in phone.get(mine).text
        assert phone.get("/jogador/t1/e999").status_code == 404
        assert phone.get("/jogador/nada").status_code == 404


def test_an_erased_person_is_a_pseudonym_on_every_list(shown):
    """Who asked to be forgotten keeps the chair on the list, not the name."""
    room, site = shown
    meta = Meta("dora", "director", "", room.now, "erase-p1", "ErasePerson")
    room.house.store.commit(Transaction(meta, registry=(Erase("person", "p1"),)))
    with site.browser() as tv, site.browser("dora") as director:
        screen = pair_tv(site, tv)
        director.send(f"/telas/{screen}", **a_screen(view="seating"))
        said = tv.get("/tela").text
    assert "Bruno Barros" not in said
    assert "Caio Castro" in said


def test_anybody_can_check_the_draw(shown):
    """First only the commitment; once revealed, the sum is done on the page and with a file; a changed file fails."""
    room, site = shown
    with site.browser() as phone:
        html = phone.get("/sorteio/t1").text
        commitment = room.state.floor.draws["mesas"].commitment
        assert commitment in html
        assert "não pode mudar" in html
        announce(room)
        assert room.state.floor.draws["mesas"].secret
        assert "Confere: 12 assentos" in phone.get("/sorteio/t1").text
        file = phone.get("/sorteio/t1/mesas.json").text
        assert "Confere" in phone.send("/sorteio/t1", proof=file).text
        changed = json.loads(file)
        changed["order"][0], changed["order"][1] = changed["order"][1], changed["order"][0]
        assert "NÃO CONFERE" in phone.send("/sorteio/t1", proof=json.dumps(changed)).text
        assert "não é um arquivo de prova" in phone.send("/sorteio/t1", proof="{").text


@pytest.mark.parametrize("kind", ["counts", "payouts", "ranking"])
def test_pictures_are_ready_to_share(shown, kind):
    """Each is a PNG, square for a feed or tall for a story; strangers do not get it."""
    room, site = shown
    with site.browser("fred") as floor, site.browser() as stranger:
        before = floor.get(f"/publicar/t1/{kind}.png")
        assert Image.open(io.BytesIO(before.content)).size == (1080, 1080)
        story = floor.get(f"/publicar/t1/{kind}.png?como=story")
        assert Image.open(io.BytesIO(story.content)).size == (1080, 1920)
        assert floor.get(f"/publicar/t1/{kind}.png?como=torta").status_code == 404
        announce(room)
        room.order("CountStack", entry="e1", chips=41_500)
        after = floor.get(f"/publicar/t1/{kind}.png")
        assert (after.content != before.content) == (kind != "ranking")
        assert stranger.get(f"/publicar/t1/{kind}.png").status_code == 404
        assert floor.get("/publicar/t1/nada.png").status_code == 404


def test_two_viewers_of_one_minute_share_one_rendering(shown, monkeypatch):
    """A second phone costs no second rendering; a second later the time is right all the same."""
    _, site = shown
    made = []
    real = content._render
    monkeypatch.setattr(content, "_render", lambda *given: made.append(1) or real(*given))
    with site.browser() as phones:
        assert "15:00" in phones.get("/relogio/t1").text
        site.clock.pass_seconds(1)
        assert "14:59" in phones.get("/relogio/t1").text
    assert len(made) == 1


def test_the_server_tells_its_time(shown):
    """Milliseconds, never kept by a browser."""
    _, site = shown
    with site.browser() as browser:
        answer = browser.get("/hora")
    assert answer.json() == {"now": site.clock.now // 1000}
    assert answer.headers["cache-control"] == "no-store"
