"""What undoing would change, asked from a file and over the API: an answer, and nothing done."""

from __future__ import annotations

import json

from feltro.app.wiring import open_house
from feltro.cli.main import main
from tests.stories.test_registration_day import token
from tests.tournament.room import Room
from tests.web.staff import visited

ENTRY = "tournament:t1/entries/e1"


def test_a_file_asks_what_undoing_would_change(tmp_path, capsys):
    """The changes are told, in words and as JSON; the entry stays. A preview that is no yes undoes nothing."""
    address = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    room = Room(open_house(address), book="adtp-2023")
    room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
    before = room.house.store.streams()
    asks = {"type": "Undo", "command_key": "sale", "preview": True, "as": "ana:cashier"}
    file = tmp_path / "asks.jsonl"
    file.write_text(json.dumps(asks))
    assert main(["do", str(file), "--database", address, "--json"]) == 0
    changes = json.loads(capsys.readouterr().out)["preview"]["changes"]
    assert {change["where"]: change["after"] for change in changes}[ENTRY] is None
    assert main(["do", str(file), "--database", address]) == 0
    assert f"{ENTRY}: " in capsys.readouterr().out
    for wrong in ({"preview": "yes"}, {"as": "bia:cashier"}):
        file.write_text(json.dumps({**asks, **wrong}))
        assert main(["do", str(file), "--database", address]) == 1
    assert room.house.store.streams() == before


def test_the_api_answers_what_undoing_would_change():
    """Changes for whom it is allowed, the refusal of `Undo` for others, nothing without a token."""
    room = Room(book="adtp-2023")
    room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
    ana, bia, dealer = (
        {"Authorization": f"Bearer {token(room.house, who, role)}"}
        for who, role in (("ana", "cashier"), ("bia", "cashier"), ("dani", "dealer"))
    )
    address = "/api/v1/undo-preview?command_key="
    before = room.house.store.streams()
    with visited(room.house) as client:
        answer = client.get(f"{address}sale", headers=ana)
        assert answer.status_code == 200, answer.text
        assert ENTRY in {change["where"] for change in answer.json()["preview"]["changes"]}
        for who, key, because in (
            (bia, "sale", "undo.not_yours"),
            (ana, "other", "undo.unknown_command"),
            (dealer, "sale", "permission.role_may_not"),
        ):
            refused = client.get(f"{address}{key}", headers=who)
            assert (refused.status_code, refused.json()["refused"]["because"]) == (409, because)
        assert client.get(address, headers=ana).status_code == 400
        assert client.get(f"{address}sale").status_code == 401
    assert room.house.store.streams() == before
