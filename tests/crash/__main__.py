"""Kill an appending process and a selling desk hundreds of times, and look for a lost or a half-done command.

    script/crash [--kills 300] [--only sqlite|postgres|server] [--seed N]
    script/crash --long [--minutes N] [--only flips|faults|power|disk|mixed|mixed-server|slope|verify]

`--long` does to a house what `script/test` does in small: turned bits, a fault at every statement, a power cut after every write,
errors of the system at every call, all of it mixed with kills and clocks; and the memory of `verify` on a log of 1.6 million events (`FELTRO_EVENTS` for
fewer), which takes a quarter of an hour on a quiet machine; with `--minutes` each part but the last two does as much as its share of them allows; `slope` measures it at two sizes (`FELTRO_SIZES`) and says what that comes to. `postgres` kills the worker; `server` kills PostgreSQL itself, a tenth as often because it has to recover.
A kill leaves what the system's cache holds: that commits reach the disk is shown by the traced tests.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.crash import desk_killing, long
from tests.crash.killing import rounds
from tests.postgres_server import Server, find_binaries


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--only", choices=["sqlite", "postgres", "server", *long.PARTS])
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)  # noqa: T201 - a command
    if asked.long:
        return long.run(asked.only, asked.seed, asked.minutes)
    if asked.only in {None, "sqlite"}:
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".crash-") as folder:
            tell("sqlite", asked.kills, rounds(f"sqlite:///{folder}/crash.sqlite3", asked.kills, asked.seed))
            sold = desk_killing.rounds(f"sqlite:///{folder}/house.sqlite3", asked.kills, asked.seed, every=50)
            tell("a desk on sqlite", asked.kills, sold)
    if asked.only != "sqlite":
        with_server(asked)
    return 0


def with_server(asked: argparse.Namespace) -> None:
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("no PostgreSQL: set FELTRO_PG_BIN to the folder of its initdb")
    server = Server(binaries, durable=True)
    server.start()
    try:
        if asked.only in {None, "postgres"}:
            tell("postgres", asked.kills, rounds(server.new_database(), asked.kills, asked.seed))
            sold = desk_killing.rounds(server.new_database(), asked.kills, asked.seed, every=50)
            tell("a desk on postgres", asked.kills, sold)
        if asked.only in {None, "server"}:
            kills = max(1, asked.kills // 10)
            again = {"kill": server.kill, "again": server.start}
            tell("server", kills, rounds(server.new_database(), kills, asked.seed, **again))
    finally:
        server.stop()


def tell(what: str, kills: int, counted: tuple[int, int]) -> None:
    answered, found = counted
    print(f"{what}: {kills} kills, {answered:,} commands answered, {found:,} found whole, none lost", flush=True)  # noqa: T201 - as above


if __name__ == "__main__":
    raise SystemExit(main())
