"""An archive that came from outside is read line by line before a store believes any of it, and written whole or not at all."""

from __future__ import annotations

import json
import os
import zipfile
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from feltro.store import archive_reader
from feltro.store.archive import EVENTS, Choice, everything, export, written_whole
from feltro.store.archive_reader import import_archive, inspect, signer_of
from feltro.store.backup import backup, restore, rows_in
from feltro.store.links import hash_of_link
from feltro.store.memory import MemoryStore
from feltro.store.port import Adopted, Contents, Keep, Put, Taken, Transaction
from feltro.store.sqlite import SqliteStore
from tests.contracts.test_store_links import SeedKey
from tests.store_samples import append, meta, over, sell


def small(store):
    """Two streams, a person, a deck that is not revealed, and a command that wrote nothing."""
    store.commit(sell("t/1", count=2, key="a", registry=(Keep("person", "p1", b"Ana \xff"),)))
    store.commit(over(append("s/1", 0), append("t/1", 2), key="b", vault=(Put("deck", b"\0" * 4),)))
    store.commit(over(key="e"))
    return store


@pytest.fixture
def source():
    return small(MemoryStore())


@pytest.fixture
def path(tmp_path, source):
    export(source, tmp_path / "a.zip", everything(source))
    return tmp_path / "a.zip"


def parts(path):
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(path, files, *, format_said=None):
    """Written again, with a manifest that tells the truth about every file."""
    manifest = json.loads(files["manifest.json"])
    manifest["files"] = {
        name: {"lines": body.count(b"\n"), "sha256": sha256(body).hexdigest()}
        for name, body in files.items()
        if name.endswith(".jsonl")
    }
    manifest["format"] = format_said or manifest["format"]
    files["manifest.json"] = json.dumps(manifest).encode() + b"\n"
    with zipfile.ZipFile(path, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)


def told(path):
    return [(one.because.removeprefix("store.archive."), one.where) for one in inspect(path)]


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("events.jsonl", b'"stream":"s/1"', b'"stream":""', 1),
        ("events.jsonl", b'"stream":"t/1"', b'"stream":"t\\n1"', 2),
        ("events.jsonl", b'"name":"EntrySold"', b'"name":""', 1),
        ("events.jsonl", b'"schema":1', b'"schema":0', 1),
        ("events.jsonl", b'"who":"ana"', b'"who":"a\\u0000"', 1),
        ("events.jsonl", b'"key":"b"', b'"key":""', 1),
        ("registry.jsonl", b'"key":"a"', b'"key":""', 1),
        ("registry.jsonl", b'"kind":"person"', b'"kind":"per\\nson"', 1),
        ("registry.jsonl", b'"id":"p1"', b'"id":""', 1),
        ("commands.jsonl", b'"key":"b"', b'"key":""', 2),
        ("vault.jsonl", b'"id":"deck"', b'"id":""', 1),
        ("links.jsonl", b'"key":"b"', b'"key":"b\\u0007"', 2),
    ],
)
def test_a_line_that_no_store_could_keep_is_told_by_its_file_and_number(path, file, old, new, line):
    """The other door is no wider than the front one, though the manifest agrees with every byte."""
    assert inspect(path) == []
    files = parts(path)
    assert old in files[file]
    packed(path, {**files, file: files[file].replace(old, new, 1)})
    assert told(path)[0] == ("malformed", f"{file}:{line}")
    empty = MemoryStore()
    import_archive(path, empty)
    assert (empty.streams(), [*empty.answers()], [*empty.registry()]) == ({}, [], [])


