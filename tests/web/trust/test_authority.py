"""The house's own authority and the certificate that it signs: for this room only, renewed by itself, its key kept apart."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from feltro.app.handling import House
from feltro.cli.main import main
from feltro.store.address import open_store
from feltro.web.frame.interfaces import Interface
from feltro.web.trust import leaf as leaves
from feltro.web.trust import live_context as live
from feltro.web.trust.authority import authority, known_certificate
from feltro.web.trust.leaf import leaf, names_of
from tests.tournament.room import Room

TODAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
WIFI = Interface("wlan0", "192.168.7.20", 24)
OTHER_WIFI = Interface("wlan0", "10.1.2.3", 24)


def names_in(path):
    made = x509.load_pem_x509_certificate(path.read_bytes())
    said = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress))}


def shake_hands(root_pem, server_pem, name):
    """A client that trusts the root meets a server with this file, without a network between them."""
    client = ssl.create_default_context(cadata=root_pem.read_text())
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(server_pem)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = client.wrap_bio(to_client, to_server, server_hostname=name)
    other = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (one, other):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return one.getpeercert()["serialNumber"]


def test_the_authority_is_made_once_and_its_key_is_its_owners_alone(tmp_path):
    """A second start finds the first one; nobody else of this machine reads the folder or the key."""
    place = tmp_path / "tls"
    made = authority(place)
    assert authority(place).fingerprint == made.fingerprint
    assert place.stat().st_mode & 0o777 == 0o700
    assert {one.name: one.stat().st_mode & 0o777 for one in place.iterdir()} == {
        "authority-key.pem": 0o600,
        "authority.pem": 0o600,
    }
    leaf("", place)
    assert (place / "leaf.pem").stat().st_mode & 0o777 == 0o600


def test_the_authority_signs_certificates_and_lives_three_years(tmp_path):
    """Nothing below it may sign again; phones accept it because it says what it is."""
    made = authority(tmp_path, TODAY).certificate
    bounds = made.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (bounds.critical, bounds.value.ca, bounds.value.path_length) == (True, True, 0)
    assert made.not_valid_after_utc == TODAY + timedelta(days=1095)
    limits = made.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert {str(one.value) for one in limits.value.permitted_subtrees} == {
        *("local", "localhost", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("127.0.0.0/8", "fc00::/7", "::1/128"),
    }


@pytest.mark.parametrize("name", ["192.168.7.20", "feltro.local", "localhost"])
def test_who_trusts_the_authority_trusts_the_room(tmp_path, name):
    """By its number, by its name, and on the machine itself."""
    path = leaf("", tmp_path, known=[WIFI])
    assert shake_hands(tmp_path / "authority.pem", path, name)


@pytest.mark.parametrize("name", ["banco.example", "203.0.113.9"])
def test_a_stolen_authority_cannot_be_a_bank(tmp_path, monkeypatch, name):
    """Somebody with the key signs a name outside the room: a phone that trusts the authority refuses it."""
    monkeypatch.setattr(leaves, "may_speak_for", lambda _: True)
    path = leaf(name, tmp_path, known=[WIFI])
    assert name in names_in(path)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(tmp_path / "authority.pem", path, name)


def test_a_certificate_names_every_address_of_the_room_and_none_outside(tmp_path):
    """A public address would void all others, so it is left out."""
    public = Interface("eth1", "203.0.113.9", 24)
    six = Interface("wlan0", "fd00::2", 64)
    named = names_of([WIFI, OTHER_WIFI, six, public], "0.0.0.0")
    assert {"192.168.7.20", "10.1.2.3", "fd00::2", "127.0.0.1", "::1", "localhost", "feltro.local"} <= set(named)
    assert "203.0.113.9" not in named
    assert names_in(leaf("0.0.0.0", tmp_path, known=[WIFI, OTHER_WIFI, six, public])) == set(named)
    assert "salao.local" in names_of([], "salao.local")
    assert "feltro.exemplo.com.br" not in names_of([], "feltro.exemplo.com.br")


def test_a_certificate_is_kept_while_it_serves_and_made_anew_for_a_new_network_or_near_its_end(tmp_path):
    """Ninety days; a month before the end there is another one."""
    first = leaf("", tmp_path, TODAY, [WIFI]).read_bytes()
    made = x509.load_pem_x509_certificate(first)
    assert (made.not_valid_after_utc - made.not_valid_before_utc).days == 90
    assert leaf("", tmp_path, TODAY + timedelta(days=58), [WIFI]).read_bytes() == first
    moved = leaf("", tmp_path, TODAY, [OTHER_WIFI]).read_bytes()
    assert moved != first
    assert "10.1.2.3" in names_in(tmp_path / "leaf.pem")
    later = leaf("", tmp_path, TODAY + timedelta(days=60), [OTHER_WIFI]).read_bytes()
    assert later != moved


def test_a_renewed_authority_is_trusted_by_phones_that_have_the_older_one(tmp_path):
    """Signed anew a year before its end, by the same key: nobody has to install anything that evening."""
    first = authority(tmp_path, datetime.now(UTC) - timedelta(days=800))
    older = tmp_path / "older.pem"
    older.write_bytes(first.certificate.public_bytes(Encoding.PEM))
    path = leaf("", tmp_path, known=[WIFI])
    assert known_certificate(tmp_path).not_valid_after_utc > first.certificate.not_valid_after_utc
    assert known_certificate(tmp_path).subject == first.certificate.subject
    assert shake_hands(older, path, "feltro.local")
    assert shake_hands(tmp_path / "authority.pem", path, "feltro.local")


@pytest.mark.parametrize("file", ["authority.pem", "authority-key.pem", "leaf.pem"])
def test_a_damaged_file_does_not_keep_the_room_closed(tmp_path, file):
    """What cannot be read is made anew, and everything fits together again."""
    leaf("", tmp_path, known=[WIFI])
    (tmp_path / file).write_text("nonsense")
    path = leaf("", tmp_path, known=[WIFI])
    assert shake_hands(tmp_path / "authority.pem", path, "192.168.7.20")


def test_the_key_is_in_no_backup_and_in_no_export(tmp_path, monkeypatch):
    """Whoever gets a copy of the house's data cannot stand between the house and its phones."""
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path))
    secret = leaf("").parent / "authority-key.pem"
    database = f"sqlite:///{tmp_path}/house.sqlite3"
    room = Room(House(open_store(database)))
    room.house.store.close()
    assert main(["backup", str(tmp_path / "backup"), "--database", database]) == 0
    assert main(["export", "s26", str(tmp_path / "export"), "--database", database]) == 0
    copies = [tmp_path / "backup", tmp_path / "export"]
    middle = secret.read_bytes().splitlines()[1]
    assert all(middle not in one.read_bytes() and b"PRIVATE KEY" not in one.read_bytes() for one in copies)


