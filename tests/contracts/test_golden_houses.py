"""A house that an older version wrote opens, verifies, and shows what it showed: results, ranking, money, chairs, clock.

A file under tests/golden/houses is never written again. When one of these fails, the change took something from people who
are in the middle of their season: give the change a way to read what was written, not the golden house a new answer.
"""

from __future__ import annotations

import gzip
import json

import psycopg
import pytest

from feltro.app.handling import House
from feltro.app.upkeep.archive import import_season
from feltro.app.upkeep.audit import verify_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.season.commands import CreateSeason
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from feltro.store.sqlite_look import looked_at
from feltro.tournament.clock.commands import PauseClock
from feltro.tournament.sales.commands import CheckIdentity
from tests.golden_house import HOUSES, LOOKED_AT, SEASON, shown

VERSIONS = sorted(folder.name for folder in HOUSES.iterdir() if folder.is_dir())
OF_A_TEST_SERVER = "store.unsafe_setting"


def said_then(version):
    return json.loads((HOUSES / version / "shown.json").read_text(encoding="utf-8"))


def findings(store):
    return [one for one in verify_house(store).findings if one.because != OF_A_TEST_SERVER]


@pytest.fixture
def laptop(tmp_path):
    """The SQLite file of a version, opened as it lies on a laptop."""
    opened = []

    def open_it(version):
        file = tmp_path / "house.sqlite3"
        file.write_bytes(gzip.decompress((HOUSES / version / "house.sqlite3.gz").read_bytes()))
        opened.append(open_store(f"sqlite:///{file}"))
        return House(opened[-1])

    yield open_it
    for store in opened:
        store.close()


def test_the_first_version_has_a_golden_house():
    assert "0.1.0" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_the_file_of_a_laptop_shows_what_it_showed(version, laptop):
    house = laptop(version)
    assert findings(house.store) == []
    assert json.loads(json.dumps(shown(house))) == said_then(version)


@pytest.mark.slow
def test_a_house_that_kept_no_heads_says_so_and_from_when_on_it_does(laptop):
    """What 0.1.0 wrote has no seal outside its streams; from the first command of today it has, and it is said since when."""
    house = laptop("0.1.0")
    events = sum(house.store.streams().values())
    [note] = verify_house(house.store).notes
    assert (note.because, note.values["n"]) == ("log.no_heads", events)
    envelope = Envelope(key="today", who="olga", role="organiser", at=LOOKED_AT)
    done = house.handle(CreateSeason(season="s99", name="2099", year=2099), envelope)
    assert not isinstance(done, Refused), done
    audit = verify_house(house.store)
    assert [one for one in audit.findings if one.because != OF_A_TEST_SERVER] == []
    since = next(one for one in audit.notes if one.because == "log.heads_since")
    assert since.values["n"] == events
    first, second = house.store.links()
    assert ({one.stream for one in first.heads}, first.key, second.key) == (
        set(house.store.streams()) - {"season:s99"},
        "",
        "today",
    )


def test_a_file_that_was_never_opened_by_today_is_looked_at_without_its_heads(tmp_path):
    """On a disk that nobody may write to: what it has is read, and that it keeps no heads is no mistake of it."""
    file = tmp_path / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    before = file.read_bytes()
    with looked_at(file) as store:
        assert (list(store.links()), store.last_link()) == ([], None)
        assert store.streams()
    assert file.read_bytes() == before


@pytest.mark.parametrize("version", VERSIONS)
def test_the_archive_of_its_season_shows_the_same_in_another_house(version):
    """Staff stay behind, as always with an archive; everything else is there."""
    house = House(MemoryStore())
    envelope = Envelope(key="golden-import", who="olga", role="organiser", at=LOOKED_AT)
    taken = import_season(HOUSES / version / "season.zip", house.store, envelope)
    assert not isinstance(taken, list), taken
    assert f"season:{SEASON}" in taken.streams
    assert findings(house.store) == []
    assert json.loads(json.dumps(shown(house))) == said_then(version)


@pytest.mark.postgres
@pytest.mark.parametrize("version", VERSIONS)
def test_the_dump_of_a_server_shows_the_same(version, postgres_server):
    url = postgres_server.new_database()
    statements = gzip.decompress((HOUSES / version / "postgres.sql.gz").read_bytes()).decode()
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(statements)
    store = open_store(url)
    try:
        assert findings(store) == []
        assert json.loads(json.dumps(shown(House(store)))) == said_then(version)
    finally:
        store.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_event_in_mid_play_goes_on(version, laptop):
    """Its book still binds, and the direction can act in it."""
    house = laptop(version)
    envelope = Envelope(key="now", who="dora", role="director", at=Instant(LOOKED_AT + 60_000_000))
    done = house.handle(PauseClock(tournament="noturno", day="1"), envelope)
    assert not isinstance(done, Refused), done
    envelope = Envelope(key="then", who="caio", role="cashier", at=Instant(LOOKED_AT + 61_000_000))
    done = house.handle(CheckIdentity(tournament="deepstack", entry="e2", day="1"), envelope)
    assert not isinstance(done, Refused), done


def test_what_it_showed_is_what_was_played():
    """The winner of the CGP event has R$ 1.412,32 and 275 points; the knockout's three agreed on R$ 1.320,00."""
    said = said_then("0.1.0")
    assert said["tournaments"]["abertura"]["won"] == [["e9", 141232, 0], ["e2", 76048, 0]]
    assert said["standings"][0] == [1, "p9", "Sérgio Siqueira Pinheiro", 275, False]
    assert sum(amount for _, amount, _ in said["tournaments"]["knockout"]["won"][:3]) == 132_000
    assert sum(said["money"].values()) == 0
    assert list(said["tournaments"]["noturno"]["statuses"].values()).count("out") == 7
