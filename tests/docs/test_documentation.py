"""Documentation is true because tests run it."""

import os
import re
import shlex
import signal
import socket
import subprocess
import time
import urllib.request

import pytest

from feltro.cli.main import COMMANDS, main
from tests.conftest import ROOT

PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"`([\w.-]+\.toml)`:\n\n```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples():
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text()):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                yield pytest.param(page, command, expected, id=f"{page.name}-{command}")


@pytest.mark.parametrize(("page", "command", "expected"), list(examples()))
def test_every_example_prints_what_the_page_shows(page, command, expected, tmp_path, monkeypatch, capsys):
    """A command in a document, run where its files were saved, prints exactly what stands under it."""
    for name, content in SAVED.findall(page.read_text()):
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    program, *words = shlex.split(command)
    assert program == "feltro"
    main(words)
    assert capsys.readouterr().out.rstrip() == expected.rstrip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_command_named_exists(page):
    """Links inside the project lead to files, and scripts and commands that a page names are there."""
    text = page.read_text()
    assert text.startswith("# ")
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (page.parent / target).exists(), target
    for script in re.findall(r"\bscript/(\w+)", text):
        assert (ROOT / "script" / script).exists(), script
    for command in re.findall(r"`feltro (\w+)", text):
        assert command in COMMANDS, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_table_has_a_head(page):
    """Rows that come after a paragraph are no table: they are read as a line full of bars."""
    lines = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL).splitlines()
    first = [
        at for at, line in enumerate(lines) if line.startswith("|") and not (at and lines[at - 1].startswith("|"))
    ]
    assert [lines[at] for at in first if not re.fullmatch(r"\|[\s:|-]+\|", lines[at + 1])] == []


def test_the_readme_says_what_it_is_and_how_to_start_on_its_first_screen():
    """One sentence, a picture and the two commands come before anything else."""
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:14])
    assert "script/server" in first_screen
    assert "script/test" in first_screen
    assert "docs/images/" in first_screen


@pytest.mark.slow
@pytest.mark.parametrize(("options", "is_demo"), [((), True), (("--empty",), False)], ids=["demo", "empty"])
def test_the_first_command_brings_the_pages_up(tmp_path, options, is_demo):
    """`script/server` answers at the address that it prints, says that it is a demo or how to come in, and stops."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [ROOT / "script" / "server", *options, "--port", str(port)]
    own = {**os.environ, "FELTRO_DATABASE": f"sqlite:///{tmp_path}/house.sqlite3"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, env=own) as server:
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            assert str(port) in address
            next_line = server.stdout.readline()
            assert ("/entrar" if is_demo else "/convite/") in next_line
            page = fetch(address)
            assert "Ache seu assento" in page
            assert ("demo-banner" in page) is is_demo
            assert (tmp_path / "house.sqlite3").exists() is not is_demo
        finally:
            os.killpg(server.pid, signal.SIGTERM)
        assert server.wait(15) is not None


def fetch(address):
    deadline = time.monotonic() + 30
    while True:
        try:
            request = urllib.request.Request(address, headers={"Accept-Language": "pt-BR"})
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.read().decode()
        except OSError:
            assert time.monotonic() < deadline, "the pages did not come up"
            time.sleep(0.1)


def test_a_port_in_use_is_said_and_not_a_traceback(capsys):
    """A second start on the same port names the port and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code = main(["serve", "--port", str(taken.getsockname()[1])])
    assert code == 2
    assert "--port" in capsys.readouterr().err
