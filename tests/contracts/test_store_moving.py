"""Verifying a store, and moving what is in it: archives, backups, and what is refused on the way."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from feltro.store.archive import Choice, everything, export
from feltro.store.archive_reader import import_archive, inspect
from feltro.store.backup import backup, restore, rows_in
from feltro.store.integrity import verify, verify_contents
from feltro.store.memory import MemoryStore
from feltro.store.port import Adopted, AlreadyDone, Contents, Keep, Put, Taken
from tests.store_samples import append, over, sell


def fill(store):
    """A season with two tournaments, people, a deck not yet revealed, and a command without events."""
    store.commit(sell("t/1", count=3, key="a", registry=(Keep("person", "p1", b"Ana \xff"),)))
    store.commit(over(append("s/1", 0), append("t/1", 3), key="b", vault=(Put("deck", b"\0" * 32),)))
    store.commit(sell("t/2", count=1200, key="c", registry=(Keep("person", "p2", b"Bia"),)))
    store.commit(over(key="d", registry=(Keep("person", "p3", b"Caio"),)))
    store.commit(over(key="e"))


def everything_in(store):
    return (
        [event for stream in store.streams() for event in store.read(stream)],
        list(store.answers()),
        list(store.registry()),
        [(name, store.secret(name)) for name in store.secrets()],
    )


def faults(store):
    return [finding.because for finding in verify(store) if finding.because != "store.unsafe_setting"]


def test_a_sound_store_has_no_findings(store):
    """Chains, keys and registry hold after ordinary use."""
    fill(store)
    assert faults(store) == []


def test_a_backup_restores_to_the_same_store(store, another_store, tmp_path):
    """Everything: events with their hashes, answers, people and secrets."""
    fill(store)
    backup(store, tmp_path / "backup")
    other = another_store()
    assert isinstance(restore(tmp_path / "backup", other), Adopted)
    assert everything_in(other) == everything_in(store)
    assert faults(other) == []
    assert other.commit(sell("t/1", key="a")) == AlreadyDone("a", b'"sold"')
    assert [finding.because for finding in restore(tmp_path / "backup", other)] == ["store.restore.not_empty"]
    with pytest.raises(FileExistsError):
        backup(store, tmp_path / "backup")


def test_a_store_that_answered_a_command_is_not_empty(store, another_store, tmp_path):
    """No stream yet, but a setting was kept: a backup does not go over it."""
    fill(store)
    backup(store, tmp_path / "backup")
    other = another_store()
    other.commit(over(key="setting", registry=(Keep("setting", "pix", b"{}"),)))
    assert other.streams() == {}
    assert [finding.because for finding in restore(tmp_path / "backup", other)] == ["store.restore.not_empty"]
    assert other.kept("setting", "pix").body == b"{}"
    assert other.streams() == {}


def test_a_copy_has_its_name_only_once_it_is_on_the_disk(store, tmp_path, monkeypatch):
    """The file is flushed, then named, then the folder is flushed: for an archive as for a backup."""
    seen: list[tuple[str, str]] = []
    flush, replace = os.fsync, Path.replace

    def flushed(descriptor):
        seen.append(("flush", Path(f"/proc/self/fd/{descriptor}").readlink().name))
        flush(descriptor)

    def renamed(path, target):
        seen.append(("name", target.name))
        return replace(path, target)

    fill(store)
    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", renamed)
    (tmp_path / "kept").mkdir()
    for make in (lambda path: backup(store, path), lambda path: export(store, path, everything(store))):
        seen.clear()
        make(tmp_path / "kept" / "copy")
        assert [what for what, _ in seen] == ["flush", "name", "flush"]
        assert seen[0][1].startswith(".copy.")
        assert seen[1:] == [("name", "copy"), ("flush", "kept")]
        (tmp_path / "kept" / "copy").unlink()


def test_a_backup_goes_into_any_store(store, tmp_path):
    """A room's file becomes a tour's database, and the other way round."""
    room = MemoryStore()
    fill(room)
    backup(room, tmp_path / "backup.zip")
    assert isinstance(restore(tmp_path / "backup.zip", store), Adopted)
    assert everything_in(store) == everything_in(room)
    assert isinstance(store.commit(sell("t/1", expected=4)).versions, dict)


@pytest.mark.slow
def test_a_backup_taken_during_commits_is_of_one_moment(store, another_store, tmp_path):
    """Commands that touch two streams are in the copy whole or not at all."""
    stop = threading.Event()

    def work():
        version = 0
        while not stop.wait(0.001):
            store.commit(over(append("s/1", version), append("t/1", version)))
            version += 1

    worker = threading.Thread(target=work)
    worker.start()
    store.wait("t/1", 20, 30)
    for number in range(5):
        backup(store, tmp_path / f"{number}")
    stop.set()
    worker.join()
    for number in range(5):
        other = another_store()
        restore(tmp_path / f"{number}", other)
        assert other.version("s/1") == other.version("t/1") >= 20
        assert faults(other) == []


def test_chosen_streams_travel_with_their_commands(store, another_store, tmp_path):
    """An exported tournament brings its people and the answers of its commands, and nothing else."""
    fill(store)
    path = tmp_path / "t1.zip"
    with store.snapshot() as still:
        export(still, path, Choice(["t/1"], registry=[("person", "p1")]))
    other = another_store()
    assert import_archive(path, other) == Adopted({"t/1": 4})
    assert list(other.read("t/1")) == list(store.read("t/1"))
    assert [answer.key for answer in other.answers()] == ["a", "b"]
    assert [row.id for row in other.registry()] == ["p1"]
    assert other.secrets() == ()
    assert faults(other) == []


def test_people_whom_a_house_knows_otherwise_stay_as_it_knows_them_and_are_named(store, another_store, tmp_path):
    """The archive has three people: p1 is here with another name, p2 as there, and p3 is new."""
    fill(store)
    path = tmp_path / "all.zip"
    with store.snapshot() as still:
        export(still, path, Choice(["t/1"], registry=[("person", one) for one in ("p1", "p2", "p3")]))
    other = another_store()
    other.commit(over(key="here", registry=(Keep("person", "p1", b"Ana Maria"), Keep("person", "p2", b"Bia"))))
    assert import_archive(path, other) == Adopted({"t/1": 4}, (("person", "p1"),))
    assert {row.id: row.body for row in other.registry()} == {"p1": b"Ana Maria", "p2": b"Bia", "p3": b"Caio"}


def test_the_same_contents_are_the_same_bytes(store, tmp_path):
    """Whenever it is written: two archives can be compared with `cmp`."""
    fill(store)
    for name in ("one", "two"):
        with store.snapshot() as still:
            export(still, tmp_path / name, everything(still))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_parts_of_an_archive_say_no_hour_and_are_the_owners(store, tmp_path):
    """Packed, readable by nobody else when unpacked, and dated as a part that has no date: 1 January 1980, midnight."""
    fill(store)
    path = tmp_path / "a.zip"
    export(store, path, everything(store))
    with zipfile.ZipFile(path) as packed:
        told = {(one.date_time, one.external_attr >> 16, one.compress_type) for one in packed.infolist()}
    assert told == {((1980, 1, 1, 0, 0, 0), 0o600, zipfile.ZIP_DEFLATED)}
    assert path.stat().st_mode & 0o777 == 0o600


def test_who_is_in_a_backup_is_told_without_restoring_it(store, tmp_path):
    """By a copy of the file or an archive alike; a file that is neither, or is damaged, tells nothing."""
    fill(store)
    backup(store, tmp_path / "backup")
    export(store, tmp_path / "archive", everything(store))
    assert rows_in(tmp_path / "backup", "person") == rows_in(tmp_path / "archive", "person") == {"p1", "p2", "p3"}
    assert rows_in(tmp_path / "backup", "user") == set()
    (tmp_path / "words").write_text("Ana")
    (tmp_path / "cut").write_bytes((tmp_path / "archive").read_bytes()[:200])
    (tmp_path / "foreign").write_bytes(b"SQLite format 3\0" + b"x" * 2000)
    assert [rows_in(tmp_path / name, "person") for name in ("words", "cut", "foreign")] == [None, None, None]


def test_what_is_here_already_is_not_overwritten(store, tmp_path):
    """A stream that has events, another answer or another secret stops it; people stay as they are."""
    source = MemoryStore()
    fill(source)
    store.commit(sell("t/9", key="mine", registry=(Keep("person", "p1", b"Ana, newer"),)))
    contents = everything_in(source)
    events, answers, registry, secrets = contents
    puts = [Put(*secret) for secret in secrets]
    assert store.adopt(Contents(events, answers, registry, puts)) == Adopted(
        {"s/1": 1, "t/1": 4, "t/2": 1200}, (("person", "p1"),)
    )
    assert store.kept("person", "p1").body == b"Ana, newer"
    before = everything_in(store)
    assert store.adopt(Contents(events)) in [Taken("stream", name) for name in ("s/1", "t/1", "t/2")]
    assert store.adopt(Contents(answers=[AlreadyDone("mine", b"another")])) == Taken("key", "mine")
    assert store.adopt(Contents(secrets=[Put("deck", b"another")])) == Taken("secret", "deck")
    assert store.adopt(Contents((), answers, registry, puts)) == Adopted({}, (("person", "p1"),))
    assert everything_in(store) == before


def test_what_is_announced_goes_in_with_it_or_neither_does(store):
    """No moment lies between the two: an announcement that comes too late leaves both outside."""
    source = MemoryStore()
    source.commit(sell("t/1", count=2, registry=(Keep("person", "p1", b"Ana"),)))
    events, answers, registry, _ = everything_in(source)
    store.commit(sell("people", key="mine"))
    before = everything_in(store)
    for late, why in (
        (sell("people", expected=0), Taken("version", "people")),
        (sell("people", expected=1, key="mine"), Taken("key", "mine")),
    ):
        assert store.adopt(Contents(events, answers, registry, announced=late)) == why
        assert everything_in(store) == before
    told = store.adopt(Contents(events, answers, registry, announced=sell("people", expected=1)))
    assert told == Adopted({"t/1": 2, "people": 2})
    assert verify_contents(store) == []


def test_a_chain_that_does_not_hold_is_never_taken_in(store):
    """Even if whoever calls forgot to verify."""
    source = MemoryStore()
    fill(source)
    events = list(source.read("t/1"))
    torn = [*events, *source.read("s/1"), *events]
    for wrong in (events[1:], [events[0], events[2]], [*events, events[0]], [events[0], *events], torn):
        with pytest.raises(ValueError, match="does not follow"):
            store.adopt(Contents(wrong))
    assert store.streams() == {}


def test_adopted_streams_are_told(store):
    """An import shows up on the pages like any other commit."""
    heard = []
    told = threading.Event()
    store.changes(lambda stream, version: (heard.append((stream, version)), told.set()))
    source = MemoryStore()
    source.commit(sell("t/1", count=2))
    store.adopt(Contents(*everything_in(source)[:2]))
    assert told.wait(10)
    assert heard == [("t/1", 2)]


# What comes from outside


@pytest.fixture
def archive(tmp_path):
    source = MemoryStore()
    fill(source)
    path = tmp_path / "season.zip"
    export(source, path, everything(source))
    return path


def repack(path, change, *, honest=False):
    """Write the archive again with its files changed; `honest` corrects the manifest's digests too."""
    with zipfile.ZipFile(path) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    change(files)
    if honest:
        manifest = json.loads(files["manifest.json"])
        for name, entry in manifest["files"].items():
            entry["sha256"] = sha256(files[name]).hexdigest()
            entry["lines"] = files[name].count(b"\n")
        files["manifest.json"] = json.dumps(manifest).encode() + b"\n"
    with zipfile.ZipFile(path, "w") as packed:
        for name, body in files.items():
            packed.writestr(name, body)


