"""A phone is asked to trust a leaf that signed itself, names no room, and whose cookies travel in the open."""

from __future__ import annotations

import ssl

import pytest
from cryptography import x509
from feltro.web.certificate import local_certificate

from tests.web.staff import Site


def made(folder):
    return x509.load_pem_x509_certificate(local_certificate("0.0.0.0", folder).certificate.read_bytes())


def test_nobody_signs_the_certificate_but_itself(tmp_path):
    """There is nothing to install once: each new leaf is a stranger again."""
    leaf = made(tmp_path)
    assert leaf.issuer == leaf.subject
    before = local_certificate("0.0.0.0", tmp_path).certificate.read_text()
    client = ssl.create_default_context(cadata=before)
    again = local_certificate("192.168.7.21", tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(again.certificate, again.key)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(client, server, "192.168.7.21")


def shake_hands(client: ssl.SSLContext, server: ssl.SSLContext, name: str) -> None:
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = client.wrap_bio(to_client, to_server, server_hostname=name)
    other = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (one, other):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue


def test_the_rooms_address_is_in_no_name_of_it(tmp_path, monkeypatch):
    """As on a laptop whose own name leads to loopback, which is how Debian and Ubuntu are set up."""
    monkeypatch.setattr("feltro.web.certificate.socket.getaddrinfo", lambda *_: [(0, 0, 0, "", ("127.0.1.1", 0))])
    said = made(tmp_path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(one) for one in said.get_values_for_type(x509.IPAddress)} == {"127.0.0.1", "127.0.1.1"}
    assert "feltro.local" not in said.get_values_for_type(x509.DNSName)


def test_a_cookie_and_a_visit_over_https_may_go_on_in_the_open():
    """The form's cookie says nothing of https, and no answer keeps the browser there."""
    with Site().browser() as browser:
        browser.client.base_url = "https://feltro.local"
        answer = browser.get("/entrar")
    cookies = answer.headers.get_list("set-cookie")
    assert [one for one in cookies if "secure" not in one.lower()] != []
    assert "strict-transport-security" not in answer.headers
