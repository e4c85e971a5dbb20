"""Print what Feltro promises about speed and what it does, ours and the peers' in one run on one core."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import bench
from feltro import __version__

if TYPE_CHECKING:
    from bench.row import Row

HEAD = ("what", "feltro", "peer", "ratio", "promised", "unit, peer")
NOT_MEASUREMENTS = {"row", "load", "__main__"}


def main() -> int:
    parser = argparse.ArgumentParser("script/bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each side of each line")
    parser.add_argument("--only", default="", help="modules of bench/, separated by commas")
    parser.add_argument("--write", metavar="FILE", default="", help="the figures as a page, with machine and date")
    parser.add_argument("--check", action="store_true", help="end with an error when a promise is not kept")
    asked = parser.parse_args()
    stay_on_one_core()
    modules = [one.name for one in pkgutil.iter_modules(bench.__path__) if one.name not in NOT_MEASUREMENTS]
    broken, taken = 0, []
    print(f"{HEAD[0]:<46}{HEAD[1]:>14}{HEAD[2]:>14}{HEAD[3]:>10}{HEAD[4]:>10}  {HEAD[5]}")
    for name in [one for one in asked.only.split(",") if one] or modules:
        for row in importlib.import_module(f"bench.{name}").rows(asked.seconds):
            broken += not row.kept
            taken.append(row)
            mark = "" if row.kept else "  <-- not kept"
            print(
                f"{row.what:<46}{row.feltro:>14,.1f}{row.peer:>14,.1f}{row.ratio:>9.3g}x{row.promised:>9.3g}x"
                f"  {row.unit}, {row.peer_name}{mark}",
                flush=True,
            )
    if asked.write:
        Path(asked.write).write_text(page(taken, asked.seconds), encoding="utf-8")
    return 1 if asked.check and broken else 0


def page(taken: list[Row], seconds: float) -> str:
    """docs/bench.md: ratios travel to another machine, the figures beside them do not."""
    lines = [
        "# What was measured",
        "",
        (
            "`script/bench --write docs/bench.md` wrote this page. Both sides of a line are measured in one run on one core, taking turns where it matters; "
            "the ratio is what is promised, the figures are of this machine on this day only."
        ),
        "",
        f"- **date**: {datetime.now(tz=UTC):%Y-%m-%d %H:%M} UTC, version {__version__}",
        f"- **machine**: {machine()}",
        f"- **load** when it began to be written: {load()}; {seconds:g} s for each side of a line",
        "",
        "| what | Feltro | the other | unit, other | ratio | promised | |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in taken:
        kept = "kept" if row.kept else "**not kept**"
        figures = f"{row.feltro:,.1f} | {row.peer:,.1f} | {row.unit}, {row.peer_name}"
        lines.append(f"| {row.what} | {figures} | {row.ratio:.3g} | {row.promised:.3g} | {kept} |")
    return "\n".join(lines) + "\n"


def machine() -> str:
    """What it is, never what it is called."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not known"


def stay_on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


if __name__ == "__main__":
    raise SystemExit(main())
