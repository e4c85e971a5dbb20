"""The commands around a house, as people type them."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
from contextlib import closing

import pytest

from feltro.app.access.doors import who_has_password, who_has_token
from feltro.app.handling import House
from feltro.cli.main import main
from feltro.kernel.instants import Instant
from feltro.store.address import open_store
from tests.app.people.test_registry import ANA
from tests.tournament.room import Room


@pytest.fixture
def url(tmp_path, monkeypatch):
    """A database with one season, one person and one entry; commands find it by the environment."""
    url = f"sqlite:///{tmp_path}/feltro.sqlite3"
    house = House(open_store(url))
    room = Room(house)
    room.done("RegisterPerson", person="p7", photo_id_seen=True, **ANA)
    room.sell("e1", "p7")
    house.store.close()
    monkeypatch.setenv("FELTRO_DATABASE", url)
    monkeypatch.chdir(tmp_path)
    return url


@pytest.fixture
def typed(monkeypatch):
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def said(capsys) -> dict:
    return json.loads(capsys.readouterr().out)


def test_verify_says_that_everything_holds(url, capsys):
    """In words and in JSON; the exit code says it too."""
    assert main(["verify"]) == 0
    assert "Tudo confere." in capsys.readouterr().out
    assert main(["verify", "--json"]) == 0
    assert said(capsys)["sound"] is True


def test_a_mistyped_database_is_not_made(tmp_path, capsys):
    """Verifying nothing must not look like verifying something."""
    assert main(["verify", "--database", f"sqlite:///{tmp_path}/typo.sqlite3"]) == 2
    assert not list(tmp_path.iterdir())
    assert "typo.sqlite3" in capsys.readouterr().err


def test_a_database_that_cannot_be_opened_does_not_tell_its_password(capsys):
    """Addresses hold passwords: the complaint does not repeat them."""
    assert main(["verify", "--database", "postgresql://u:segredo@127.0.0.1:1/x"]) == 2
    assert "segredo" not in "".join(capsys.readouterr())


@pytest.mark.slow
def test_backup_restore_export_and_import(url, tmp_path, capsys):
    """A copy and an archive, each brought back into a new database, and both sound."""
    assert main(["backup", "copy.sqlite3"]) == 0
    assert stat.S_IMODE((tmp_path / "copy.sqlite3").stat().st_mode) == 0o600
    assert main(["backup", "copy.sqlite3"]) == 2
    assert main(["restore", "copy.sqlite3", "--database", "sqlite:///two.sqlite3"]) == 0
    assert main(["restore", "copy.sqlite3"]) == 2
    assert main(["export", "s26", "s26.zip"]) == 0
    assert main(["export", "nope", "nope.zip"]) == 1
    assert main(["import", "s26.zip", "--database", "sqlite:///three.sqlite3"]) == 0
    for name in ("two", "three"):
        assert main(["verify", "--database", f"sqlite:///{name}.sqlite3"]) == 0
    assert main(["import", "s26.zip"]) == 2
    assert main(["import", "nothing.zip"]) == 2


@pytest.mark.slow
def test_a_copy_that_is_not_whole_says_where_in_the_words_of_the_house(url, tmp_path, capsys):
    """The event by its name, as `verify` tells it, and a last line with what to do; no address of the log."""
    assert main(["backup", "copy.sqlite3"]) == 0
    assert main(["restore", "--check", "copy.sqlite3"]) == 0
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy, copy:
        copy.execute(
            "UPDATE events SET payload = CAST(replace(payload, 'e1', 'e2') AS BLOB) WHERE stream = 'tournament:t1'"
        )
    capsys.readouterr()
    assert main(["restore", "--check", "copy.sqlite3"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert "tournament:" not in "".join(told)
    assert any(line.startswith("Evento, registro ") for line in told), told
    assert told[-1].startswith("A cópia não está inteira: ")


def test_a_person_is_handed_over_and_erased(url, tmp_path, capsys):
    """Export to a file that only its owner reads; erasing asks first, and refuses while the person plays."""
    assert main(["person", "export", "p7", "--file", "ana.json"]) == 0
    assert stat.S_IMODE((tmp_path / "ana.json").stat().st_mode) == 0o600
    assert json.loads((tmp_path / "ana.json").read_text())["person"]["name"] == ANA["name"]
    capsys.readouterr()
    assert main(["person", "erase", "p7", "--json", "--yes"]) == 1
    assert said(capsys)["refused"]["because"] == "person.erase.still_in"
    assert main(["person", "export", "ninguem"]) == 1
    assert main(["person", "duplicates"]) == 0
    assert main(["person", "expired"]) == 0


def test_what_cannot_be_undone_asks_first(url, typed, capsys):
    """Without a terminal to ask at, only --yes will do."""
    typed("")
    assert main(["person", "erase", "p7"]) == 2
    assert "--yes" in capsys.readouterr().err


def test_users_and_tokens(url, typed, capsys):
    """A password comes by standard input, a token is shown once, and both open the house."""
    typed("cavalo correto bateria\n")
    assert main(["user", "add", "rui", "--role", "director"]) == 0
    assert main(["user", "add", "tv", "--role", "viewer", "--no-password"]) == 0
    typed("curta\n")
    assert main(["user", "passwd", "rui"]) == 1
    capsys.readouterr()
    assert main(["token", "make", "tv", "--label", "telão", "--days", "2", "--json"]) == 0
    token = said(capsys)["token"]
    assert main(["token", "list"]) == 0
    assert token not in capsys.readouterr().out
    store = open_store(url)
    assert who_has_password(store, "rui", "cavalo correto bateria").role == "director"
    assert who_has_token(store, token, Instant(0)).user == "tv"
    assert main(["token", "revoke", token.split("_")[1]]) == 0
    assert who_has_token(store, token, Instant(0)) is None
    store.close()
    assert main(["user", "remove", "tv"]) == 0
    capsys.readouterr()
    assert main(["user", "list", "--json"]) == 0
    assert said(capsys) == [{"user": "rui", "role": "director"}]


def test_a_name_that_will_not_do_is_said(url, typed, capsys):
    """In the language asked for, with exit code 2."""
    typed("cavalo correto bateria\n")
    assert main(["--lang", "en", "user", "add", "a b", "--role", "viewer"]) == 2
    assert "will not do" in capsys.readouterr().err


@pytest.mark.postgres
def test_the_same_on_postgresql(url, durable_postgres_server, capsys):
    """A season moves from SQLite to PostgreSQL, verifies there, and is backed up as an archive."""
    postgres_url = durable_postgres_server.new_database()
    assert main(["export", "s26", "s26.zip"]) == 0
    assert main(["import", "s26.zip", "--database", postgres_url]) == 0
    assert main(["verify", "--database", postgres_url]) == 0
    assert main(["backup", "pg.backup", "--database", postgres_url]) == 0
    assert main(["restore", "pg.backup", "--database", "sqlite:///back.sqlite3"]) == 0
    assert main(["verify", "--database", "sqlite:///back.sqlite3"]) == 0


def test_a_pix_is_asked_for_and_confirmed_from_the_terminal(tmp_path, monkeypatch, capsys):
    """The code on the screen decodes to the sale, and the bank's file confirms it."""
    from tests.app.money.pix_reader import read_pix_code

    url = f"sqlite:///{tmp_path}/pix.sqlite3"
    house = House(open_store(url))
    room = Room(house, addenda=("pix-no-dia-cgp",))
    room.sell("e1", "p1", payments=[{"method": "pix", "amount_centavos": 62000, "txid": "A1"}])
    house.store.close()
    monkeypatch.setenv("FELTRO_DATABASE", url)
    receiver = ["--key", "caixa@clube.com.br", "--name", "Clube", "--city", "Porto Alegre"]
    assert main(["pix", "code", "t1", "e1", *receiver]) == 0
    assert read_pix_code(capsys.readouterr().out.strip()).txid == "A1"
    assert main(["pix", "code", "t1", "e1"]) == 1
    (tmp_path / "bank.csv").write_text("txid;valor\nA1;620,00\n")
    assert main(["pix", "match", str(tmp_path / "bank.csv")]) == 0
    capsys.readouterr()
    assert main(["pix", "match", str(tmp_path / "bank.csv"), "--json"]) == 0
    assert said(capsys) == {"confirmed": [], "to_look_at": [], "waiting": 0}
