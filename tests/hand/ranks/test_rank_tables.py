"""The tables as a file: built by the project, read late."""

import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from feltro.hand.ranks import tables

pytestmark = pytest.mark.slow

BUILD = Path(__file__).resolve().parents[3] / "script" / "build_ranks"


def run(*words):
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


def test_the_shipped_tables_are_what_the_definitions_give():
    """Building again gives every column of the file, number by number."""
    checked = run(BUILD, "--check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_changed_table_is_noticed(tmp_path):
    """A file with one strength changed does not pass the check."""
    columns = {name: tables.column(name) for name in tables.names()}
    changed = array("H", columns["high.7"])
    changed[1000] += 1
    file = tmp_path / "tables.bin"
    file.write_bytes(tables.press(columns | {"high.7": changed}))
    check = (
        "import runpy, sys; from pathlib import Path; from feltro.hand.ranks import tables;"
        f"tables.FILE = Path({str(file)!r}); sys.argv = ['build_ranks', '--check'];"
        f"runpy.run_path({str(BUILD)!r}, run_name='__main__')"
    )
    assert "differ" in run("-c", check).stdout


def test_the_file_is_compact():
    """All rankings together take less than 400 KB in the package."""
    assert tables.FILE.stat().st_size < 400_000


def test_nothing_is_read_before_a_hand_is_ranked():
    """Importing rankings and equities loads neither tables nor NumPy; the first strength loads the tables."""
    program = (
        "import sys; import feltro.hand.ranks, feltro.hand.equity;"
        "assert 'numpy' not in sys.modules and 'feltro.hand.ranks.tables' not in sys.modules;"
        "feltro.hand.ranks.HIGH.strength((0, 1), (2, 3, 4, 5, 6));"
        "assert 'feltro.hand.ranks.tables' in sys.modules and 'numpy' not in sys.modules"
    )
    assert run("-c", program).returncode == 0