async def quiet(scope, receive, send):
    """The smallest application: it stays up, and answers."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def test_a_server_that_is_up_shows_the_new_certificate_without_a_restart(tmp_path, monkeypatch):
    """Who is connected stays; who comes next is shown the address of the new network."""
    monkeypatch.setattr(live, "SECONDS", 0.05)
    path = leaf("", tmp_path, known=[WIFI])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(
        quiet, port=port, log_level="critical", ssl_certfile=str(path), ssl_context_factory=live.live_context
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    trust = ssl.create_default_context(cafile=tmp_path / "authority.pem")

    stays = shown_and_kept(trust, port)
    before = stays.getpeercert()["subjectAltName"]
    assert ("IP Address", "10.1.2.3") not in before
    leaf("", tmp_path, known=[OTHER_WIFI])
    wait_for(lambda: ("IP Address", "10.1.2.3") in shown_names(trust, port))
    stays.sendall(b"GET / HTTP/1.1\r\nHost: feltro.local\r\n\r\n")
    assert stays.recv(1000).startswith(b"HTTP/1.1 200")
    stays.close()
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


def shown_and_kept(trust, port):
    raw = socket.create_connection(("127.0.0.1", port))
    return trust.wrap_socket(raw, server_hostname="feltro.local")


def shown_names(trust, port):
    with shown_and_kept(trust, port) as connection:
        return connection.getpeercert()["subjectAltName"]


def wait_for(holds):
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_certificate_is_looked_after_while_the_house_is_open(tmp_path, monkeypatch):
    """A network that comes in the middle of the evening is named without anybody doing anything; a failure ends nothing."""
    networks = [[WIFI]]
    asked = []

    def known():
        asked.append(1)
        if len(asked) == 2:
            raise OSError("no network just now")
        return networks[-1]

    monkeypatch.setattr(live, "SECONDS", 0.05)
    monkeypatch.setattr(leaves, "interfaces", known)
    path = leaf("", tmp_path)
    enough = live.keep_leaf("", tmp_path)
    networks.append([OTHER_WIFI])
    wait_for(lambda: "10.1.2.3" in names_in(path))
    enough.set()
    assert len(asked) > 2, "it went on after the failure"
