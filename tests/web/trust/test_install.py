"""The page that teaches a device to trust the house, over https and over the plain door beside it."""

from __future__ import annotations

import hashlib
import plistlib
import re
import socket
import threading
import urllib.request
from urllib.error import HTTPError

import msgspec
import pytest
from cryptography import x509

from feltro.web.frame.interfaces import Interface
from feltro.web.frame.network import LISTENS, Listens
from feltro.web.trust import install, plain_door
from feltro.web.trust.authority import authority
from feltro.web.trust.plain_door import Landing, answer_to
from tests.app.money.test_qr import scanned
from tests.web.staff import Site, text_of
from tests.web.trust.test_authority import wait_for

WIFI = Interface("wlan0", "192.168.7.20", 24)
SECURE = Listens("0.0.0.0", 8000, tls=True, landing=8001, named=True)
PHONES = {
    "android": "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile",
    "iphone": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari",
    "windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Edg/130",
}


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A house with an authority, in a network of its own."""
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path))
    monkeypatch.setenv(LISTENS, msgspec.json.encode(SECURE).decode())
    monkeypatch.setattr(install, "interfaces", lambda: (WIFI,))
    return authority()


class QuicklyShut(Landing):
    """The plain door, which looks up more often whether it is to close."""

    def serve_forever(self, poll_interval=0.02):
        super().serve_forever(poll_interval)


@pytest.fixture
def plain(made):
    door = QuicklyShut("127.0.0.1", 0, SECURE)
    door.open()
    yield f"http://127.0.0.1:{door.server_port}"
    door.shutdown()
    door.server_close()


def fetch(address, **headers):
    return urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10)


def test_the_plain_door_hands_out_the_authority_as_each_system_takes_it(plain, made):
    """Android and Windows: the certificate itself. iPhone: a profile around it. Types by which they know what it is."""
    with fetch(plain + "/confiar/feltro.crt") as file:
        assert file.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert file.headers["Content-Disposition"] == 'attachment; filename="feltro.crt"'
        der = file.read()
    assert x509.load_der_x509_certificate(der) == made.certificate
    with fetch(plain + "/confiar/feltro.mobileconfig") as file:
        assert file.headers["Content-Type"] == "application/x-apple-aspen-config"
        profile = plistlib.loads(file.read())
    (root,) = profile["PayloadContent"]
    assert (profile["PayloadType"], root["PayloadType"]) == ("Configuration", "com.apple.security.root")
    assert root["PayloadContent"] == der
    assert profile["PayloadUUID"] != root["PayloadUUID"]


@pytest.mark.parametrize("system", PHONES)
def test_each_device_sees_its_own_pictures_first(plain, system):
    """Three steps, each with a drawing that is read aloud too; the other systems are folded below."""
    with fetch(plain + "/confiar", **{"User-Agent": PHONES[system]}) as answer:
        html = answer.read().decode()
    assert re.findall(r'<details class="system" id="(\w+)"', html)[0] == system
    assert f'id="{system}" open' in html
    assert html.count('<svg class="picture"') == 9
    assert len(re.findall(r'<svg class="picture"[^>]* role="img" aria-label="[^"]{20,}"', html)) == 9
    assert len(re.findall(r'class="p-marked"', html)) == 9, "in every picture one thing to touch"


@pytest.mark.parametrize(
    ("said", "title"),
    [("pt-BR", "Confiar nesta casa"), ("en", "Trust this house"), ("es-AR", "Confiar en esta casa")],
)
def test_it_speaks_three_languages(plain, said, title):
    """As the phone prefers, or as asked for."""
    with fetch(plain + "/confiar", **{"Accept-Language": said}) as answer:
        assert f"<h1>{title}</h1>" in answer.read().decode()
    with fetch(plain + f"/confiar?lang={said[:2]}", **{"Accept-Language": "fr"}) as answer:
        assert f"<h1>{title}</h1>" in answer.read().decode()


def test_it_shows_the_fingerprint_and_the_way_on(plain, made):
    """What the phone will show is compared with it; then the house, over https."""
    with fetch(plain + "/confiar") as answer:
        html = answer.read().decode()
    digest = hashlib.sha256(install.der(made.certificate)).hexdigest().upper()
    assert ":".join(digest[one : one + 2] for one in range(0, 64, 2)) in html
    assert 'href="https://127.0.0.1:8000/"' in html
    assert scanned(re.search(r'<svg[^>]*class="qr".*?</svg>', html)[0]) == "http://192.168.7.20:8001/confiar"


@pytest.mark.parametrize(
    ("host", "leads"),
    [
        ("192.168.7.20:8001", "https://192.168.7.20:8000"),
        ("feltro.local:8001", "https://feltro.local:8000"),
        ("banco.example", "https://192.168.7.20:8000"),
        ('"><script>', "https://192.168.7.20:8000"),
    ],
)
def test_the_way_on_is_by_an_address_of_ours(made, host, leads):
    """Whoever comes under a foreign name is not sent to it."""
    html = answer_to("/confiar", {"Host": host}, SECURE).body.decode()
    assert f'href="{leads}/"' in html
    assert "banco.example" not in html
    assert "<script" not in html


@pytest.mark.parametrize("path", ["/", "/entrar", "/direcao/t1", "/confiar/authority-key.pem", "/api/v1/commands"])
def test_everything_else_at_the_plain_door_leads_to_the_page(made, path):
    """No page of the house is there, no session, no form."""
    said = answer_to(path, {}, SECURE)
    assert (said.status, said.headers["Location"], said.body) == (302, "/confiar", b"")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/trust.css", 200),
        ("/static/feltro.css?v=1", 200),
        ("/static/../trust/authority.py", 404),
        ("/static/../../../../../etc/hosts.css", 404),
        ("/static/room.js", 404),
        ("/static/x\0.css", 404),
        ("/static/", 404),
    ],
)
def test_the_plain_door_gives_what_the_page_is_drawn_with_and_no_other_file(made, path, status):
    """Style sheets and pictures of one folder."""
    assert answer_to(path, {}, SECURE).status == status


def test_the_plain_door_takes_no_form_and_no_cookie(plain):
    """Asked with POST it refuses; no answer sets a cookie; a browser may load nothing but our own."""
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(plain + "/entrar", data=b"user=ana&password=x", timeout=10)
    assert refused.value.code == 501
    refused.value.close()
    with fetch(plain + "/confiar") as answer:
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.slow
def test_whoever_fills_the_plain_door_is_sent_away_and_frees_it_again(made, monkeypatch):
    """Half-sent requests keep two places for a moment; the third is closed at once, and then there is room again."""
    monkeypatch.setattr(plain_door, "SECONDS", 0.3)
    monkeypatch.setattr(plain_door, "AT_ONCE", 2)
    door = Landing("127.0.0.1", 0, SECURE)
    door.open()
    where = ("127.0.0.1", door.server_port)
    slow = [socket.create_connection(where) for _ in range(2)]
    for one in slow:
        one.sendall(b"GET /confiar HTTP/1.1\r\nX-A: ")
    threading.Event().wait(0.1)
    with socket.create_connection(where) as third:
        third.settimeout(5)
        assert third.recv(10) == b""
    for one in slow:
        one.settimeout(5)
        assert one.recv(10) == b"", "hung up on"
        one.close()
    wait_for(lambda: door.places.acquire(blocking=False))
    door.places.release()
    with fetch(f"http://127.0.0.1:{door.server_port}/confiar") as answer:
        assert answer.status == 200
    door.shutdown()
    door.server_close()


def test_the_house_has_the_same_page_over_https(made):
    """With the certificate and the profile beside it, for anybody."""
    with Site().browser() as browser:
        assert "Confiar nesta casa" in text_of(browser.get("/confiar?lang=pt").text)
        file = browser.get("/confiar/feltro.crt")
        assert file.headers["content-type"] == "application/x-x509-ca-cert"
        assert x509.load_der_x509_certificate(file.content) == made.certificate
        assert (
            browser.get("/confiar/feltro.mobileconfig")
            .headers["content-type"]
            .startswith("application/x-apple-aspen-config")
        )


def test_a_house_without_https_has_nothing_to_install(made, monkeypatch):
    """An authority of another evening is not offered."""
    monkeypatch.setenv(LISTENS, msgspec.json.encode(Listens("0.0.0.0", 8000)).decode())
    with Site().browser() as browser:
        for path in ("/confiar", "/confiar/feltro.crt", "/confiar/feltro.mobileconfig"):
            assert browser.get(path).status_code == 404
