"""Keys and webhooks in the terminal."""

from __future__ import annotations

import json

import pytest

from feltro.cli.main import main


@pytest.fixture
def told(capsys, tmp_path, monkeypatch):
    """Runs a command on a house in a file, and reads its answer."""
    monkeypatch.setenv("FELTRO_DATABASE", f"sqlite:///{tmp_path / 'casa.sqlite3'}")

    def run(*words):
        code = main([*words, "--json"])
        return code, json.loads(capsys.readouterr().out)

    assert run("user", "add", "rui", "--role", "organiser", "--no-password")[0] == 0
    return run


def test_a_key_is_made_for_some_scopes_and_listed_with_them(told):
    code, made = told("token", "make", "rui", "--scope", "read:public", "--scope", "do:clock")
    assert (code, made["token"][:4]) == (0, "flt_")
    assert told("token", "list")[1][0]["scopes"] == "read:public do:clock"
    assert told("token", "make", "rui", "--scope", "do:tudo")[0] == 1
    assert len(told("token", "scopes")[1]) == 10


def test_an_address_is_added_listed_tried_and_removed(told):
    code, made = told("webhook", "add", "https://placar.example/x", "--type", "level.began")
    assert (code, made["secret"][:6]) == (0, "whsec_")
    listed = told("webhook", "list")[1]
    assert [(one["host"], one["types"]) for one in listed] == [("placar.example", "level.began")]
    assert told("webhook", "again", made["id"])[0] == 0
    assert told("webhook", "again", made["id"], "--message", "msg_nenhuma")[0] == 1
    assert told("webhook", "log", made["id"]) == (0, [])
    assert told("webhook", "add", "ftp://placar.example")[0] == 1
    assert len(told("webhook", "types")[1]) == 22
    assert told("webhook", "remove", made["id"])[0] == 0
    assert told("webhook", "list") == (0, [])
