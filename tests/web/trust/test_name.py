"""Phones look for `feltro.local` and find this machine: packets written by hand, as RFC 6762 has them."""

from __future__ import annotations

import socket
import struct
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.web.frame.interfaces import Interface, interfaces, is_private
from feltro.web.trust.name_packets import announcement, answer, read
from feltro.web.trust.responder import Responder, nearest

OURS = b"\x06feltro\x05local\x00"
A, AAAA, ANY = 1, 28, 255


def asked(kind=A, name=OURS, group=1, number=0):
    return struct.pack("!6H", number, 0, 1, 0, 0, 0) + name + struct.pack("!HH", kind, group)


def told(packet):
    """The flags, the number, and each answer with its kind, seconds and bytes."""
    number, flags, questions, answers, _, more = struct.unpack_from("!6H", packet)
    at = 12
    for _ in range(questions):
        at += len(OURS) + 4
    found = []
    for _ in range(answers + more):
        assert packet[at : at + len(OURS)] == OURS
        kind, group, seconds, length = struct.unpack_from("!HHIH", packet, at + len(OURS))
        start = at + len(OURS) + 10
        found.append((kind, group, seconds, packet[start : start + length]))
        at = start + length
    assert at == len(packet)
    return number, flags, found


def test_whoever_asks_for_the_name_gets_the_number():
    """One address, to be kept for two minutes instead of older ones, and the word that there is no other kind."""
    number, flags, (address, nothing_else) = told(answer(read(asked()), "feltro.local", ["192.168.7.20"]))
    assert (number, flags) == (0, 0x8400)
    assert address == (1, 0x8001, 120, bytes((192, 168, 7, 20)))
    assert nothing_else == (47, 0x8001, 120, OURS + bytes((0, 4, 0x40, 0, 0, 0)))


def test_a_question_for_the_other_kind_of_address_is_answered_with_what_there_is():
    """A phone that asks for the long kind learns that there is only the short one, and does not wait."""
    _, _, records = told(answer(read(asked(AAAA)), "feltro.local", ["192.168.7.20"]))
    assert [one[0] for one in records] == [47]
    _, _, records = told(answer(read(asked(ANY)), "feltro.local", ["192.168.7.20", "fd00::2"]))
    assert [one[0] for one in records] == [1, 28, 47]
    assert records[1][3] == socket.inet_pton(socket.AF_INET6, "fd00::2")
    assert records[2][3] == OURS + bytes((0, 4, 0x40, 0, 0, 0x08))


def test_a_resolver_that_knows_nothing_of_this_gets_its_question_back():
    """Its own number, its question, and an address to be kept for ten seconds."""
    said = answer(read(asked(number=77)), "feltro.local", ["192.168.7.20"], old=True)
    assert said[12 : 12 + len(OURS) + 4] == OURS + struct.pack("!HH", 1, 1)
    number, _, records = told(said)
    assert number == 77
    assert records == [(1, 1, 10, bytes((192, 168, 7, 20)))]


@pytest.mark.parametrize(
    "packet",
    [
        asked(name=b"\x05outra\x05local\x00"),
        asked(kind=16),
        announcement("feltro.local", ["192.168.7.30"]),
    ],
    ids=["another name", "another kind of record", "somebody's answer"],
)
def test_what_is_no_question_for_us_has_no_answer(packet):
    """Two machines that answered each other's answers would never stop."""
    assert answer(read(packet), "feltro.local", ["192.168.7.20"]) is None


def test_capital_letters_and_jumps_are_read():
    """`FELTRO.local`, with its second part said once before."""
    jumping = struct.pack("!6H", 0, 0, 2, 0, 0, 0) + b"\x04mesa\x05local\x00" + struct.pack("!HH", 1, 1)
    jumping += b"\x06FELTRO" + struct.pack("!H", 0xC000 | 17) + struct.pack("!HH", 1, 0x8001)
    assert [tuple(one) for one in read(jumping).questions] == [("mesa.local", 1, False), ("feltro.local", 1, True)]


