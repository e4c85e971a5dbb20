"""Change a copy of the source on purpose, one place at a time, and print every change that no test notices.

    script/mutate [--seed N] [--count 60] [--area money|permissions|...] [--jobs 1] [--seen FILE] [--near] [--anew]
    script/mutate --file PATH [--file PATH] [--test PATH]

The tests that enter the changed function are asked, quickest first: those of its own room, and all that there are where
these do not notice it. With --near the others are not asked: much quicker, and what it tells is the least that is
noticed. Each is tried in a fork of a process that has read everything; what a fork cannot tell, and with --anew all of
them, in a process of its own. Changes that alter nothing anybody could see are judged by a person and listed, with the
reason, in tests/mutants/judged.toml: they are not tried again. The working tree is never touched.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.mutants.changes import FOR_EVERYBODY, Change, every
from tests.mutants.forks import POSSIBLE as FORKS
from tests.mutants.forks import in_forks
from tests.mutants.related import Related, look, nearest
from tests.mutants.seen import Row, files_of, keep, kept
from tests.mutants.trying import Tried, attempt, copied

ROOT = Path(__file__).parent.parent.parent
BUDGET = 30.0
"""Seconds of tests for one change, as they ran without it."""
READS_SOURCE = {"architecture", "mutants"}
"""Folders of tests that read the source instead of running it: a change may offend them by its looks."""
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


def drawn(chosen: list[Area], root: Path, count: int, seed: int) -> list[Drawn]:
    """As many of each area as of any other, in an order that mixes them."""
    chance = random.Random(seed)
    decks = []
    for area in chosen:
        deck = [(area, change) for change in candidates(area, root)]
        chance.shuffle(deck)
        decks.append(deck)
    rounds = (row[at] for at in range(max(map(len, decks), default=0)) for row in decks if at < len(row))
    return [one for one, _ in zip(rounds, range(count), strict=False)]


def whole(chosen: list[Area], root: Path, files: list[str]) -> list[Drawn]:
    """Every change of these files, once each, as the first area that has the file asks about it."""
    owner: dict[str, Area] = {}
    found: list[Drawn] = []
    for area in chosen:
        mine = [change for change in candidates(area, root) if change.file in files]
        found += [(area, change) for change in mine if owner.setdefault(change.file, area) is area]
    missing = [file for file in files if file not in owner]
    if missing:
        raise SystemExit(
            f"nothing to change there, or no area has it (tests/mutants/areas.toml): {', '.join(missing)}"
        )
    return found


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
    parser.add_argument("--file", action="append", help="every change of this file; may be given again")
    parser.add_argument("--test", action="append", help="ask this file or folder of tests and no other")
    parser.add_argument("--jobs", type=int, default=1, help="how many copies work at the same time")
    parser.add_argument("--seen", type=Path, help="a file: what the tests entered, kept for the next run")
    parser.add_argument("--near", action="store_true", help="ask the tests of the changed room only")
    parser.add_argument("--anew", action="store_true", help="read everything anew for each change, without forks")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests for one change")
    asked = parser.parse_args(arguments)
    chosen = [known[name] for name in asked.area or known]
    say(f"seed {asked.seed}")
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        return told(tried(chosen, root, asked, Path(folder)))


def tried(chosen: list[Area], root: Path, asked: argparse.Namespace, folder: Path) -> dict[Drawn, Tried]:
    still = copied(root, folder / "still")
    copies = [copied(root, folder / f"copy{number}") for number in range(asked.jobs)]
    listed = whole(chosen, still, asked.file) if asked.file else drawn(chosen, still, asked.count, asked.seed)

    def asking(pairs: list[Drawn], near: dict[Drawn, list[str]], *, last: bool) -> dict[Drawn, Tried]:
        def share(number: int) -> list[tuple[Drawn, Tried]]:
            mine = pairs[number :: asked.jobs]
            said = [(change, near[area, change]) for area, change in mine]
            ways = (copies[number], asked.budget * 4 + 60, asked.seed)
            anew = (attempt(*one, *ways) for one in said)
            results = in_forks(said, still, *ways) if FORKS and not asked.anew else anew
            return [(pair, shown(result, last=last)) for pair, result in zip(mine, results, strict=True)]

        with ThreadPoolExecutor(asked.jobs) as pool:
            return dict(pair for some in pool.map(share, range(asked.jobs)) for pair in some)

    found = asking(listed, _related(listed, asked, still, folder, near=True), last=bool(asked.near or asked.test))
    left = [] if asked.near or asked.test else [pair for pair in listed if not found[pair].noticed]
    if left:
        say(f"\n{len(left)} are asked of all tests")
        found |= asking(left, _related(left, asked, still, folder, near=False), last=True)
    return {pair: found[pair] for pair in listed}


def shown(result: Tried, *, last: bool) -> Tried:
    say("." if result.noticed else "U" if last else "?", end="")
    return result


def _related(
    pairs: list[Drawn], asked: argparse.Namespace, root: Path, folder: Path, *, near: bool
) -> dict[Drawn, list[str]]:
    """The tests that are asked about each change: those named, else those of its own room, or all that there are."""
    files = {area.name: files_of(root, (*area.first, *area.tests, *area.last)) for area, _ in pairs}
    named = files_of(root, asked.test or ())
    everywhere = [] if near else [file for file in files_of(root, ["tests"]) if not READS_SOURCE & {*file.parts}]
    wanted = {
        (area, change): named or (nearest(files[area.name], change, root, area.first) if near else everywhere)
        for area, change in pairs
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


def told(found: dict[Drawn, Tried]) -> int:
    """How many of each area, and every change that nobody noticed, with its place."""
    say("\n\narea         tried  noticed")
    for name in dict.fromkeys(area.name for area, _ in found):
        there = [one.noticed for (area, _), one in found.items() if area.name == name]
        say(f"{name:12} {len(there):5}  {sum(there):7}")
    unnoticed = [one for one in found.values() if not one.noticed]
    for one in unnoticed:
        say(f"\nunnoticed by {one.tests} tests: {one.change.told}")
    say(f"\n{len(found) - len(unnoticed)} of {len(found)} noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
