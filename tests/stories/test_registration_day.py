"""A whole registration day, from a file and over the API, on every database."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from feltro.app.access import doors
from feltro.app.access.rows import User
from feltro.app.upkeep.audit import verify_house
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.cli.main import main
from feltro.kernel.instants import Instant, instant_of
from tests.stories.registration_day import day
from tests.web.staff import visited

if TYPE_CHECKING:
    from pathlib import Path

    from feltro.app.handling import House

NOON = datetime(2026, 11, 20, 16, 30, tzinfo=UTC)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite3'}"
    return str(request.getfixturevalue("postgres_url"))


def test_the_day_runs_from_a_file(address, tmp_path, capsys):
    """Every command of the day is done, the drawers close, the books are sound; run again, nothing is done twice."""
    file = tmp_path / "day.jsonl"
    lines = [{**line, "at": (NOON + timedelta(seconds=n)).isoformat()} for n, line in enumerate(day(NOON))]
    file.write_text("\n".join(json.dumps(line) for line in lines))
    assert main(["do", str(file), "--database", address, "--json"]) == 0, capsys.readouterr().out
    first = capsys.readouterr().out
    assert_the_day(open_house(address))
    assert main(["do", str(file), "--database", address, "--json"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.slow
def test_the_day_runs_over_the_api(address):
    """The same commands by people with tokens, at the server's own time."""
    house = open_house(address)
    tokens = {name: token(house, *name.split(":")) for name in people_of_the_day()}
    with visited(house) as client:
        for number, line in enumerate(day(datetime.now(UTC))):
            command = {name: value for name, value in line.items() if name != "as"}
            headers = {"Authorization": f"Bearer {tokens[line['as']]}", "Idempotency-Key": f"n{number}"}
            answer = client.post("/api/v1/commands", json=command, headers=headers)
            assert answer.status_code == 200, (line, answer.text)
        shown = client.get("/api/v1/tournaments/main", headers=headers).json()
        assert shown["entries"]["e15"]["status"] == "live"
        assert client.get("/api/v1/tournaments/main").status_code == 401
        early = client.get("/api/v1/tournaments/main?at=v1", headers=headers).json()
        assert early["entries"] == {}
    assert_the_day(house)


def assert_the_day(house: House) -> None:
    house.world.load_all()
    balances = house.world.balances
    state = house.world.live("tournament:main").state
    assert not balances.sum()
    assert not balances.total("drawer")
    assert balances.total("drawer_difference").centavos == 100
    assert balances.total("tickets", season="s26").centavos == 0
    assert balances.total("payable").centavos == 0
    paid = sum(sale.paid for sale in state.sales.values())
    assert balances.total("prize_pool", tournament="main").centavos == paid * 48000
    assert state.waiting == ["e16", "r4", "e17"]
    report = verify_house(house.store)
    assert [one for one in report.findings if one.because != "store.unsafe_setting"] == []
    house.store.close()


def people_of_the_day() -> set[str]:
    return {line["as"] for line in day(NOON)}


def token(house: House, who: str, role: str) -> str:
    def envelope(key: str) -> Envelope:
        return Envelope(key=f"{key}-{who}", who="test", role="organiser", at=Instant(instant_of(NOON)))

    user = User(id=who, name=who, role=role, password="")
    refused = doors.add_user(house.store, user, "uma senha bem comprida 42", envelope("user"))
    assert refused is None, refused
    made: Any = doors.make_token(house.store, who, "teste", None, envelope("token"))
    assert isinstance(made, str)
    return made


def test_every_command_has_an_example_that_reads(capsys):
    """`feltro do --schema` shows each command once, and each example is a command."""
    from feltro.app.handling.catalogue import COMMANDS, command_decoder
    from feltro.app.handling.examples import examples

    assert main(["do", "--schema"]) == 0
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert len(shown) == len(COMMANDS)
    for name, example in examples().items():
        assert type(command_decoder().decode(msgspec.json.encode(example))).__name__ == name
        assert COMMANDS[name].may, f"nobody may {name}"
