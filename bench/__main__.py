"""Print what Feltro promises about speed and what it does, ours and the peers' in one run on one core."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil

import bench

HEAD = ("what", "feltro", "peer", "ratio", "promised", "unit, peer")
NOT_MEASUREMENTS = {"row", "load", "__main__"}


def main() -> int:
    parser = argparse.ArgumentParser("script/bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each side of each line")
    parser.add_argument("--only", default="", help="modules of bench/, separated by commas")
    parser.add_argument("--check", action="store_true", help="end with an error when a promise is not kept")
    asked = parser.parse_args()
    stay_on_one_core()
    modules = [one.name for one in pkgutil.iter_modules(bench.__path__) if one.name not in NOT_MEASUREMENTS]
    broken = 0
    print(f"{HEAD[0]:<46}{HEAD[1]:>14}{HEAD[2]:>14}{HEAD[3]:>10}{HEAD[4]:>10}  {HEAD[5]}")
    for name in [one for one in asked.only.split(",") if one] or modules:
        for row in importlib.import_module(f"bench.{name}").rows(asked.seconds):
            broken += not row.kept
            mark = "" if row.kept else "  <-- not kept"
            print(
                f"{row.what:<46}{row.feltro:>14,.1f}{row.peer:>14,.1f}{row.ratio:>9.3g}x{row.promised:>9.3g}x"
                f"  {row.unit}, {row.peer_name}{mark}",
                flush=True,
            )
    return 1 if asked.check and broken else 0


def stay_on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


if __name__ == "__main__":
    raise SystemExit(main())
