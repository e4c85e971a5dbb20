"""What leaves for a push service: the bytes that the standard prints, and no address of the room."""

from __future__ import annotations

import socket

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from feltro.app.programs import post as post_module
from feltro.app.programs.addresses import is_public
from feltro.app.programs.post import post_outside
from feltro.app.programs.push_cipher import as_written, encrypted, unwritten

PRINTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_that_the_standard_prints_comes_out_byte_for_byte():
    """RFC 8291, section 5 and appendix A."""
    number = int.from_bytes(unwritten("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    made = encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=unwritten("DGv6ra1nlYgDCS1FRnbzlw"),
        key=ec.derive_private_key(number, ec.SECP256R1()),
    )
    assert as_written(made) == PRINTED


@pytest.mark.parametrize(
    "number",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.7",
        "172.16.9.9",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::5",
        "::ffff:10.0.0.1",
        "2002:0a00:0001::1",
        "mesa",
    ],
)
def test_nothing_of_the_room_is_outside(number):
    assert not is_public(number)


def test_addresses_of_the_internet_are_outside():
    assert [one for one in ("8.8.8.8", "2606:4700:4700::1111") if not is_public(one)] == []


def test_a_name_that_leads_into_the_room_is_not_connected_to(monkeypatch):
    """Also where only one of its addresses does."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in ("8.8.8.8", "192.168.0.7")]
    connected = []
    monkeypatch.setattr(post_module.socket, "getaddrinfo", lambda *_a, **_k: found)
    monkeypatch.setattr(post_module.socket, "create_connection", lambda *a, **_k: connected.append(a))
    assert post_outside("https://push.example/x", {}, b"").told == "away"
    assert connected == []


def test_what_was_looked_at_is_what_is_connected_to(monkeypatch):
    """A name that answers otherwise the next time is not asked a next time."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 443))]
    connected = []

    def connect(where, _timeout):
        connected.append(where)
        raise OSError("no network in a test")

    monkeypatch.setattr(post_module.socket, "getaddrinfo", lambda *_a, **_k: found)
    monkeypatch.setattr(post_module.socket, "create_connection", connect)
    assert post_outside("https://push.example/x", {}, b"").told == "away"
    assert connected == [("8.8.8.8", 443)]
    assert post_outside("http://push.example/x", {}, b"").told == "address"
