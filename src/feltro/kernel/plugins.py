"""What other packages add to the house, by the entry points of Python packages. One that is broken is named, and left out.

Looking costs a millisecond where nobody installed any: the packages here are asked for our name before anything is imported.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

BOOKS, PAPERS, SCREENS, PAYMENTS = "feltro.books", "feltro.papers", "feltro.screens", "feltro.payments"
GROUPS = (BOOKS, PAPERS, SCREENS, PAYMENTS)


class PlugIn(NamedTuple):
    group: str
    name: str
    package: str
    value: Any = None
    fault: str = ""
    """Why it is left out, as the package itself said it; empty where it is well."""


@cache
def plugged(group: str) -> tuple[PlugIn, ...]:
    """Everything of a group, the broken ones too; of two with one name the first counts."""
    if not _any_installed():
        return ()
    from importlib.metadata import entry_points

    found: dict[str, PlugIn] = {}
    twice: list[PlugIn] = []
    for point in entry_points(group=group):
        package = point.dist.name if point.dist else ""
        one = _loaded(group, point, package)
        if found.setdefault(one.name, one) is not one:
            twice.append(one._replace(value=None, fault=f"{found[one.name].package}: {one.name}"))
    return (*found.values(), *twice)


def _loaded(group: str, point: Any, package: str) -> PlugIn:
    try:
        return PlugIn(group, point.name, package, point.load())
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it does, the house goes on
        return PlugIn(group, point.name, package, fault=fault_of(error))


def fault_of(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:300]


def _any_installed() -> bool:
    for folder in dict.fromkeys(sys.path):
        for file in Path(folder or ".").glob("*.dist-info/entry_points.txt"):
            try:
                if b"[feltro." in file.read_bytes():
                    return True
            except OSError:
                continue
    return False
