"""What `script/crash --long` does: each part in a folder of its own, counted and told; the first thing lost ends it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from tests.crash import bit_flips, disk_errors, faults, mixed, power_cut

PARTS = ("flips", "faults", "power", "disk", "mixed", "verify")
FLIPS, LOG_FLIPS = 3000, 200
EVENINGS, COMMANDS = 40, 250
"""Of mixed faults."""
EVENTS = 1_600_000
"""Five seasons of a hundred tournaments; `FELTRO_EVENTS` says another number."""
MOST_MEGABYTES = 300


def run(only: str | None, seed: int) -> int:
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".crash-") as folder:
        os.environ["FELTRO_KEYS"] = f"{folder}/keys"
        for part in PARTS if only is None else (only,):
            place = Path(folder) / part
            place.mkdir()
            print(f"{part}: {DO[part](place, seed)}", flush=True)  # noqa: T201 - a command
    return 0


def _flips(folder: Path, seed: int) -> str:
    path = folder / "house.sqlite3"
    bit_flips.busy_file(path, people=8)
    counted = bit_flips.flips(path, FLIPS, seed)
    in_the_log = bit_flips.log_flips(path, LOG_FLIPS, seed)
    known = {bit_flips.NOTICED, bit_flips.HARMLESS}
    assert set(counted) | set(in_the_log) <= known, (counted, in_the_log)
    return f"file {dict(counted)}; log {dict(in_the_log)}"


def _faults(folder: Path, _seed: int) -> str:
    prepared = faults.Prepared(folder)
    told: Counter[str] = Counter()
    tried = 0
    for fault, number in faults.every(prepared, 1):
        told += faults.try_fault(prepared, fault, number)
        tried += 1
    return (
        f"{tried} faults, {told['answered']} answered, {told['unavailable']} unavailable, none lost, none in part"
    )


def _power(folder: Path, seed: int) -> str:
    tried, held = power_cut.cuts(folder, _strace(), commands=60, step=1, seed=seed)
    return f"{tried} cuts, {held} answers that had to be there, none lost, none in part"


def _disk(folder: Path, _seed: int) -> str:
    tried, answered = disk_errors.every(folder, _strace(), step=1)
    return f"{tried} errors of the system, {answered} commands answered, none lost, none in part"


def _mixed(folder: Path, seed: int) -> str:
    counted: Counter[str] = Counter()
    for number in range(EVENINGS):
        place = folder / str(number)
        place.mkdir()
        counted += mixed.MixedFaults(place, seed + number).run(COMMANDS)
        shutil.rmtree(place)
    return f"{dict(counted)}; every answer fits the history"


def _verify(folder: Path, _seed: int) -> str:
    from tests.crash import long_log

    path = long_log.grown(folder, int(os.environ.get("FELTRO_EVENTS", EVENTS)))
    code, megabytes, said = long_log.verified(path)
    assert code == 0, said
    assert megabytes < MOST_MEGABYTES, f"{megabytes:.0f} MB"
    return f"{megabytes:.0f} MB at most; {said.splitlines()[-2]}"


def _strace() -> str:
    found = shutil.which("strace")
    if found is None:
        raise SystemExit("no strace")
    return found


DO = {"flips": _flips, "faults": _faults, "power": _power, "disk": _disk, "mixed": _mixed, "verify": _verify}
