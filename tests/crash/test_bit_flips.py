"""A bit that turned on the disk is told by `feltro verify`, wherever in the file it lies."""

from __future__ import annotations

import time

import pytest

from feltro.cli.main import main
from tests.crash.bit_flips import HARMLESS, NOTICED, busy_file, flips, log_flips

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    path = tmp_path_factory.mktemp("flips") / "house.sqlite3"
    busy_file(path, people=8)
    return path


def test_a_turned_bit_is_named_or_changes_nothing_that_can_be_read(busy):
    """`script/crash --long` turns thousands."""
    seed = time.time_ns()
    counted = flips(busy, 120, seed)
    assert set(counted) <= {NOTICED, HARMLESS}, (seed, counted)
    assert counted[NOTICED] > 30, "most of a full file is rows"


def test_a_tail_that_a_turned_bit_cut_from_the_log_is_known_by_the_marks_outside(busy, tmp_path):
    """SQLite ends its log before a frame that does not add up, and says nothing: whoever kept the head notices."""
    path = tmp_path / "house.sqlite3"
    path.write_bytes(busy.read_bytes())
    seed = time.time_ns()
    counted = log_flips(path, 12, seed)
    assert set(counted) <= {NOTICED, HARMLESS}, (seed, counted)
    assert counted[NOTICED]


def test_a_damaged_file_gives_a_report_with_the_first_place_what_is_whole_and_the_way_back(busy, tmp_path, capsys):
    """From the first byte of a page on, everything is noughts: no traceback, and the streams that are whole are counted."""
    path = tmp_path / "damaged.sqlite3"
    data = bytearray(busy.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = bytes(4096)
    path.write_bytes(data)
    assert main(["verify", "--database", f"sqlite:///{path}", "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert "The first record that does not hold" in said
    assert "Whole: " in said
    assert "feltro restore --check" in said


def test_a_file_whose_head_is_gone_gives_a_report_too(busy, tmp_path, capsys):
    path = tmp_path / "headless.sqlite3"
    path.write_bytes(bytes(100) + busy.read_bytes()[100:])
    assert main(["verify", "--database", f"sqlite:///{path}", "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert "damaged" in said
    assert "The way back" in said


def test_a_file_that_nobody_can_write_to_is_verified_and_copied(busy, tmp_path, capsys):
    """With its write-ahead log beside it, as it lies on a stick that is locked; not a byte of it changes."""
    folder = tmp_path / "locked"
    folder.mkdir()
    path = folder / "house.sqlite3"
    path.write_bytes(busy.read_bytes())
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    path.chmod(0o400)
    folder.chmod(0o500)
    try:
        assert main(["verify", "--database", f"sqlite:///{path}", "--lang", "en"]) == 0, capsys.readouterr()
        assert main(["backup", str(tmp_path / "copy.sqlite3"), "--database", f"sqlite:///{path}"]) == 0
        assert main(["restore", "--check", str(tmp_path / "copy.sqlite3"), "--lang", "en"]) == 0
        assert "The copy is whole" in capsys.readouterr().out
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    finally:
        folder.chmod(0o700)
