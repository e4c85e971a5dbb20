"""One's own way in: a PIN, another password, a second step; and devices that go when their event is over."""

from __future__ import annotations

import re

import pytest

from feltro.app.access.doors import invite_user
from feltro.app.access.pins import check_pin
from feltro.app.access.totp import STEP_SECONDS, code_at
from feltro.kernel.instants import SECOND
from tests.web.running import Running
from tests.web.staff import PASSWORD, Site, _sent

pytestmark = pytest.mark.slow
OTHER = "três pratos de trigo"


@pytest.fixture
def site():
    made = Site()
    made.give_password("rui")
    made.give_password("ana")
    return made


def code(site, seed):
    return code_at(seed, site.clock.now // SECOND // STEP_SECONDS)


def with_second_step(site):
    """Rui turns it on: the seed and the papers."""
    with site.browser("rui") as browser:
        browser.send("/meu-acesso/segunda-etapa", act="offer", password=PASSWORD)
        shown = browser.get("/meu-acesso").text
        assert "<svg" in shown
        seed = re.search(r'class="link">([A-Z2-7]{32})<', shown)[1]
        done = browser.send("/meu-acesso/segunda-etapa", act="set", code=code(site, seed), password=PASSWORD)
        papers = re.findall(r"<code>([a-z0-9]{5}-[a-z0-9]{5})</code>", done.text)
        assert len(papers) == 8
        assert "<code>" not in browser.get("/meu-acesso").text
    site.clock.pass_seconds(STEP_SECONDS)
    return seed, papers


def test_a_pin_is_chosen_with_the_password(site):
    """Somebody who finds Ana's screen open cannot give her a PIN; a year is none."""
    with site.browser("ana") as browser:
        assert browser.send("/meu-acesso/pin", pin="4071", password="adivinhada por aí").status_code == 409
        assert "PIN tem de 4 a 8" in browser.send("/meu-acesso/pin", pin="1987", password=PASSWORD).text
        assert browser.send("/meu-acesso/pin", pin="4071", password=PASSWORD).status_code == 200
        assert "Você tem um PIN" in browser.get("/meu-acesso").text
    assert check_pin(site.house.store, "ana", "4071", _sent("try", site.clock.now)) is None


def test_a_password_is_changed_and_every_other_screen_goes_out(site):
    """This browser stays in, with a new session; the other one is at the entrance."""
    with site.browser("ana") as here, site.browser("ana") as there:
        fields = {"password": PASSWORD, "new": OTHER, "again": OTHER}
        assert here.send("/meu-acesso/senha", **{**fields, "again": "outra"}).status_code == 409
        common = here.send("/meu-acesso/senha", **{**fields, "new": "Flamengo2019", "again": "Flamengo2019"})
        assert "uma das primeiras" in common.text
        assert here.send("/meu-acesso/senha", **fields).status_code == 200
        assert here.get("/balcao").status_code == 200
        assert there.get("/balcao").status_code == 404


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", ""),
        ("curta", "10 caracteres"),
        ("corinthians1910", "uma das primeiras"),
        ("ana.souza2026", "quase só o seu nome"),
        ("jaca jandaia 7", "Boa"),
        (PASSWORD, "Muito boa"),
    ],
)
def test_the_strength_of_a_password_is_told_while_one_types(site, typed, said):
    """By the house, in words; nothing is kept of it."""
    with site.browser() as browser:
        answer = browser.send("/senha/forca", password=typed, user="ana.souza", name="Ana Souza")
    assert answer.status_code == 200
    assert said in answer.text
    assert typed == "" or typed not in answer.text


def test_with_a_second_step_the_password_alone_does_not_open(site):
    """Right password, then the code; a wrong one, an old one and none at all do not."""
    seed, papers = with_second_step(site)
    with site.browser() as browser:
        asked = browser.send("/entrar", user="rui", password=PASSWORD, depois="/equipe")
        assert asked.status_code == 200
        assert browser.cookie is None
        ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text)[1]
        for bad in ("", "000000", "x"):
            assert browser.send("/entrar/codigo", ticket=ticket, code=bad).status_code == 401
        assert browser.cookie is None
        came = browser.send("/entrar/codigo", ticket=ticket, code=code(site, seed), depois="/equipe")
        assert came.url.path == "/equipe"
    with site.browser() as browser:
        again = browser.send("/entrar", user="rui", password=PASSWORD, code=code(site, seed))
        assert again.status_code == 401, "the same code once more"
        assert browser.send("/entrar", user="rui", password=PASSWORD, code=papers[0].upper()).url.path == "/comecar"


