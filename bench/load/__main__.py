"""`script/load WHAT`: one module of this folder for each crowd, with options of its own."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench.load


def main() -> int:
    crowds = [one.name for one in pkgutil.iter_modules(bench.load.__path__) if one.name.endswith("s")]
    if len(sys.argv) < 2 or sys.argv[1] not in crowds:
        print(f"script/load {'|'.join(crowds)} [--help]", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"bench.load.{sys.argv[1]}").main(sys.argv[2:]))


if __name__ == "__main__":
    raise SystemExit(main())