@pytest.mark.parametrize(
    "packet",
    [
        b"",
        b"\0" * 11,
        asked()[:-1],
        asked(name=b"\x3fabc"),
        asked(name=struct.pack("!H", 0xC000 | 12)),
        asked(name=b"\x01a" + struct.pack("!H", 0xC000 | 12)),
        asked(name=b"\x80" + b"a" * 128 + b"\0"),
        struct.pack("!6H", 0, 0, 5000, 0, 0, 0),
        b"\0" * 10_000,
    ],
)
def test_a_packet_that_is_meant_to_hurt_is_not_read(packet):
    """Cut short, jumping to itself, promising thousands: nothing, and at once."""
    assert read(packet) is None


@given(st.binary(max_size=200))
def test_whatever_comes_is_read_or_not_and_never_fails(packet):
    """Anybody on the Wi-Fi can send anything."""
    heard = read(packet)
    assert heard is None or len(heard.questions) <= 32


def test_whoever_asks_is_told_the_address_in_their_own_network():
    """A laptop by cable and by Wi-Fi: each side gets the number that it can reach."""
    known = [
        Interface("eth0", "10.1.2.3", 24),
        Interface("wlan0", "192.168.7.20", 24),
        Interface("wlan0", "fd00::2", 64),
    ]
    assert nearest(known, "192.168.7.99") == ["192.168.7.20", "fd00::2"]
    assert nearest(known, "10.1.2.200") == ["10.1.2.3"]
    assert nearest(known, "172.16.0.9") == ["10.1.2.3", "192.168.7.20", "fd00::2"]


def ask(responder, packet):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as phone:
        phone.settimeout(5)
        phone.sendto(packet, ("127.0.0.1", responder.socket.getsockname()[1]))
        return phone.recv(1000)


def test_a_phone_asks_over_the_network_and_the_answer_follows_a_change_of_network():
    """On loopback, with the addresses of a room: first of one network, then of another."""
    networks = [Interface("wlan0", "192.168.7.20", 24)]
    responder = Responder(lambda: networks, port=0)
    responder.start()
    try:
        assert told(ask(responder, asked()))[2] == [(1, 1, 10, bytes((192, 168, 7, 20)))]
        networks[:] = [Interface("wlan0", "10.1.2.3", 24), Interface("eth0", "203.0.113.9", 24)]
        assert told(ask(responder, asked()))[2] == [(1, 1, 10, bytes((10, 1, 2, 3)))], "none that is public"
    finally:
        responder.stop()


@pytest.mark.parametrize(("address", "taken"), [("192.168.7.30", True), ("192.168.7.20", False)])
def test_a_name_that_another_machine_has_is_left_to_it(address, taken):
    """Two laptops with Feltro in one room: the second one says so; an echo of our own is no other machine."""
    responder = Responder(lambda: [Interface("wlan0", "192.168.7.20", 24)], port=0)
    other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    where = ("127.0.0.1", responder.socket.getsockname()[1])
    late = threading.Timer(0.05, other.sendto, (announcement("feltro.local", [address]), where))
    late.start()
    assert responder.is_taken(0.4) is taken
    late.join()
    other.close()
    responder.stop()


def test_every_address_of_this_machine_is_found():
    """Each can be listened on, which no system allows for an address of another machine; loopback is among them, last."""
    found = interfaces()
    assert "127.0.0.1" in [one.address for one in found]
    assert found[-1].at.is_loopback
    for one in found:
        with socket.socket(socket.AF_INET if one.at.version == 4 else socket.AF_INET6) as place:
            place.bind((one.address, 0))
    assert len({one.address for one in found}) == len(found)


def test_two_machines_are_in_one_network_or_not():
    """As their mask says."""
    wifi = Interface("wlan0", "192.168.7.20", 24)
    assert wifi.reaches("192.168.7.254")
    assert not wifi.reaches("192.168.8.1")
    assert not wifi.reaches("feltro.local")


@pytest.mark.parametrize(("address", "private"), [("192.168.0.9", True), ("172.31.0.1", True), ("172.32.0.1", False),
    ("8.8.8.8", False), ("fd00::1", True), ("2001:db8::1", False), ("feltro.local", False)])  # fmt: skip
def test_rooms_have_private_addresses(address, private):
    """Those that anybody may use, and no others."""
    assert is_private(address) is private