def replace(name, old, new):
    def change(files):
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return change


def drop_last_line(files):
    files["events.jsonl"] = b"".join(files["events.jsonl"].splitlines(keepends=True)[:-1])


def add_unknown(files):
    files["../../etc/passwd"] = b"x"


def drop_answers(files):
    files["commands.jsonl"] = b""


def very_long_line(files):
    files["vault.jsonl"] = b" " * (17 << 20) + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "honest", "because"),
    [
        (replace("events.jsonl", b'"number":2', b'"number":9'), False, "file_differs"),
        (replace("events.jsonl", b'"number":2', b'"number":9'), True, "chain_broken"),
        (replace("events.jsonl", b'"who":"ana"', b'"who":"bia"'), True, "chain_broken"),
        (drop_last_line, False, "file_differs"),
        (drop_last_line, True, "streams_differ"),
        (replace("events.jsonl", b'"who":"ana"', b'"who":7'), True, "malformed"),
        (replace("events.jsonl", b'"who":"ana"', b'"who":"a\\u0000"'), True, "malformed"),
        (replace("events.jsonl", b'"who":"ana"', b'"x":1,"who":"ana"'), True, "malformed"),
        (replace("registry.jsonl", b'"kind":"person"', b'"kind":"per\\nson"'), True, "malformed"),
        (replace("registry.jsonl", b'"body":"', b'"body":"!'), True, "malformed"),
        (drop_answers, True, "unanswered"),
        (very_long_line, True, "malformed"),
        (replace("manifest.json", b"feltro/archive/2", b"feltro/archive/3"), False, "other_format"),
        (replace("manifest.json", b"{", b"["), False, "malformed"),
        (add_unknown, False, "wrong_files"),
        (lambda files: files.pop("vault.jsonl"), False, "wrong_files"),
    ],
)
def test_an_archive_that_does_not_verify_is_refused_whole(archive, another_store, change, honest, because):
    """Damaged, cut, forged or strange: the reason is said and the store is untouched."""
    assert inspect(archive) == []
    repack(archive, change, honest=honest)
    other = another_store()
    findings = import_archive(archive, other)
    assert because in findings[0].because
    assert other.streams() == {}
    assert list(other.answers()) == []


