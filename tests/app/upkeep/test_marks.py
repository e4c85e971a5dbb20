"""Marks beside the key: small, shared by processes, and never an alarm for what a power cut did."""

from __future__ import annotations

import stat
from base64 import b32encode
from hashlib import sha256

import pytest

from feltro.app.upkeep.heads import code_of, read_heads
from feltro.app.upkeep.installation_key import InstallationKey, public_key_in
from feltro.app.upkeep.marks import Marks, marks_of
from feltro.app.upkeep.outside import Outside, check_outside
from feltro.app.wiring import open_house
from feltro.store.memory import MemoryStore
from tests.store_samples import sell


@pytest.fixture
def store():
    return MemoryStore()


def written(store, marks, count):
    for _ in range(count):
        store.commit(sell("t/1", expected=store.version("t/1")))
        marks.note(store)


def found(store, marks):
    checked = check_outside(store, Outside(marks=tuple(marks.read())), {})
    return [one.because for one in checked.findings]


def test_the_file_grows_by_a_line_for_sixty_four_commands(store, tmp_path):
    """And its last line is where the chain stands."""
    marks = Marks(tmp_path / "keys" / "house.marks")
    written(store, marks, 200)
    kept = marks.read()
    assert [mark.head.version for mark in kept] == [63, 127, 191, 200]
    assert kept[-1].head.hash == store.last_link().hash
    assert stat.S_IMODE(marks.path.stat().st_mode) == 0o600
    assert found(store, marks) == []


def test_two_processes_keep_their_marks_in_one_file(store, tmp_path):
    one, other = Marks(tmp_path / "m"), Marks(tmp_path / "m")
    for _ in range(5):
        written(store, one, 1)
        written(store, other, 1)
    assert sorted(mark.head.version for mark in one.read()) == [9, 10]
    assert found(store, one) == []


def test_half_a_line_says_nothing(store, tmp_path):
    """As a power cut may leave it: neither an alarm nor a proof."""
    marks = Marks(tmp_path / "m")
    written(store, marks, 3)
    line = marks.path.read_bytes()
    marks.path.write_bytes(line[:40] + b"0" * 20 + line[60:] + line[:30])
    assert marks.read() == []
    assert found(store, marks) == []


def test_a_mark_of_another_chain_is_an_alarm(store, tmp_path):
    marks = Marks(tmp_path / "m")
    written(store, marks, 3)
    other = MemoryStore()
    written(other, Marks(tmp_path / "other"), 4)
    assert found(other, marks) == ["log.chain_anew"]


def test_marks_go_by_the_place_of_a_database_and_hold_no_password(tmp_path):
    """Two files of one name in two folders have their own; one that is forgotten anyway has none."""
    first, second = (marks_of(f"sqlite:///{tmp_path}/{one}/house.sqlite3", tmp_path) for one in "ab")
    assert first.path != second.path
    server = marks_of("postgresql://ana:segredo@servidor:5432/tour", tmp_path)
    assert server.path == marks_of("postgresql://bia:outro@servidor:5432/tour", tmp_path).path
    assert "segredo" not in server.path.name
    assert marks_of("memory://") is None


def test_a_house_opens_where_no_key_can_be_kept_and_is_not_signed(tmp_path, monkeypatch):
    """The tournament goes on: `verify` says that nothing is signed."""
    (tmp_path / "keys").write_text("not a folder")
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / "keys"))
    house = open_house(f"sqlite:///{tmp_path}/house.sqlite3")
    house.store.commit(sell("t/1"))
    house.after_commit()
    assert house.store.last_link().signer == b""
    house.store.close()


def test_one_key_for_all_that_ask_and_open_only_to_its_owner(tmp_path):
    folder = tmp_path / "keys"
    assert InstallationKey(folder).public == b""
    public, _ = InstallationKey(folder).sign(b"x")
    (folder / "signing.key").chmod(0o644)
    assert InstallationKey(folder).sign(b"x")[0] == public == InstallationKey(folder).public
    assert stat.S_IMODE((folder / "signing.key").stat().st_mode) == 0o600
    assert public_key_in((folder / "signing.pub").read_text()) == public == public_key_in(public.hex())


def test_a_code_is_crockfords_base_32_of_the_hash():
    """Known answers, and the standard library's base 32 with its letters exchanged."""
    assert code_of(bytes(32)) == "0" * 52
    assert code_of(bytes.fromhex("ff" * 32)) == "Z" * 51 + "G"
    exchanged = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    digest = sha256(b"feltro").digest()
    assert code_of(digest) == b32encode(digest).decode().rstrip("=").translate(exchanged)


def test_what_is_no_head_is_not_taken_for_one():
    """A telephone number, an amount, a date, a sentence, a code that is one sign short."""
    lines = ["51 99999-8888", "R$ 1.234,56", "20/11/2026", "ligar para Ana amanhã cedo", "12 K7QM-2XPD-9R4"]
    assert [type(one).__name__ for one in read_heads("\n".join(lines))] == ["UnreadLine"] * 5
