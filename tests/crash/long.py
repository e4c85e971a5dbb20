"""What `script/crash --long` does: each part in a folder of its own, counted and told; the first thing lost ends it."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tests.crash import bit_flips, disk_errors, faults, mixed, mixed_places, power_cut
from tests.postgres_server import Server, find_binaries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Tried = TypeVar("Tried")
PARTS = ("flips", "faults", "power", "disk", "mixed", "mixed-server", "slope", "verify")
UNDIVIDED = ("slope", "verify")
FLIPS, LOG_FLIPS, AT_ONCE = 3000, 200, 20
EVENINGS, COMMANDS = 40, 250
"""Of mixed faults."""
EVENTS = 1_600_000
"""Five seasons of a hundred tournaments; `FELTRO_EVENTS` says another number."""
MOST_MEGABYTES = 300
SIZES = "20000,80000"
"""For the slope; `FELTRO_SIZES` says others."""


def run(only: str | None, seed: int, minutes: float = 0) -> int:
    """Everything; with minutes, as much of each part, in an order drawn by the seed, as its share of them allows."""
    parts = (only,) if only else [part for part in PARTS if not minutes or part not in UNDIVIDED]
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".crash-") as folder:
        os.environ["FELTRO_KEYS"] = f"{folder}/keys"
        for part in parts:
            place = Path(folder) / part
            place.mkdir()
            share = Share(minutes * 60 / len(parts), seed)
            print(f"{part}: {DO[part](place, share)}", flush=True)  # noqa: T201 - a command
    return 0


class Share:
    """How long a part may go on; without a limit, to its end."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.seed, self.is_limited = seed, bool(seconds)
        self._until = time.monotonic() + seconds

    def of(self, everything: Iterable[Tried]) -> Iterator[Tried]:
        several = list(everything)
        if self.is_limited:
            random.Random(self.seed).shuffle(several)
        for one in several:
            yield one
            if self.is_limited and time.monotonic() > self._until:
                return


def _flips(folder: Path, share: Share) -> str:
    path = folder / "house.sqlite3"
    bit_flips.busy_file(path, people=8)
    counted: Counter[str] = Counter()
    for batch in share.of(range(FLIPS // AT_ONCE)):
        counted += bit_flips.flips(path, AT_ONCE, share.seed + batch)
    in_the_log = bit_flips.log_flips(path, LOG_FLIPS // 5 if share.is_limited else LOG_FLIPS, share.seed)
    known = {bit_flips.NOTICED, bit_flips.HARMLESS}
    assert set(counted) | set(in_the_log) <= known, (counted, in_the_log)
    return f"file {dict(counted)}; log {dict(in_the_log)}"


def _faults(folder: Path, share: Share) -> str:
    prepared = faults.Prepared(folder)
    told: Counter[str] = Counter()
    tried = 0
    for fault, number in share.of(faults.every(prepared, 1)):
        told += faults.try_fault(prepared, fault, number)
        tried += 1
    return (
        f"{tried} faults, {told['answered']} answered, {told['unavailable']} unavailable, none lost, none in part"
    )


def _power(folder: Path, share: Share) -> str:
    step = 5 if share.is_limited else 1
    tried, held = power_cut.cuts(folder, _strace(), commands=60, step=step, seed=share.seed)
    return f"{tried} cuts, {held} answers that had to be there, none lost, none in part"


def _disk(folder: Path, share: Share) -> str:
    tried = answered = 0
    for wrong, number in share.of(disk_errors.places(1)):
        answered += disk_errors.one(folder, _strace(), wrong, number)[0]
        tried += 1
    return f"{tried} errors of the system, {answered} commands answered, none lost, none in part"


def _mixed(folder: Path, share: Share) -> str:
    counted: Counter[str] = Counter()
    for number in share.of(range(EVENINGS)):
        place = folder / str(number)
        place.mkdir()
        counted += mixed.MixedFaults(mixed_places.FileHouse(place), share.seed + number).run(COMMANDS)
        counted["evenings"] += 1
        shutil.rmtree(place)
    return f"{dict(counted)}; every answer fits the history"


def _mixed_server(_folder: Path, share: Share) -> str:
    """The same with a real PostgreSQL, `fsync` on."""
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("no PostgreSQL: set FELTRO_PG_BIN to the folder of its initdb")
    server = Server(binaries, durable=True)
    server.start()
    counted: Counter[str] = Counter()
    try:
        for number in share.of(range(EVENINGS // 4)):
            with mixed_places.ServerHouse(server.new_database()) as place:
                counted += mixed.MixedFaults(place, share.seed + number).run(COMMANDS)
            counted["evenings"] += 1
    finally:
        server.stop()
    return f"{dict(counted)}; every answer fits the history"


def _verify(folder: Path, _share: Share) -> str:
    from tests.crash import long_log

    path = long_log.grown(folder, int(os.environ.get("FELTRO_EVENTS", EVENTS)))
    megabytes, _ = long_log.verified(path)
    assert megabytes < MOST_MEGABYTES, f"{megabytes:.0f} MB"
    return f"{megabytes:.0f} MB at most"


def _slope(folder: Path, _share: Share) -> str:
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
