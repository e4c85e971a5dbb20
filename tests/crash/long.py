"""What `script/crash --long` does: each part in a folder of its own, counted and told; the first thing lost ends it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from tests.crash import bit_flips, disk_errors, faults, mixed, mixed_places, power_cut
from tests.postgres_server import Server, find_binaries

PARTS = ("flips", "faults", "power", "disk", "mixed", "mixed-server", "slope", "verify")
FLIPS, LOG_FLIPS = 3000, 200
EVENINGS, COMMANDS = 40, 250
"""Of mixed faults."""
EVENTS = 1_600_000
"""Five seasons of a hundred tournaments; `FELTRO_EVENTS` says another number."""
MOST_MEGABYTES = 300
SIZES = "20000,80000"
"""For the slope; `FELTRO_SIZES` says others."""


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
        counted += mixed.MixedFaults(mixed_places.FileHouse(place), seed + number).run(COMMANDS)
        shutil.rmtree(place)
    return f"{dict(counted)}; every answer fits the history"


def _mixed_server(_folder: Path, seed: int) -> str:
    """The same with a real PostgreSQL, `fsync` on."""
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("no PostgreSQL: set FELTRO_PG_BIN to the folder of its initdb")
    server = Server(binaries, durable=True)
    server.start()
    counted: Counter[str] = Counter()
    try:
        for number in range(EVENINGS // 4):
            with mixed_places.ServerHouse(server.new_database()) as place:
                counted += mixed.MixedFaults(place, seed + number).run(COMMANDS)
    finally:
        server.stop()
    return f"{dict(counted)}; every answer fits the history"


def _verify(folder: Path, _seed: int) -> str:
    from tests.crash import long_log

    path = long_log.grown(folder, int(os.environ.get("FELTRO_EVENTS", EVENTS)))
    megabytes, _ = long_log.verified(path)
    assert megabytes < MOST_MEGABYTES, f"{megabytes:.0f} MB"
    return f"{megabytes:.0f} MB at most"


def _slope(folder: Path, _seed: int) -> str:
    """Two sizes, and what a log of the promised size comes to if every further event costs what the ones between them did."""
    from tests.crash import long_log

    sizes = [int(one) for one in os.environ.get("FELTRO_SIZES", SIZES).split(",")]
    measured = []
    for size in sizes:
        measured.append(long_log.verified(long_log.grown(folder, size)))
        print(f"{measured[-1][1]:,} events: {measured[-1][0]:.1f} MB", flush=True)  # noqa: T201 - a command
    (least, few), (most, many) = measured[0], measured[-1]
    each = (most - least) / (many - few)
    comes_to = most + max(0.0, each) * (EVENTS - many)
    told = "; ".join(f"{events:,} events {megabytes:.1f} MB" for megabytes, events in measured)
    assert comes_to < MOST_MEGABYTES, (told, comes_to)
    return f"{told}; {each * 100_000:.2f} MB for each 100,000 more; {EVENTS:,} by this line: {comes_to:.0f} MB of {MOST_MEGABYTES}"


def _strace() -> str:
    found = shutil.which("strace")
    if found is None:
        raise SystemExit("no strace")
    return found


DO = {
    "flips": _flips,
    "faults": _faults,
    "power": _power,
    "disk": _disk,
    "mixed": _mixed,
    "mixed-server": _mixed_server,
    "slope": _slope,
    "verify": _verify,
}
