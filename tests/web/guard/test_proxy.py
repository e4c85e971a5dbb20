"""Whose address it is: said by the connection, and by a proxy only if it was named."""

from __future__ import annotations

import re

import httpx
import pytest

from feltro.app.access.throttle import ADDRESS
from feltro.cli import main as cli
from feltro.web.guard.connections import GuardedHTTP
from feltro.web.guard.limits import Limits
from feltro.web.site import create_site
from tests.web.guard.served import served
from tests.web.staff import Site

pytestmark = pytest.mark.slow


def guesses(port: int, count: int) -> list[int]:
    """Each for another name, and each pretending to come from somewhere else."""
    said = []
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        token = re.search(r'name="_csrf_token" value="([^"]+)"', client.get("/entrar").text)[1]
        for number in range(count):
            fields = {"_csrf_token": token, "user": f"u{number}", "password": "errada errada"}
            pretended = {"X-Forwarded-For": f"10.1.{number}.9", "X-Forwarded-Proto": "https"}
            said.append(client.post("/entrar", data=fields, headers=pretended).status_code)
    return said


def test_a_client_cannot_say_that_it_is_somebody_else():
    """Believed from everybody, a new address for every guess bought a new pace; now the twenty-first waits."""
    with served(create_site(Site().house), Limits(), proxy_headers=True, forwarded_allow_ips="127.0.0.1") as (
        port,
        _,
    ):
        assert guesses(port, ADDRESS.at_once + 2) == [401] * (ADDRESS.at_once + 2), "the attack, as it was"
    with served(create_site(Site().house), Limits(), proxy_headers=False) as (port, _):
        assert guesses(port, ADDRESS.at_once + 2) == [401] * ADDRESS.at_once + [429] * 2


@pytest.mark.parametrize(
    ("said", "believed", "whom"),
    [([], False, []), (["--proxy", "10.0.0.5", "--proxy", "10.1.0.0/16"], True, ["10.0.0.5", "10.1.0.0/16"])],
)
def test_serve_believes_the_proxies_that_were_named(monkeypatch, tmp_path, said, believed, whom):
    """And no other: neither loopback nor what the environment says."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    given = {}
    monkeypatch.setattr("feltro.web.workers.serve_alone", lambda config, _up: given.update(vars(config)) or 0)
    database = f"sqlite:///{tmp_path}/feltro.sqlite3"
    assert cli.main(["serve", "--port", "0", "--database", database, *said]) == 0
    assert (given["proxy_headers"], given["forwarded_allow_ips"]) == (believed, whom)
    assert given["http"] is GuardedHTTP
    assert given["h11_max_incomplete_event_size"] == 16_384


def test_a_proxy_is_named_by_its_address(capsys):
    """A star would believe everybody: it is refused in a sentence."""
    assert cli.main(["serve", "--port", "0", "--proxy", "*"]) != 0
    assert "não é um endereço" in capsys.readouterr().err
