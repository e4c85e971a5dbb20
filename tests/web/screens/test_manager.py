"""The screen manager: televisions with an address, what is on them, and where each block stands."""

from __future__ import annotations

import re

import pytest

from feltro.app.screens.commands import BLOCKS, FIXED, Layout
from feltro.app.screens.kept import MOST_SCREENS, layout_of
from feltro.kernel.instants import Instant
from tests.season.league import League
from tests.web.big_room import another_event, big_room, name_person, start
from tests.web.screens.test_screens import PIXEL, a_screen, upload
from tests.web.staff import Site, text_of


@pytest.fixture
def shown():
    room = start(big_room(12))
    site = Site(room.house)
    site.clock.now = Instant(room.now + 25 * 60 * 1_000_000)
    room.now = site.clock.now
    return room, site


def add(director, label: str = "TV da entrada") -> str:
    page = director.send("/telas", label=label, key="novatv0001").text
    return re.search(r'/tv/([a-z0-9]{6})"', page)[1]


def test_a_television_gets_an_address_that_a_remote_control_can_type(shown):
    """A name makes six letters and digits; whoever opens them sees what the manager chose, and nobody else's page moves."""
    _, site = shown
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        assert not set(code) & set("0o1li")
        assert "Nível 2" in tv.get(f"/tv/{code}").text
        director.send(f"/telas/{code}/vista", view="seating", key="vista00001")
        assert "Bruno Barros" in tv.get(f"/tv/{code}").text
        assert tv.get("/tv/nada22").status_code == 404
        assert tv.get("/tv/..%2f").status_code == 404


def test_a_removed_television_leads_nowhere(shown):
    """Its address is gone, its name and layout are erased, and it cannot be changed any more."""
    room, site = shown
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        director.send(f"/telas/{code}", **a_screen(message="Jantar às 20h"))
        director.send(f"/telas/{code}/retirar")
        assert tv.get(f"/tv/{code}").status_code == 404
        assert director.get(f"/telas/{code}").status_code == 404
        assert director.send(f"/telas/{code}/vista", view="moves").status_code == 404
    assert list(room.house.store.registry("screen_name")) == []
    assert list(room.house.store.registry("screen")) == []


def test_a_television_is_switched_off_and_on(shown):
    """Off it is black; on again it shows what it showed, and so does choosing a view."""
    _, site = shown
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        director.send(f"/telas/{code}/ligada", key="desliga001")
        assert 'class="screen off"' in tv.get(f"/tv/{code}").text
        director.send(f"/telas/{code}/ligada", on="on", key="liga000001")
        assert "Nível 2" in tv.get(f"/tv/{code}").text


def test_a_wrong_assignment_changes_nothing(shown):
    """No name, an unknown view, an unknown television: a message, and everything as it was."""
    room, site = shown
    with site.browser("dora") as director:
        code = add(director)
        nameless = director.send("/telas", label="   ", key="novatv0002")
        assert nameless.status_code == 409
        assert "Dê um nome à TV" in nameless.text
        assert director.send(f"/telas/{code}/vista", view="cofre").status_code == 409
        assert director.send("/telas/nada22/ligada", on="on").status_code == 404
    assert layout_of(code, room.house.store) == Layout()
    assert room.house.world.live("screens:house").state.added == [code]


def test_there_are_not_more_screens_than_a_room_has(shown):
    """The list ends somewhere, and says where."""
    room, site = shown
    for number in range(MOST_SCREENS):
        room.done("AddScreen", role="director", who="dt", screen=f"tv{number:04}", label="TV")
    with site.browser("dora") as director:
        assert f"Já há {MOST_SCREENS} telas" in director.send("/telas", label="Mais uma", key="novatv0003").text


def test_the_name_of_a_television_stays_out_of_the_log(shown):
    """Somebody may name it after a person."""
    room, site = shown
    with site.browser("dora") as director:
        add(director, "TV do João Horta")
    log = b"".join(one.payload for one in room.house.store.read("screens:house"))
    assert "João".encode() not in log


def order_of(html: str, side: str) -> list[str]:
    part = re.search(
        rf'<div class="{side}">(.*?)</div>\s*<div class="(?:centre|right)|<div class="{side}">(.*)', html, re.DOTALL
    )
    return re.findall(r"<h2>([^<]+)</h2>", part[1] or part[2])


