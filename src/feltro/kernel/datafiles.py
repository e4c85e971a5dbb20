"""Data files read once and kept pressed.

Parsing TOML costs more than everything else a small command does, so what was parsed and checked is
kept as marshalled plain values beside Python's own byte code, and thrown away when a source file,
the reader's version or Python itself changes.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def read_toml(path: Path) -> dict[str, Any]:
    """Read TOML with decimals kept exact."""
    import tomllib
    from decimal import Decimal

    with path.open("rb") as file:
        return tomllib.load(file, parse_float=Decimal)


def parse_toml(text: str) -> dict[str, Any]:
    """The same of a text that is in hand."""
    import tomllib
    from decimal import Decimal

    return tomllib.loads(text, parse_float=Decimal)


def pressed(name: str, sources: Iterable[Path], version: int, build: Callable[[], Any]) -> Any:
    """What `build` made of the sources: from the kept copy while it is fresh, else built and kept.

    `build` returns plain values (strings, whole numbers, tuples, lists, dictionaries).
    """
    files = sorted(map(str, sources))
    stamp = (version, sys.hexversion, [(file, *_size_and_age(file)) for file in files])
    beside = os.path.join(os.path.dirname(files[0]), "__pycache__")  # noqa: PTH118,PTH120 - a Path takes longer
    kept = Path(beside, f"{name}.{sys.implementation.cache_tag}.pressed")
    with contextlib.suppress(OSError, EOFError, ValueError, TypeError):
        found, value = marshal.loads(kept.read_bytes())  # noqa: S302 - our own file, as safe as a .pyc
        if found == stamp:
            return value
    value = build()
    _keep(kept, marshal.dumps((stamp, value)))
    return value


def _size_and_age(file: str) -> tuple[int, int]:
    status = os.stat(file)  # noqa: PTH116
    return status.st_size, status.st_mtime_ns


def _keep(path: Path, data: bytes) -> None:
    """Write beside and rename, so that a reader never sees half a file. A read-only folder is fine too."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        beside.write_bytes(data)
        beside.replace(path)
