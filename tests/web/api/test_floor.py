"""What programs read of the floor, and the proof that `feltro draw verify` takes."""

from __future__ import annotations

import json

import pytest

from feltro.cli.main import main
from tests.tournament.seats import Floor
from tests.web.staff import visited
from tests.web.tokens import token_for


@pytest.fixture(scope="module")
def floor():
    floor = Floor()
    floor.done("FurnishRoom", role="director", room="salao", tables=[{"number": 1}, {"number": 2}], dealers=["bia"])
    floor.open((1, 9), (2, 9), room="salao")
    floor.seat({1: list(range(1, 10)), 2: [1, 2, 4, 6, 7, 8]})
    floor.order("DrawButton", seat=3)
    floor.bust(floor.at(2, 1))
    floor.enter(30)
    floor.done("CloseRegistration", role="director", tournament="t1")
    return floor


@pytest.fixture(scope="module")
def asks(floor):
    with visited(floor.house) as client:
        tokens = {role: token_for(floor.house, role) for role in ("viewer", "dealer")}

        def ask(path, status=200, role="viewer"):
            answer = client.get(f"/api/v1{path}", headers={"Authorization": f"Bearer {tokens[role]}"})
            assert answer.status_code == status, answer.text
            return answer.json()

        yield ask


def test_the_dealer_is_told_the_coming_hand(asks):
    """Button and blinds, with the reason and the clause."""
    hand = asks("/tournaments/t1/tables/1/next-hand")["hand"]
    assert (hand["button"], hand["small_blind"], hand["big_blind"]) == (3, 4, 5)
    assert hand["cites"] == ["cgp-2024:5.3.1.a"]
    assert asks("/tournaments/t1/tables/77/next-hand", 404)["refused"]["because"] == "table.not_open"


def test_the_balance_is_shown_before_anyone_asks_for_it(asks):
    (proposal,) = asks("/tournaments/t1/balance")["proposals"]
    assert proposal["moves"]
    assert proposal["cites"][0] == "cgp-2024:5.2.4.A"


def test_the_published_draw_verifies_on_the_command_line(asks, tmp_path, capsys):
    """What the API gives is the file that `feltro draw verify` reads; a chair changed in it is found."""
    told = asks("/tournaments/t1/draws/mesas")["draw"]
    file = tmp_path / "sorteio.json"
    file.write_text(json.dumps(told))
    assert main(["draw", "verify", str(file)]) == 0
    told["further"][0]["shown"] = ["2" if told["further"][0]["shown"] == ["1"] else "1"]
    file.write_text(json.dumps(told))
    assert main(["draw", "verify", str(file)]) == 1
    assert "late/" in capsys.readouterr().out
    assert asks("/tournaments/t1/draws/nenhum", 404)["refused"]["because"] == "draw.unknown"


def test_a_room_shows_who_has_its_things_and_the_pushes(asks):
    """To those who work there; a screen is not told who deals."""
    told = asks("/rooms/salao")
    assert told["room"]["tables"]["1"]["tournament"] == "t1"
    assert "bia" not in json.dumps(told)
    pushes = asks("/rooms/salao", role="dealer")["pushes"]
    assert pushes == [{"table": 1, "dealer": "bia", "relieves": ""}]
    assert asks("/rooms/porao", 404)["refused"]["because"] == "room.unknown"
