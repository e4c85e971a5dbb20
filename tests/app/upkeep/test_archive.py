"""Verifying a house and moving a season: what does not hold is told, and nothing comes in that must not."""

from __future__ import annotations

import json
import zipfile
from hashlib import sha256

import msgspec
import pytest

from feltro.app.access.doors import add_user, make_token, who_has_token
from feltro.app.access.rows import User
from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.people.directory import directory, load
from feltro.app.upkeep.archive import ImportedSeason, export_season, import_season
from feltro.app.upkeep.audit import verify_house
from feltro.app.world import World
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams.people import STREAM
from feltro.kernel.outcome import Refused
from feltro.store.address import open_store
from feltro.store.backup import backup, restore
from feltro.store.memory import MemoryStore
from feltro.store.port import Erase, Keep, Meta, Transaction
from tests.app.people.test_registry import ANA, CPF
from tests.tournament.room import Room, at

PASSWORD = "cavalo correto bateria"


def envelope(key="import"):
    return Envelope(key=key, who="terminal", role="organiser", at=at("20:00"))


@pytest.fixture
def room():
    """A house with a user, a token, an entry with a reason, and a second season that stays at home."""
    room = Room()
    room.done("RegisterPerson", person="p7", photo_id_seen=True, **ANA)
    room.done("RegisterPerson", person="p8", name="Bia Lima")
    room.sell("e1", "p7")
    room.done("CreateSeason", role="organiser", season="s27", name="2027", year=2027)
    add_user(room.house.store, User(id="rui", role="organiser"), PASSWORD, envelope("user"))
    return room


def tell(house, kind, **fields):
    command = command_decoder().decode(msgspec.json.encode({"type": kind, **fields}))
    assert isinstance(house.handle(command, envelope(kind)), Done)


def break_row(store, change):
    meta = Meta("x", "x", "", at("20:00"), f"break-{change.id}", "Break")
    store.commit(Transaction(meta, registry=(change,)))


# Verifying


def test_a_sound_house_is_sound_and_counted(room):
    """Every stream, event, command, posting and person was looked at."""
    report = verify_house(room.house.store)
    assert report.findings == []
    assert report.counts["people"] == 2
    assert report.counts["events"] == sum(room.house.store.streams().values())
    assert report.counts["postings"] >= 3


@pytest.mark.parametrize(
    ("break_it", "because"),
    [
        (lambda store: break_row(store, Erase("person", "p7")), "verify.person_missing"),
        (lambda store: break_row(store, Keep("obligation", "p8", b"{}")), "verify.kept_without_term"),
    ],
)
def test_rows_that_do_not_agree_with_the_log_are_told(room, break_it, because):
    """A row that vanished, and one kept without a term."""
    break_it(room.house.store)
    assert [one.because for one in verify_house(room.house.store).findings] == [because]


def test_erased_data_that_came_back_is_told(room):
    """An old row put back by hand would undo what a person has a right to."""
    room.done("ErasePerson", person="p8", role="director")
    break_row(room.house.store, Keep("person", "p8", b'{"id":"p8","name":"Bia"}'))
    assert [one.because for one in verify_house(room.house.store).findings] == ["verify.person_came_back"]


def test_a_changed_event_is_told(room):
    """The seal breaks, and the place is named."""
    store = room.house.store
    events = store._events["tournament:t1"]
    events[1] = msgspec.structs.replace(events[1], payload=events[1].payload.replace(b'"p7"', b'"p8"'))
    report = verify_house(store)
    assert (report.findings[0].because, report.findings[0].where) == ("store.hash_differs", "tournament:t1@2")


# Moving


def test_a_season_moves_whole_and_alone(room, tmp_path):
    """Its tournaments, desks and people come along; the other season, users and tokens stay."""
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    there = MemoryStore()
    moved = import_season(tmp_path / "s26.zip", there, envelope())
    assert isinstance(moved, ImportedSeason)
    assert set(there.streams()) == {"season:s26", "tournament:t1", "desk:d1", STREAM}
    assert moved.people == ("p7",)
    assert {row.kind for row in there.registry()} == {"person"}
    world = World(there)
    world.load_all()
    assert world.live("tournament:t1").state == room.state
    assert verify_house(there).findings == []
    assert directory(there).with_document("cpf/BR/52998224725") == "p7"


def test_a_season_and_its_people_come_in_one_step(room, tmp_path):
    """A power cut right after the streams came in: the people who came with them are found all the same."""
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    there = MemoryStore()
    adopt = there.adopt

    def and_die(contents):
        adopt(contents)
        raise SystemExit

    there.adopt = and_die
    with pytest.raises(SystemExit):
        import_season(tmp_path / "s26.zip", there, envelope())
    assert verify_house(there).findings == []
    assert directory(there).with_document("cpf/BR/52998224725") == "p7"