def test_the_last_line_has_an_end_and_none_is_longer_than_any_house_writes(path, monkeypatch):
    files = parts(path)
    packed(path, {**files, "vault.jsonl": files["vault.jsonl"].rstrip(b"\n")})
    assert told(path)[0] == ("malformed", "vault.jsonl:0")
    packed(path, files)
    longest = max(len(line) for body in files.values() for line in body.splitlines(keepends=True))
    monkeypatch.setattr(archive_reader, "LONGEST_LINE", longest)
    assert inspect(path) == []
    monkeypatch.setattr(archive_reader, "LONGEST_LINE", longest // 2)
    assert "malformed" in {because for because, _ in told(path)}


def test_an_archive_that_unpacks_to_more_than_is_ever_read_is_not_read(path, monkeypatch):
    size = sum(map(len, parts(path).values()))
    monkeypatch.setattr(archive_reader, "LARGEST_ARCHIVE", size)
    assert inspect(path) == []
    monkeypatch.setattr(archive_reader, "LARGEST_ARCHIVE", size - 1)
    assert told(path) == [("too_large", "manifest.json")]


def test_an_archive_of_0_1_0_has_no_links_and_no_signature_and_one_of_today_has_both(path):
    """Each format is read with its own files, and with no others."""
    files = parts(path)
    older = {name: body for name, body in files.items() if name not in {"links.jsonl", "signature.json"}}
    packed(path, dict(older), format_said="feltro/archive/1")
    assert inspect(path) == []
    assert signer_of(path) == b""
    taken = MemoryStore()
    assert isinstance(import_archive(path, taken), Adopted)
    assert taken.streams() == {"s/1": 1, "t/1": 3}
    packed(path, dict(older), format_said="feltro/archive/2")
    assert told(path) == [("other_format", "manifest.json")]
    packed(path, dict(files), format_said="feltro/archive/1")
    assert told(path) == [("other_format", "manifest.json")]
    for lost in ("links.jsonl", "signature.json", "vault.jsonl"):
        packed(path, {name: body for name, body in files.items() if name != lost}, format_said="feltro/archive/2")
        assert told(path) == [("wrong_files", "manifest.json")]


def test_a_link_that_was_left_out_breaks_the_chain_at_the_next(path):
    files = parts(path)
    packed(path, {**files, "links.jsonl": b"".join(files["links.jsonl"].splitlines(keepends=True)[1:])})
    assert ("chain_broken", "links.jsonl") in told(path)


def test_links_are_numbered_without_a_gap_though_each_is_sealed_to_the_one_before(path, source):
    first, second = source.links()
    jumped = msgspec.structs.replace(second, number=3)
    jumped = msgspec.structs.replace(jumped, hash=hash_of_link(jumped, first.hash))
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in (first, jumped))
    packed(path, {**parts(path), "links.jsonl": lines})
    assert told(path) == [("chain_broken", "links.jsonl")]


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_what_was_taken_over_from_another_house_has_a_link_of_its_latest_hour_and_no_command(tmp_path, kind):
    """The archive of a house that once took a season over is as sound as any."""
    source = small(MemoryStore() if kind == "memory" else SqliteStore(str(tmp_path / "x.sqlite3")))
    hours = [1_800_000_000_000_000, 1_800_000_900_000_000, 1_800_000_500_000_000]
    other = MemoryStore()
    for number, hour in enumerate(hours, 1):
        other.commit(Transaction(meta(f"o{number}", at=hour), (append(f"x/{number}", 0),), b'"done"'))
    events = [event for stream in other.streams() for event in other.read(stream)]
    source.adopt(Contents(events, other.answers()))
    *_, last = source.links()
    assert (last.key, last.at) == ("", hours[1])
    assert [one.stream for one in last.heads] == ["x/1", "x/2", "x/3"]
    export(source, tmp_path / "b.zip", everything(source))
    assert inspect(tmp_path / "b.zip") == []
    source.close()