def test_a_ticket_cannot_be_made_and_does_not_last(site):
    """Changed, for another user, or six minutes old: back to the entrance."""
    seed, _ = with_second_step(site)
    with site.browser() as browser:
        asked = browser.send("/entrar", user="rui", password=PASSWORD)
        ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text)[1]
        for bad in ("", "x.y.z", ticket.replace("rui", "ana"), "9" + ticket, ticket[:-4] + "dora"):
            assert browser.send("/entrar/codigo", ticket=bad, code=code(site, seed)).url.path == "/entrar"
        site.clock.pass_seconds(6 * 60)
        assert browser.send("/entrar/codigo", ticket=ticket, code=code(site, seed)).url.path == "/entrar"
        assert browser.cookie is None


def test_a_new_password_by_link_is_no_way_around_the_second_step(site):
    """Whoever sends a link to Rui's screen still has no phone of his."""
    with_second_step(site)
    link = invite_user(site.house.store, "rui", _sent("invite", site.clock.now))
    with site.browser() as browser:
        answer = browser.send(f"/convite/{link}", password=OTHER, again=OTHER)
        assert "Código do celular" in answer.text
        assert browser.cookie is None


def test_an_organiser_takes_it_from_somebody_who_lost_everything(site):
    """A director does not; the cashier's page has nothing of it."""
    with_second_step(site)
    with site.browser("dora") as browser:
        assert browser.send("/equipe/rui/segunda-etapa").status_code == 404
    with site.browser("ana") as browser:
        assert "Segunda etapa" not in browser.get("/meu-acesso").text
        assert browser.send("/meu-acesso/segunda-etapa", act="offer", password=PASSWORD).status_code == 404
    with site.browser("rui") as browser:
        assert browser.send("/equipe/rui/segunda-etapa").status_code == 200
    with site.browser() as browser:
        assert browser.send("/entrar", user="rui", password=PASSWORD).status_code == 200
        assert browser.cookie is not None


def paired(site, director, tablet):
    shown = director.send("/aparelhos", label="Tablet da mesa 12", **{"as": "tablet/floor"}).text
    address = re.search(r"/parear/(flt_\w+_[\w-]{43})", shown)[0]
    tablet.send(address, pin=re.search(r'class="pin-shown">(\d{6})<', shown)[1])
    assert tablet.get("/eventos").status_code == 200
    return re.search(r"/sessoes/([0-9a-f]{16})/renovar", director.get("/aparelhos").text)[1]


def test_a_tablet_goes_out_a_day_after_its_event(site):
    """The event ends on the 21st: on the 22nd at two in the afternoon the tablet that somebody took home is nobody."""
    room = Running(0)
    with room.site.browser("dora") as director, room.site.browser() as tablet:
        paired(room.site, director, tablet)
        assert "fica até dom., 22 nov., 14h" in director.get("/aparelhos").text
        room.site.clock.pass_seconds(48 * 3600)
        assert tablet.get("/eventos").status_code == 200
        room.site.clock.pass_seconds(3600)
        assert tablet.get("/eventos").status_code == 404


def test_a_tablet_stays_where_it_is_renewed(site):
    """For a day where no event is played; what is over already is paired anew."""
    with site.browser("dora") as director, site.browser() as tablet:
        session = paired(site, director, tablet)
        site.clock.pass_seconds(23 * 3600)
    with site.browser("dora") as director:
        assert director.send(f"/sessoes/{session}/renovar").status_code == 200
        site.clock.pass_seconds(12 * 3600)
        assert "Tablet da mesa 12" in director.get("/aparelhos").text
    site.clock.pass_seconds(48 * 3600)
    with site.browser("dora") as director:
        assert director.send(f"/sessoes/{session}/renovar").status_code == 409
        assert director.send("/sessoes/0123456789abcdef/renovar").status_code == 409