def test_somebody_registered_during_an_import_is_not_overlooked(room, tmp_path):
    """The import looks again: whom this house came to know meanwhile stays its own."""
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    house = House(MemoryStore())
    adopt, first = house.store.adopt, [True]

    def meanwhile(contents):
        if first:
            first.clear()
            tell(house, "RegisterPerson", person="p7", name="Outra Pessoa")
        return adopt(contents)

    house.store.adopt = meanwhile
    moved = import_season(tmp_path / "s26.zip", house.store, envelope())
    assert (moved.people, moved.stayed) == ((), ("p7",))
    assert directory(house.store).get("p7").name == "Outra Pessoa"
    assert verify_house(house.store).findings == []


def test_a_season_without_people_holds_no_personal_data(room, tmp_path):
    """For whoever needs the results and not the names."""
    path = tmp_path / "s26.zip"
    export_season("s26", room.house.store, path, with_people=False)
    with zipfile.ZipFile(path) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
    assert b"Souza" not in everything
    assert b"52998224725" not in everything
    there = MemoryStore()
    assert isinstance(import_season(path, there, envelope()), ImportedSeason)
    assert verify_house(there).findings == []


def test_who_was_erased_does_not_come_back_with_an_old_archive(room, tmp_path):
    """The archive still holds the data; this house has to leave it outside."""
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    there = House(MemoryStore())
    tell(there, "RegisterPerson", person="p7", **ANA)
    tell(there, "ErasePerson", person="p7")
    moved = import_season(tmp_path / "s26.zip", there.store, envelope())
    assert (moved.left_out, moved.people) == (("p7",), ())
    assert not list(there.store.registry("person"))
    assert verify_house(there.store).findings == []


def test_a_season_that_is_here_already_is_not_imported_over(room, tmp_path):
    """Nothing is mixed: the archive is refused whole."""
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    before = room.house.store.streams()
    findings = import_season(tmp_path / "s26.zip", room.house.store, envelope())
    assert [one.because for one in findings] == ["store.archive.taken"]
    assert room.house.store.streams() == before


def test_people_known_here_stay_as_they_are_and_look_alikes_are_told(room, tmp_path):
    """A second record for the same person is found at once, for merging."""
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    house = House(MemoryStore())
    tell(house, "RegisterPerson", person="x1", name="Ana Lucia Souza", born_on="1990-05-01")
    moved = import_season(tmp_path / "s26.zip", house.store, envelope())
    assert moved.look_alike == (("p7", "x1"),)


def forged(path, **rows):
    """The archive with more lines in its registry, and a manifest that says so."""
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts["registry.jsonl"] += b"".join(rows.values())
    manifest = json.loads(parts["manifest.json"])
    lines = parts["registry.jsonl"]
    manifest["files"]["registry.jsonl"] = {"lines": lines.count(b"\n"), "sha256": sha256(lines).hexdigest()}
    parts["manifest.json"] = json.dumps(manifest, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    with zipfile.ZipFile(path.with_name("forged.zip"), "w") as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return path.with_name("forged.zip")


def test_an_archive_cannot_bring_a_way_in(room, tmp_path):
    """A token hidden among the people is found, and nothing at all is imported."""
    token = make_token(room.house.store, "rui", "", None, envelope("token"))
    export_season("s26", room.house.store, tmp_path / "s26.zip")
    (row,) = room.house.store.registry("token")
    (user,) = room.house.store.registry("user")
    key = next(iter(room.house.store.read("tournament:t1"))).meta.key
    rows = {one.kind: msgspec.json.encode(msgspec.structs.replace(one, key=key)) + b"\n" for one in (row, user)}
    there = MemoryStore()
    findings = import_season(forged(tmp_path / "s26.zip", **rows), there, envelope())
    assert {one.because for one in findings} == {"moving.access_row"}
    assert there.streams() == {}
    assert not list(there.registry())
    assert who_has_token(there, token, at("20:00")) is None


def test_a_season_that_is_not_there_is_refused_and_writes_nothing(room, tmp_path):
    """No empty file is left behind."""
    refused = export_season("nope", room.house.store, tmp_path / "x.zip")
    assert isinstance(refused, Refused)
    assert not list(tmp_path.iterdir())


def test_a_backup_brings_everything_back_users_too(room, tmp_path):
    """From memory to an archive to SQLite to a copy to memory: the same house, and sound."""
    store = room.house.store
    backup(store, tmp_path / "a.backup")
    sqlite = open_store(f"sqlite:///{tmp_path}/b.sqlite3")
    restore(tmp_path / "a.backup", sqlite)
    backup(sqlite, tmp_path / "c.sqlite3")
    sqlite.close()
    again = MemoryStore()
    restore(tmp_path / "c.sqlite3", again)
    assert again.streams() == store.streams()
    assert load(again, "p7").document.number == CPF.replace(".", "").replace("-", "")
    assert verify_house(again) == verify_house(store)
