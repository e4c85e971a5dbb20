"""The console says how phones reach the house; without https it says what is lost, and the one command that changes it."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.web.frame import network
from feltro.web.frame.interfaces import Interface
from feltro.web.frame.network import LISTENS, Listens
from feltro.web.trust import install, strip
from feltro.web.trust.authority import authority
from tests.app.money.test_qr import scanned
from tests.web.running import Running
from tests.web.staff import text_of

WIFI = Interface("wlan0", "192.168.7.20", 24)
OTHER_WIFI = Interface("wlan0", "10.1.2.3", 24)
LOOP = Interface("lo", "127.0.0.1", 8)
SECURE = Listens("0.0.0.0", 8000, tls=True, landing=8001, named=True)


@pytest.fixture(scope="module")
def room():
    return Running(4)


@pytest.fixture
def served(tmp_path, monkeypatch):
    """How the house is served, and in which networks it is."""
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path))
    authority()

    def serve(known, *interfaces):
        monkeypatch.setenv(LISTENS, msgspec.json.encode(known).decode())
        for module in (install, network, strip):
            monkeypatch.setattr(module, "interfaces", lambda: (*interfaces, LOOP))

    return serve


def codes(html):
    return [scanned(one) for one in re.findall(r'<svg[^>]*class="qr".*?</svg>', html)]


def test_the_console_shows_the_address_that_works_as_a_code(room, served):
    """And beside it the one that installs the authority."""
    served(SECURE, WIFI)
    with room.site.browser("dora") as browser:
        html = browser.get("/direcao/t1").text
    assert "Endereço para os celulares: https://192.168.7.20:8000" in text_of(html)
    assert codes(html) == ["https://192.168.7.20:8000", "http://192.168.7.20:8001/confiar"]
    assert 'hx-trigger="every 20s"' in html


def test_after_a_change_of_network_the_part_shows_the_new_address(room, served):
    """It asks again by itself; while nothing changed the answer is empty, and what was opened stays open."""
    served(SECURE, WIFI)
    with room.site.browser("dora") as browser:
        html = browser.get("/direcao/t1").text
        again = re.search(r'hx-get="(/rede/faixa[^"]+)"', html)[1]
        assert (browser.get(again).status_code, browser.get(again).text) == (204, "")
        served(SECURE, OTHER_WIFI)
        moved = browser.get(again)
        assert codes(moved.text) == ["https://10.1.2.3:8000", "http://10.1.2.3:8001/confiar"]
        assert "192.168.7.20" not in moved.text
        served(SECURE)
        assert "não está em nenhuma rede" in text_of(browser.get(again).text)


@pytest.mark.parametrize(
    ("lang", "says", "lost"),
    [
        ("pt", "A rede da sala está sem https.", "pode ler senhas"),
        ("en", "The room’s network has no https.", "can read passwords"),
        ("es", "La red de la sala está sin https.", "puede leer contraseñas"),
    ],
)
def test_plain_http_on_the_wifi_is_said_to_the_director(room, served, lang, says, lost):
    """What is lost, and the one command that changes it, above everything else on the console."""
    served(Listens("0.0.0.0", 8000), WIFI)
    with room.site.browser("dora") as browser:
        html = browser.get(f"/direcao/t1?lang={lang}").text
    assert says in text_of(html)
    assert lost in text_of(html)
    assert "<code>feltro serve --tls --host 0.0.0.0</code>" in html
    assert html.index("plain-warning") < html.index('id="now"')


@pytest.mark.parametrize(
    ("known", "command"),
    [
        (Listens("192.168.7.20", 8000), "feltro serve --tls --host 192.168.7.20"),
        (Listens("0.0.0.0", 9000), "feltro serve --tls --host 0.0.0.0 --port 9000"),
        (Listens("127.0.0.1", 8000), "feltro serve --tls --host 0.0.0.0"),
    ],
)
def test_the_command_is_the_one_for_this_house(room, served, known, command):
    """Its own address and port; a house that only this machine opens is opened to the room."""
    served(known, WIFI)
    with room.site.browser("dora") as browser:
        assert f"<code>{command}</code>" in browser.get("/rede").text


@pytest.mark.parametrize(
    "known", [SECURE, Listens("127.0.0.1", 8000), Listens()], ids=["https", "this machine", "nobody said"]
)
def test_nobody_is_warned_where_nothing_is_lost(room, served, known):
    """Over https, on the machine itself, and where another program serves the pages."""
    served(known, WIFI)
    with room.site.browser("dora") as browser:
        assert "plain-warning" not in browser.get("/direcao/t1").text


def test_behind_a_proxy_with_https_nobody_is_warned(room, served):
    """The room sees the proxy."""
    served(Listens("0.0.0.0", 8000), WIFI)
    with room.site.browser("dora") as browser:
        browser.client.base_url = "https://torneio.example"
        browser.client.cookies.set("feltro_session", browser.cookie)
        html = browser.get("/direcao/t1").text
    assert "plain-warning" not in html
    assert "Endereço para os celulares" not in html


def test_the_network_page_has_the_other_addresses_and_the_fingerprint(room, served):
    """By cable too, by name, and what a phone has to show before somebody installs."""
    served(SECURE, WIFI, OTHER_WIFI)
    with room.site.browser("dora") as browser:
        html = browser.get("/rede").text
    assert re.findall(r"<li><code>([^<]+)</code>", html) == ["https://10.1.2.3:8000", "https://feltro.local:8000"]
    assert authority().fingerprint in html


def test_a_public_address_is_told_to_be_outside_the_authority(room, served):
    """The certificate of the house does not hold there, and no address is kept silent."""
    served(SECURE._replace(named=False), Interface("eth0", "203.0.113.9", 24))
    with room.site.browser("dora") as browser:
        assert "O endereço deste computador é público" in text_of(browser.get("/rede").text)
    served(SECURE, Interface("eth0", "203.0.113.9", 24), WIFI)
    with room.site.browser("dora") as browser:
        html = browser.get("/rede").text
    assert "é público" not in text_of(html)
    assert codes(html)[0] == "https://192.168.7.20:8000"


@pytest.mark.parametrize(
    ("host", "offered"),
    [
        ("0.0.0.0", ["192.168.7.20"]),
        ("::", ["192.168.7.20"]),
        ("192.168.7.20", ["192.168.7.20"]),
        ("fd00::2", ["fd00::2"]),
    ],
)
def test_only_addresses_that_the_server_listens_on_are_offered(host, offered):
    """And the name is answered with these alone: nobody is sent to a closed door."""
    known = [WIFI, Interface("wlan0", "fd00::2", 64), LOOP]
    assert Listens(host, 8000, tls=True).hosts(known) == offered
    long_only = Listens(host, 8000, tls=True).hosts(known[1:])
    assert long_only == {"0.0.0.0": [], "::": ["fd00::2"]}.get(host, [host])
    heard = {one.address for one in Listens(host, 8000, tls=True).heard_on(known)}
    assert ("fd00::2" in heard) is (host in {"::", "fd00::2"})


@pytest.mark.parametrize(
    ("came_by", "leads"),
    [
        ("http://localhost:8000", "https://192.168.7.20:8000/parear/"),
        ("https://127.0.0.1:8000", "https://192.168.7.20:8000/parear/"),
        ("http://salao.lan:8000", "http://salao.lan:8000/parear/"),
    ],
)
def test_codes_for_devices_lead_phones_to_the_room(room, served, came_by, leads):
    """At the laptop of the house a director has `localhost` in the address bar, where a phone would find itself; any other
    name that a browser came by works for the phone beside it."""
    served(SECURE, WIFI)
    with room.site.browser("rui") as browser:
        browser.client.base_url = came_by
        browser.client.cookies.set("feltro_session", browser.cookie)
        offered = browser.send("/aparelhos", **{"as": "tv/viewer", "label": f"TV {came_by}"}).text
    assert codes(offered)[0].startswith(leads)
