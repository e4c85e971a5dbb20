"""The secret of a draw lies sealed: the database, its backup and its export say nothing of it without the key."""

from __future__ import annotations

import shutil
import stat
from contextlib import contextmanager
from zipfile import ZipFile

import pytest

from feltro.app.upkeep.archive import export_season
from feltro.app.wiring import open_house
from feltro.app.world.seals import Seals
from feltro.kernel.draws import commit
from feltro.store.backup import backup, restore
from feltro.store.memory import MemoryStore
from feltro.tournament.chance import deck_of
from tests.tournament.seats import Floor


@pytest.fixture
def keys(tmp_path, monkeypatch):
    folder = tmp_path / "chaves"
    monkeypatch.setenv("FELTRO_KEYS", str(folder))
    return folder / "draws.key"


@contextmanager
def house_in(folder):
    folder.mkdir(exist_ok=True)
    house = open_house(f"sqlite:///{folder / 'casa.sqlite3'}")
    yield house
    house.store.close()


def guesses(content: bytes, floor: Floor) -> bool:
    """The attack: every 32 bytes of a file are tried as the secret of the deck."""
    draw = floor.state.floor.draws["mesas"]
    deck = deck_of(draw)
    return any(commit(deck, content[at : at + 32]) == draw.commitment for at in range(len(content) - 31))


def test_a_secret_that_is_not_sealed_is_found_in_a_copy_of_the_data():
    """The attack itself works: without a seal the row of the vault is the secret."""
    floor = Floor()
    floor.open((1, 2))
    assert guesses(b"xx" + floor.house.store.secret("draw/t1/mesas") + b"yy", floor)


def test_neither_database_nor_backup_nor_export_holds_a_secret(tmp_path, keys):
    """Read byte by byte: the vault's row is there, sealed, in all three, and the key in none."""
    with house_in(tmp_path / "dados") as house:
        floor = Floor(house=house)
        floor.open((1, 2))
        row = house.store.secret("draw/t1/mesas")
        assert not guesses(row, floor)
        backup(house.store, tmp_path / "copia")
        export_season("s26", house.store, tmp_path / "temporada.zip")
        packed = ZipFile(tmp_path / "temporada.zip")
        exported = b"".join(packed.read(name) for name in packed.namelist())
        assert b"draw/t1/mesas" in exported
        key = bytes.fromhex(keys.read_text().split()[0])
        files = [exported, (tmp_path / "copia").read_bytes(), (tmp_path / "dados/casa.sqlite3").read_bytes()]
        secret = house.world.kept_secret("draw/t1/mesas")
        assert all(hidden not in one for one in files for hidden in (secret, key, key.hex().encode()))
        assert guesses(secret, floor)


def test_only_its_owner_reads_the_key_and_it_does_not_lie_beside_the_data(tmp_path, keys, monkeypatch):
    with house_in(tmp_path / "dados") as house:
        Floor(house=house).open((1, 2))
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    keys.chmod(0o644)
    assert Seals().keys()
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / "outros"))
    with house_in(tmp_path / "outros") as house:
        floor = Floor(house=house)
        refused = floor.no("OpenTables", draw="mesas", tables=[{"number": 1}])
        assert refused.because == "draw.key_beside_data"
        assert floor.state.floor.draws == {}


def test_without_its_key_nothing_is_drawn_and_the_refusal_tells_the_way(tmp_path, keys):
    """The file was copied to another laptop and the key was not: sales go on, chairs wait for a new commitment."""
    with house_in(tmp_path / "dados") as house:
        floor = Floor(house=house)
        floor.open((1, 9), (2, 9))
        floor.fill(2)
    keys.unlink()
    with house_in(tmp_path / "dados") as house:
        floor.house = house
        floor.sell("e3", "p3")
        assert set(floor.state.floor.chair_of) == {"e1", "e2"}
        assert floor.no("SeatEntries").because == "draw.key_lost"
        assert floor.no("DrawButton").because == "draw.key_lost"
        floor.order("CommitAnew", instead_of="mesas", draw="mesas-2", reason="a chave ficou no outro laptop")
        floor.order("SeatEntries")
        assert [event.draw for event in floor.events("PlayerSeated")] == ["mesas", "mesas", "mesas-2"]
        assert len(set(floor.state.floor.chair_of.values())) == 3
        floor.done("CloseRegistration", role="director", tournament="t1")
        assert floor.state.floor.draws["mesas-2"].secret
        assert floor.state.draws.given_up == {floor.state.floor.draws["mesas"].commitment: "draw.given_up.key"}


def test_a_copy_goes_on_where_the_key_was_brought_by_itself(tmp_path, keys, monkeypatch):
    """Restored from a backup on another machine: refused there, until the key arrives; then the same chairs follow."""
    with house_in(tmp_path / "dados") as house:
        floor = Floor(house=house)
        floor.open((1, 9), (2, 9))
        floor.fill(1)
        backup(house.store, tmp_path / "copia")
        (dealt,) = house.world.orders.values()
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / "la"))
    (tmp_path / "la-dados").mkdir()
    house = open_house(f"sqlite:///{tmp_path / 'la-dados' / 'casa.sqlite3'}")
    restore(tmp_path / "copia", house.store)
    floor.house = house
    floor.sell("e2", "p2")
    assert "e2" not in floor.state.floor.chair_of
    shutil.copy(keys, tmp_path / "pendrive")
    assert Seals().take([bytes.fromhex(line) for line in (tmp_path / "pendrive").read_text().split()]) == 1
    floor.order("SeatEntries")
    assert str(floor.state.floor.chair_of["e2"]) == dealt[1]
    house.store.close()


def test_a_secret_of_before_seals_is_still_read(tmp_path, keys):
    """What 0.1.0 kept is the secret itself: its draw goes on, also where there is a key."""
    memory = Floor()
    memory.open((1, 9))
    row = memory.house.store.secret("draw/t1/mesas")
    memory.house.world.seals = Seals()
    memory.fill(2)
    assert len(row) == 32
    assert len(memory.state.floor.chair_of) == 2


@pytest.mark.parametrize("place", [0, 15, 30, 50])
def test_a_sealed_row_that_was_changed_or_moved_is_not_opened(keys, place):
    """One bit is enough; and the row of one draw does not open as another's."""
    seals, secret = Seals(), bytes(range(32))
    row = seals.seal("draw/t1/a", secret)
    assert seals.opened("draw/t1/a", row) == secret
    assert seals.opened("draw/t1/b", row) is None
    changed = bytes(one ^ (at == place) for at, one in enumerate(row))
    assert seals.opened("draw/t1/a", changed) is None


def test_a_secret_that_was_exchanged_in_the_file_is_not_drawn_from():
    """The attack: a row of the vault is overwritten with a secret whose order one has looked at."""
    floor = Floor()
    floor.open((1, 9))
    store = floor.house.store
    assert isinstance(store, MemoryStore)
    store._vault["draw/t1/mesas"] = bytes(32)
    floor.fill(1)
    assert floor.state.floor.chair_of == {}
    assert floor.no("SeatEntries").because == "draw.key_lost"
