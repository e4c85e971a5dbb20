"""`feltro serve` as somebody starts it for the first time: it prints the way in, over http or https."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import sys
import urllib.request

import pytest

PATIENCE = 60


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def fetch(address, context):
    """At once: what is printed answers."""
    with urllib.request.urlopen(address, context=context, timeout=PATIENCE) as answer:
        return answer.read().decode()


@pytest.mark.slow
@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
def test_the_first_start_prints_a_link_that_opens(tmp_path, secure):
    """On an empty database the link leads to the form of the first organiser; the authority is the house's own."""
    words = ["serve", "--database", f"sqlite:///{tmp_path}/feltro.sqlite3", "--port", str(free_port())]
    environment = {**os.environ, "FELTRO_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "feltro.cli.main", *words, *(["--tls"] if secure else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            said = iter(server.stdout.readline, "")
            link = next(found[0] for line in said if (found := re.search(r"https?://\S+/convite/\S+", line)))
            assert link.startswith("https://" if secure else "http://")
            trust = ssl.create_default_context(cafile=tmp_path / "tls" / "authority.pem") if secure else None
            page = fetch(link, trust)
        finally:
            server.terminate()
    assert "Primeiro acesso" in page
