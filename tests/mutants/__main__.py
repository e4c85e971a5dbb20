"""Change a copy of the source on purpose, one place at a time, and print every change that no test notices.

    script/mutate [--seed N] [--count 60] [--area money|permissions|...] [--jobs 1] [--seen FILE] [--near]

The tests that enter the changed function are asked, quickest first: those of its own room, and all others of its area
where these do not notice it. With --near the others are not asked: much quicker, and what it tells is the least that is
noticed. Changes that alter nothing anybody could see are judged by a person and listed, with the reason, in
tests/mutants/judged.toml: they are not tried again.
The working tree is never touched.
"""

from __future__ import annotations

import argparse
import queue
import random
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.changes import FOR_EVERYBODY, Change, every
from tests.mutants.related import Related, look, nearest
from tests.mutants.seen import Row, files_of, keep, kept
from tests.mutants.trying import Tried, attempt, copied

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
BUDGET = 30.0
"""Seconds of tests for one change, as they ran without it."""
CARDS = {"commands.py", "events.py", "__init__.py"}
"""Files that only say what there is: of these, who may give a command is all that is changed."""


Drawn = tuple["Area", Change]


class Area(NamedTuple):
    name: str
    source: tuple[str, ...]
    tests: tuple[str, ...]
    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()


def areas(root: Path) -> dict[str, Area]:
    said = tomllib.loads((root / "tests/mutants/areas.toml").read_text("utf-8"))
    return {name: Area(name, *(tuple(one.get(key, ())) for key in Area._fields[1:])) for name, one in said.items()}


def judged(root: Path) -> set[tuple[str, str, str]]:
    said = tomllib.loads((root / "tests/mutants/judged.toml").read_text("utf-8"))
    return {(one["file"], one["line"], one["change"]) for one in said.get("equivalent", ())}


def candidates(area: Area, root: Path) -> list[Change]:
    files: dict[str, str] = {}
    for one in area.source:
        for path in sorted((root / one).rglob("*.py")) if (root / one).is_dir() else [root / one]:
            files[path.relative_to(root).as_posix()] = path.read_text("utf-8")
    known = judged(root)
    return [
        one
        for one in every(files)
        if (one.file, one.text, one.what) not in known
        and (Path(one.file).name not in CARDS or one.what.endswith(FOR_EVERYBODY))
    ]


def drawn(chosen: list[Area], root: Path, count: int, seed: int) -> list[tuple[Area, Change]]:
    """As many of each area as of any other, in an order that mixes them."""
    chance = random.Random(seed)
    decks = []
    for area in chosen:
        deck = [(area, change) for change in candidates(area, root)]
        chance.shuffle(deck)
        decks.append(deck)
    rounds = (row[at] for at in range(max(map(len, decks), default=0)) for row in decks if at < len(row))
    return [one for one, _ in zip(rounds, range(count), strict=False)]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    known = areas(root)
    parser = argparse.ArgumentParser(
        prog="script/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seed", type=int, default=time.time_ns() % 100_000, help="the same seed draws the same changes"
    )
    parser.add_argument("--count", type=int, default=60, help="how many changes")
    parser.add_argument("--area", action="append", choices=sorted(known), help="only there; may be given again")
    parser.add_argument("--jobs", type=int, default=1, help="how many copies work at the same time")
    parser.add_argument("--seen", type=Path, help="a file: what the tests entered, kept for the next run")
    parser.add_argument("--near", action="store_true", help="ask the tests of the changed room only")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests for one change")
    asked = parser.parse_args(arguments)
    chosen = [known[name] for name in asked.area or known]
    say(f"seed {asked.seed}")
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        return told(tried(chosen, root, asked, Path(folder)))


def tried(chosen: list[Area], root: Path, asked: argparse.Namespace, folder: Path) -> list[Tried]:
    places: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for number in range(asked.jobs):
        places.put(copied(root, folder / f"copy{number}"))
    still = copied(root, folder / "still")
    listed = drawn(chosen, still, asked.count, asked.seed)

    def asking(pairs: list[Drawn], near: dict[Drawn, list[str]], *, last: bool) -> Iterator[Tried]:
        def one(pair: Drawn) -> Tried:
            place = places.get()
            try:
                return attempt(pair[1], near[pair], place, asked.budget * 4 + 60, asked.seed)
            finally:
                places.put(place)

        with ThreadPoolExecutor(asked.jobs) as pool:
            for result in pool.map(one, pairs):
                unnoticed = f"\nunnoticed by {result.tests} tests: {result.change.told}\n" if last else "?"
                say("." if result.noticed else unnoticed, end="")
                yield result

    own_rooms = _related(listed, asked, still, folder, near=True)
    found = dict(zip(listed, asking(listed, own_rooms, last=asked.near), strict=True))
    left = [] if asked.near else [pair for pair, result in found.items() if not result.noticed]
    if left:
        say(f"\n{len(left)} are asked of the whole area")
        areas_wide = _related(left, asked, still, folder, near=False)
        found |= zip(left, asking(left, areas_wide, last=True), strict=True)
    return list(found.values())


def _related(
    pairs: list[Drawn], asked: argparse.Namespace, root: Path, folder: Path, *, near: bool
) -> dict[Drawn, list[str]]:
    """The tests that are asked about each change, of its own room or of its area."""
    files = {area.name: files_of(root, (*area.first, *area.tests, *area.last)) for area, _ in pairs}
    wanted = {
        pair: nearest(files[pair[0].name], pair[1], root, pair[0].first) if near else files[pair[0].name]
        for pair in pairs
    }
    rows = entered(
        asked, root, sorted({file for some in wanted.values() for file in some}), folder / f"near-{near}"
    )
    by_area = {area.name: Related(rows, area.first, area.last) for area, _ in pairs}
    return {pair: by_area[pair[0].name].to(pair[1], asked.budget) for pair in pairs}


def entered(asked: argparse.Namespace, root: Path, files: list[Path], folder: Path) -> list[Row]:
    """What each test enters: looked at now, or kept from an earlier run and looked at where tests changed."""
    rows, anew = kept(asked.seen, root, files) if asked.seen else ([], files)
    if anew:
        names = tuple(file.relative_to(root).as_posix() for file in anew)
        say(f"looking what {len(names)} of {len(files)} files of tests enter")
        rows += look(root, names, folder, asked.jobs)
        if asked.seen:
            keep(asked.seen, root, rows, files)
    return rows


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)  # noqa: T201 - a command


def told(found: list[Tried]) -> int:
    noticed = sum(one.noticed for one in found)
    say(f"\n{noticed} of {len(found)} noticed")
    return 0 if noticed == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