def test_a_file_that_is_no_archive_is_refused(tmp_path, archive, another_store):
    """Not a zip file, half a zip file, a bit turned over."""
    whole = archive.read_bytes()
    turned = bytearray(whole)
    turned[len(whole) // 2] ^= 1
    for body in (b"", b"hello", whole[: len(whole) // 2], bytes(turned)):
        path = tmp_path / "strange"
        path.write_bytes(body)
        findings = restore(path, another_store())
        assert "store.archive" in findings[0].because


def test_a_stream_imported_twice_is_refused(archive, another_store):
    """With the name of what is in the way."""
    other = another_store()
    assert isinstance(import_archive(archive, other), Adopted)
    [finding] = import_archive(archive, other)
    assert (finding.because, finding.values["what"]) == ("store.archive.taken", "stream")


# Damage in a database

CALLED_OTHERWISE = ["store.hash_differs", "store.stream_gone", "store.unlinked"]


@pytest.mark.parametrize(
    ("damage", "because"),
    [
        ("UPDATE events SET payload = '{}' WHERE stream = 't/1' AND version = 2", ["store.hash_differs"]),
        ("UPDATE events SET who = 'bia' WHERE stream = 't/1' AND version = 2", ["store.hash_differs"]),
        ("DELETE FROM events WHERE stream = 't/1' AND version = 2", ["store.gap"]),
        ("DELETE FROM events WHERE stream = 't/1' AND version = 1", ["store.gap"]),
        ("DELETE FROM commands WHERE key = 'b'", ["store.key_unanswered"]),
        (
            "UPDATE registry SET key = 'nobody' WHERE id = 'p2'",
            ["store.registry_unexplained", "store.row_differs.registry"],
        ),
        ("DELETE FROM events WHERE stream = 't/1' AND version > 2", ["store.tail_cut"]),
        ("DELETE FROM events WHERE stream = 's/1'", ["store.stream_gone"]),
        ("UPDATE events SET stream = 's/2' WHERE stream = 's/1'", CALLED_OTHERWISE),
        ("DELETE FROM links WHERE number = 1", ["store.link_gap"]),
        ("UPDATE links SET at = at + 1 WHERE number = 1", ["store.link_differs"]),
        (
            "UPDATE commands SET outcome = '{}' WHERE key = 'b'",
            ["store.answer_differs", "store.row_differs.commands"],
        ),
        ("UPDATE registry SET body = '{}' WHERE id = 'p2'", ["store.row_differs.registry"]),
        ("UPDATE vault SET secret = '{}'", ["store.row_differs.vault"]),
        (
            "UPDATE events SET key = 'b' WHERE stream = 't/1' AND version = 2",
            ["store.hash_differs", "store.key_twice"],
        ),
        (
            "UPDATE events SET key = 'a', who = 'bia' WHERE stream = 's/1'",
            ["store.hash_differs", "store.key_twice"],
        ),
    ],
)
def test_what_somebody_changed_behind_the_store_is_found(database_url, damage, because):
    """By place; a backup of such a store is not restored."""
    from feltro.store.address import open_store

    store = open_store(database_url)
    fill(store)
    if database_url.startswith("sqlite"):
        with sqlite3.connect(store.path) as connection:
            connection.execute(damage.replace("'{}'", "x'7b7d'"))
        connection.close()
    else:
        import psycopg

        with psycopg.connect(database_url) as connection:
            connection.execute(f"SET search_path = feltro; {damage}")
    found = faults(store)
    store.close()
    assert set(found) == set(because)


def test_a_damaged_backup_is_not_restored(store, another_store, tmp_path):
    """Whatever the store it came from."""
    fill(store)
    path = tmp_path / "backup"
    backup(store, path)
    body = path.read_bytes()
    middle = body.index(b'"number":2') if body.startswith(b"SQLite") else len(body) // 2
    path.write_bytes(body[:middle] + b"########" + body[middle + 8 :])
    other = another_store()
    assert isinstance(restore(path, other), list)
    assert other.streams() == {}


@pytest.mark.postgres
def test_a_server_that_does_not_wait_for_the_disk_is_told_on(postgres_url):
    """The tests' own server runs so, and verifying says it."""
    from feltro.store.address import open_store

    store = open_store(postgres_url)
    assert {finding.values["setting"] for finding in verify(store)} == {"fsync", "full_page_writes"}
    store.close()
