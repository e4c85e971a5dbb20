"""Another version, and the way back: what is done to the house. The installing itself is in tests/packages/test_installs.py."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from feltro.app.upkeep import program
from feltro.cli.main import main

pytestmark = pytest.mark.slow


class FakeInstaller:
    """Stands for pip: which version is there, and which houses it can read."""

    def __init__(self):
        self.version, self.fails, self.unread = "0.2.0", "", ()

    def keep(self, folder):
        kept = folder / f"feltro-{self.version}-py3-none-any.whl"
        kept.write_bytes(b"wheel")
        return kept

    def install(self, what):
        self.version = "0.3.0" if what.endswith("0.3.0.whl") else self.version
        return self.fails

    def put_back(self, wheel):
        self.version = wheel.name.split("-")[1]
        return ""

    def ask(self, command, *words):
        return "tables of a newer version" if self.version in self.unread else ""


@pytest.fixture
def installed(monkeypatch, tmp_path):
    fake = FakeInstaller()
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path / "casa"))
    monkeypatch.setenv("FELTRO_DATABASE", f"sqlite:///{tmp_path}/feltro.sqlite3")
    for name, does in (
        ("installed", lambda: None),
        ("installer", list),
        ("keep_program", fake.keep),
        ("install_newer", fake.install),
        ("put_back", fake.put_back),
        ("version_now", lambda: fake.version),
        ("ask_program", fake.ask),
    ):
        monkeypatch.setattr(program, name, does)
    wheel = tmp_path / "feltro-0.3.0.whl"
    wheel.write_bytes(b"new")
    fake.wheel = str(wheel)
    return fake


@pytest.fixture
def house(installed, tmp_path, capsys):
    """A file with a season in it."""
    commands = tmp_path / "comandos.jsonl"
    commands.write_text(
        json.dumps({"type": "CreateSeason", "season": "s1", "name": "Verão", "year": 2027}), encoding="utf-8"
    )
    assert main(["do", str(commands)]) == 0
    capsys.readouterr()
    return tmp_path / "feltro.sqlite3"


def seasons(file):
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        return connection.execute("SELECT count(*) FROM events WHERE stream LIKE 'season:%'").fetchone()[0]


def test_a_copy_that_holds_is_made_before_anything_else(installed, house, tmp_path, capsys):
    """In Feltro's own folder, with the program beside it; then the newer version is there."""
    assert main(["update", installed.wheel, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["was"], told["now"]) == ("0.2.0", "0.3.0")
    (kept,) = (tmp_path / "casa" / "versoes").iterdir()
    assert sorted(one.name for one in kept.iterdir()) == [
        "casa.sqlite3",
        "feltro-0.2.0-py3-none-any.whl",
        "volta.json",
    ]
    assert seasons(kept / "casa.sqlite3") == 1


def test_a_version_that_cannot_read_the_house_does_not_stay(installed, house, capsys):
    installed.unread = ("0.3.0",)
    assert main(["update", installed.wheel]) == 1
    assert (installed.version, seasons(house)) == ("0.2.0", 1)
    assert "0.2.0 está de volta" in capsys.readouterr().err


def test_an_installation_that_fails_leaves_the_version_before(installed, house, capsys):
    installed.fails = "no network"
    assert main(["update", installed.wheel]) == 1
    assert installed.version == "0.2.0"
    assert "no network" in capsys.readouterr().err


def test_going_back_keeps_the_house_where_the_older_version_reads_it(installed, house, capsys):
    """Nothing of the evening is lost for nothing."""
    main(["update", installed.wheel])
    with closing(sqlite3.connect(house, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE since (x)")
    assert main(["update", "--back"]) == 0
    assert installed.version == "0.2.0"
    with closing(sqlite3.connect(house, isolation_level=None)) as connection:
        assert connection.execute("SELECT count(*) FROM since").fetchone() == (0,)
    assert "A casa ficou como está" in capsys.readouterr().out


def test_going_back_takes_the_copy_where_it_must_and_lays_the_rest_aside(installed, house, tmp_path, capsys):
    main(["update", installed.wheel])
    with closing(sqlite3.connect(house, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE since (x)")
    installed.unread = ("0.2.0",)
    assert main(["update", "--back"]) == 0
    (aside,) = tmp_path.glob("feltro-0.3.0-*.sqlite3")
    for file, there in ((house, 0), (aside, 1)):
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            assert connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'since'").fetchone() == (
                there,
            )
    assert aside.name in capsys.readouterr().out
    assert main(["verify"]) == 0
    assert main(["update", "--back"]) == 2  # there is one way back, and it was gone


def test_a_house_that_is_open_is_left_alone(installed, house, capsys):
    """Half of one version and half of another in one process helps nobody."""
    with closing(sqlite3.connect(house, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("SELECT count(*) FROM events").fetchone()
        assert main(["update", installed.wheel]) == 2
    assert installed.version == "0.2.0"
    assert "Feche o Feltro" in capsys.readouterr().err


def test_a_house_that_does_not_hold_is_not_carried_over(installed, house, capsys):
    with closing(sqlite3.connect(house, isolation_level=None)) as connection:
        connection.execute("UPDATE events SET who = 'bia'")
    assert main(["update", installed.wheel]) == 2
    assert installed.version == "0.2.0"
    assert "feltro verify" in capsys.readouterr().err


def test_before_there_is_a_house_the_program_alone_is_kept(installed, tmp_path):
    assert main(["update", installed.wheel]) == 0
    (kept,) = (tmp_path / "casa" / "versoes").iterdir()
    assert not (kept / "casa.sqlite3").exists()
    assert main(["update", "--back"]) == 0
    assert installed.version == "0.2.0"


def test_from_its_source_it_says_what_to_do_instead(capsys):
    """The tests run so."""
    assert main(["update"]) == 2
    assert "git pull" in capsys.readouterr().err