def test_blocks_are_hidden_moved_and_ordered(shown):
    """Players go left above the pool, the break goes away, the rest keeps its place; the editor shows it so again."""
    _, site = shown
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        order = ["players", "pool", "average", "registration", "break", "payouts", "sponsors"]
        sides = {"side.players": "left", "side.break": "hidden"}
        director.send(f"/telas/{code}", **a_screen(order=order, **sides))
        html = tv.get(f"/tv/{code}").text
        assert order_of(html, "left") == ["Jogadores", "Premiação até agora"]
        assert order_of(html, "right") == ["Stack médio", "Inscrições"]
        form = director.get(f"/telas/{code}").text
        assert re.findall(r'name="order" value="(\w+)"', form)[:3] == ["players", "pool", "average"]
        assert re.search(r'name="side.break".*?value="hidden" selected', form)


def test_a_block_moves_without_a_script(shown):
    """The arrows are buttons of the form: the page comes back with the row moved and everything typed kept."""
    _, site = shown
    with site.browser("dora") as director:
        code = add(director)
        movable = [one for one in BLOCKS if one not in FIXED]
        moved = director.send(f"/telas/{code}/previa", **a_screen(order=movable, down="pool", message="Oi, sala"))
        assert re.findall(r'name="order" value="(\w+)"', moved.text)[:2] == ["payouts", "pool"]
        assert 'value="Oi, sala"' in moved.text
        moved = director.send(f"/telas/{code}/previa", **a_screen(order=movable, up="pool"))
        assert re.findall(r'name="order" value="(\w+)"', moved.text)[0] == "pool"


def test_a_logo_stands_before_the_name(shown):
    """A kept picture; one that is not kept is refused."""
    room, site = shown
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        upload(director, PIXEL)
        [image] = room.house.world.live("screens:house").state.images
        director.send(f"/telas/{code}", **a_screen(logo=image))
        assert f'class="logo" src="/imagens/{image}"' in tv.get(f"/tv/{code}").text
        assert director.send(f"/telas/{code}", **a_screen(logo="nada")).status_code == 409


def test_clocks_in_play_are_shown_without_being_chosen(shown):
    """Two events whose clocks go; one that is over or cancelled is not among them."""
    room, site = shown
    another_event(room, "t2", name="Deepstack")
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        director.send(f"/telas/{code}/vista", view="clocks", key="vista00002")
        html = tv.get(f"/tv/{code}").text
        assert re.findall(r'data-face="(\w+)"', html) == ["t1", "t2"]


def test_the_ranking_of_a_played_season_is_on_the_wall():
    """Places, names and points of those who played, the leader first, and nobody of a long one is left out."""
    site = Site()
    league = League(house=site.house)
    people = [f"p{number}" for number in range(1, 41)]
    league.enter("t1", *people)
    league.close("t1")
    for person in reversed(people[1:]):
        league.bust("t1", person)
    league.join(*people)
    site.clock.now = league.now
    for number, person in enumerate(people, 1):
        name_person(league, person, f"Jogador {number:02}")
    with site.browser("dora") as director, site.browser() as tv:
        code = add(director)
        director.send(f"/telas/{code}", **a_screen(view="ranking", events="t1"))
        html = tv.get(f"/tv/{code}").text
    said = text_of(html)
    assert re.search(r"1º Jogador 01 [\d.,]+", said)
    assert said.index("Jogador 01") < said.index("Jogador 02")
    assert said.count("Jogador") == 40
    assert "O ranking começa" not in said


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_the_manager_speaks_three_languages(shown, lang):
    """No key is left untranslated, on the list and in the editor."""
    _, site = shown
    with site.browser("dora") as director:
        code = add(director)
        for path in ("/telas", f"/telas/{code}", "/relogio/t1"):
            answer = director.get(path, **{"Accept-Language": lang})
            assert answer.status_code == 200
            assert not re.search(r">\s*[a-z]+\.[a-z_.]+\s*<", answer.text)
            assert not re.search(r'(aria-label|title)="[a-z]+\.[a-z_.]+"', answer.text)
