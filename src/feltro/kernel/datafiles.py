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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def read_toml(path: Path) -> dict[str, Any]:
    """Read TOML with decimals kept exact."""
    import tomllib
    from decimal import Decimal

    with path.open("rb") as file:
        return tomllib.load(file, parse_float=Decimal)


def pressed(name: str, sources: Iterable[Path], version: int, build: Callable[[], Any]) -> Any:
    """What `build` made of the sources: from the kept copy while it is fresh, else built and kept.

    `build` returns plain values (strings, whole numbers, tuples, lists, dictionaries).
    """
    files = sorted(sources)
    stamp = (version, sys.hexversion, [(str(file), *_size_and_age(file)) for file in files])
    kept = files[0].parent / "__pycache__" / f"{name}.{sys.implementation.cache_tag}.pressed"
    with contextlib.suppress(OSError, EOFError, ValueError, TypeError):
        found, value = marshal.loads(kept.read_bytes())  # noqa: S302 - our own file, as safe as a .pyc
        if found == stamp:
            return value
    value = build()
    _keep(kept, marshal.dumps((stamp, value)))
    return value


def _size_and_age(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_size, status.st_mtime_ns


def _keep(path: Path, data: bytes) -> None:
    """Write beside and rename, so that a reader never sees half a file. A read-only folder is fine too."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        beside.write_bytes(data)
        beside.replace(path)