@pytest.mark.parametrize("lost", ["signature", "signer"])
def test_half_a_signature_is_none_that_holds(tmp_path, source, lost):
    """Nobody's name under it, or a name and nothing signed: both are told, and an unsigned archive is not."""
    signed = tmp_path / "signed.zip"
    export(source, signed, everything(source), SeedKey())
    assert inspect(signed) == []
    assert signer_of(signed) == SeedKey().sign(b"")[0]
    files = parts(signed)
    said = json.loads(files["signature.json"])
    files["signature.json"] = json.dumps({**said, lost: ""}).encode() + b"\n"
    with zipfile.ZipFile(signed, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    assert told(signed) == [("signature_wrong", "signature.json")]


def test_a_backup_has_every_answer_and_the_chain_and_what_is_chosen_has_its_own(tmp_path, source, path):
    """Of one stream: its events, the answers of the commands that wrote them, the row that is there, no links."""
    assert [len(body.splitlines()) for name, body in sorted(parts(path).items()) if name.endswith("l")] == [
        3,
        4,
        2,
        1,
        1,
    ]
    choice = Choice({"s/1"}, [("person", "p1"), ("person", "nobody")], {"deck", "nothing"})
    export(source, tmp_path / "one.zip", choice)
    chosen = parts(tmp_path / "one.zip")
    assert [json.loads(line)["stream"] for line in chosen[EVENTS].splitlines()] == ["s/1"]
    assert [json.loads(line)["key"] for line in chosen["commands.jsonl"].splitlines()] == ["a", "b"]
    assert [json.loads(line)["id"] for line in chosen["registry.jsonl"].splitlines()] == ["p1"]
    assert [json.loads(line)["id"] for line in chosen["vault.jsonl"].splitlines()] == ["deck"]
    assert chosen["links.jsonl"] == b""
    assert inspect(tmp_path / "one.zip") == []


def test_what_fails_on_the_way_leaves_no_half_file_and_no_open_one_behind(tmp_path, source):
    def fails():
        with written_whole(tmp_path / "a.zip") as beside:
            assert [one.name for one in tmp_path.iterdir()] == [beside.name]
            raise KeyError(beside)

    with pytest.raises(KeyError):
        fails()
    assert [*tmp_path.iterdir()] == []
    before = len([*Path("/proc/self/fd").iterdir()]) if Path("/proc/self/fd").exists() else 0
    export(source, tmp_path / "a.zip", everything(source))
    with pytest.raises(FileExistsError):
        export(source, tmp_path / "a.zip", everything(source))
    assert [one.name for one in tmp_path.iterdir()] == ["a.zip"]
    after = len([*Path("/proc/self/fd").iterdir()]) if Path("/proc/self/fd").exists() else 0
    assert after == before


def test_the_copy_of_a_database_is_one_file_and_goes_only_into_an_empty_store(tmp_path):
    """No log beside it; into a store with a stream, or with nothing but an answer, it does not go."""
    kept = small(SqliteStore(str(tmp_path / "kept.sqlite3")))
    backup(kept, tmp_path / "copy")
    assert rows_in(tmp_path / "copy", "person") == {"p1"}
    assert (tmp_path / "copy").read_bytes()[18:20] == b"\x01\x01"  # the header's word for: no write-ahead log
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith("copy")) == ["copy"]
    with_stream, answered, empty = MemoryStore(), MemoryStore(), MemoryStore()
    with_stream.adopt(Contents(kept.read("s/1")))  # nobody here was answered
    answered.commit(over(key="z"))
    for store in (with_stream, answered):
        (refused,) = restore(tmp_path / "copy", store)
        assert refused.because == "store.restore.not_empty"
    assert isinstance(restore(tmp_path / "copy", empty), Adopted)
    assert empty.streams() == {"s/1": 1, "t/1": 3}
    kept.close()


def test_a_copy_with_one_letter_changed_is_not_restored(tmp_path):
    kept = small(SqliteStore(str(tmp_path / "kept.sqlite3")))
    backup(kept, tmp_path / "copy")
    kept.close()
    body = (tmp_path / "copy").read_bytes()
    assert b'{"number":2}' in body
    (tmp_path / "copy").write_bytes(body.replace(b'{"number":2}', b'{"number":7}'))
    empty = MemoryStore()
    assert isinstance(restore(tmp_path / "copy", empty), list)
    assert (empty.streams(), [*empty.answers()]) == ({}, [])


def test_who_writes_between_looking_and_restoring_is_told_what_was_there_first(tmp_path):
    class Late(MemoryStore):
        def adopt(self, contents):
            return Taken("stream", "t/1")

    kept = small(SqliteStore(str(tmp_path / "kept.sqlite3")))
    backup(kept, tmp_path / "copy")
    kept.close()
    (told,) = restore(tmp_path / "copy", Late())
    assert (told.because, told.values) == ("store.archive.taken", {"what": "stream", "id": "t/1"})


def test_a_file_that_is_none_of_ours_has_no_rows(tmp_path):
    for body in (b"", b"hello", b"SQLite format 3\0", b"PK\3\4", b"SQLite format 2\0" + b"x" * 80):
        (tmp_path / "x").write_bytes(body)
        assert rows_in(tmp_path / "x", "person") is None


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_name_free(tmp_path, source, monkeypatch, name):
    def fails(*_):
        raise OSError(5, "the disk")

    monkeypatch.setattr(os if name == "fsync" else Path, name, fails)
    with pytest.raises(OSError, match="the disk"):
        export(source, tmp_path / "a.zip", everything(source))
    assert [*tmp_path.iterdir()] == []
