"""What `feltro serve` opens beside the pages, and what it tells the terminal."""

from __future__ import annotations

import socket
import urllib.request

import pytest

from feltro.web.frame.interfaces import Interface
from feltro.web.frame.network import LISTENS, left_for_workers
from feltro.web.trust import doors, install
from feltro.web.trust.doors import open_doors
from feltro.web.trust.live_context import live_context


class Silent:
    """A responder that is heard by nobody outside this test."""

    taken, started = False, False

    def __init__(self, _known) -> None:
        Silent.started = False

    def is_taken(self) -> bool:
        return self.taken

    def start(self) -> None:
        Silent.started = True

    def stop(self) -> None:
        """Nothing was opened."""


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path))
    monkeypatch.setenv(LISTENS, "")
    monkeypatch.setattr(doors, "Responder", Silent)
    monkeypatch.setattr(doors, "keep_leaf", lambda _host: None)
    monkeypatch.setattr(install, "interfaces", lambda: (Interface("wlan0", "192.168.7.20", 24),))


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def keys(opened):
    return [key for key, _ in opened.told]


def test_https_opens_the_plain_page_on_the_port_that_was_asked_for(port, tmp_path):
    """The server gets the certificate, every worker learns where the house is found."""
    opened = open_doors("127.0.0.1", 8000, port, tls=True, named=True)
    assert opened.settings == {
        "ssl_certfile": str(tmp_path / "tls" / "leaf.pem"),
        "ssl_context_factory": live_context,
    }
    assert opened.told[1] == ("cli.serve.landing", {"address": f"http://127.0.0.1:{port}/confiar"})
    assert left_for_workers() == ("127.0.0.1", 8000, True, port, False)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/confiar", timeout=10) as answer:
        assert answer.status == 200
    assert not Silent.started, "on this machine alone the name is nobody's business"


def test_a_port_that_is_taken_costs_the_plain_page_and_nothing_else(port):
    """It is said, with the way to choose another."""
    with socket.create_server(("127.0.0.1", port)):
        opened = open_doors("127.0.0.1", port - 1, None, tls=True, named=True)
    assert keys(opened) == ["cli.serve.certificate", "cli.serve.no_landing"]
    assert opened.told[1][1] == {"port": str(port)}
    assert left_for_workers().landing == 0


@pytest.mark.parametrize(
    ("named", "taken", "answers", "told"),
    [
        (True, False, True, []),
        (False, False, False, []),
        (True, True, False, ["cli.serve.name_taken"]),
    ],
    ids=["free", "switched off", "another machine has it"],
)
def test_the_name_is_answered_where_it_is_free_and_wanted(monkeypatch, named, taken, answers, told):
    """Only with https, and the pages offer it only then."""
    monkeypatch.setattr(Silent, "taken", taken)
    monkeypatch.setattr(Silent, "started", False)
    opened = open_doors("192.168.7.20", 8000, 0, tls=True, named=named)
    assert keys(opened) == ["cli.serve.certificate", *told]
    assert (Silent.started, left_for_workers().named) == (answers, answers)


@pytest.mark.parametrize(
    ("host", "told"), [("0.0.0.0", ["cli.serve.plain"]), ("127.0.0.1", [])], ids=["the room", "this machine"]
)
def test_plain_http_for_the_room_is_said_in_the_terminal(host, told, tmp_path):
    """With the command that changes it; no authority is made that nobody asked for."""
    opened = open_doors(host, 8000, None, tls=False, named=True)
    assert keys(opened) == told
    assert opened.settings == {}
    assert all(values == {"command": "feltro serve --tls --host 0.0.0.0"} for _, values in opened.told)
    assert not (tmp_path / "tls").exists()
