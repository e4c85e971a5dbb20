"""What the tests entered, kept between two runs: only tests that were written anew since are looked at again.

Functions are kept by name, because lines move; a test file by what stands in it. What a test borrows from another file
(a room, a fixture) is not followed: after a change there, look without the file.
"""

from __future__ import annotations

import ast
import hashlib
import json
from typing import TYPE_CHECKING, Any

from tests.mutants.related import LONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Row = tuple[str, float, list[str]]


def kept(path: Path, root: Path, files: Iterable[Path]) -> tuple[list[Row], list[Path]]:
    """The rows that still hold, by the lines of today, and the test files that have to be looked at."""
    known = _read(path)
    digests = {file.relative_to(root).as_posix(): _digest(file) for file in files}
    same = {name for name, digest in digests.items() if known["files"].get(name) == digest}
    lines = _Lines(root)
    rows = [(test, seconds, list(lines.of(names))) for test, seconds, names in known["rows"] if _file(test) in same]
    return rows, [root / name for name in digests if name not in same]


def keep(path: Path, root: Path, rows: Iterable[Row], files: Iterable[Path]) -> None:
    """What was kept of other files stays."""
    lines, known = _Lines(root), _read(path)
    digests = {file.relative_to(root).as_posix(): _digest(file) for file in files}
    others = [row for row in known["rows"] if _file(row[0]) not in digests]
    mine = [(test, seconds, list(lines.names(functions))) for test, seconds, functions in rows]
    path.write_text(json.dumps({"files": {**known["files"], **digests}, "rows": [*others, *mine]}), "utf-8")


def _read(path: Path) -> dict[str, Any]:
    kept_there: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {"files": {}, "rows": []}
    return kept_there


def files_of(root: Path, tests: Iterable[str]) -> list[Path]:
    """Every file under the folders and files that an area names, without those that play whole rooms."""
    found = (
        path for one in tests for path in ([root / one] if one.endswith(".py") else (root / one).rglob("*.py"))
    )
    return sorted({path for path in found if path.match("test_*.py") and not any(one in path.name for one in LONG)})


class _Lines:
    """The functions of each file, by their first line and by name."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._by_line: dict[str, dict[str, str]] = {}

    def _of_file(self, file: str) -> dict[str, str]:
        if file not in self._by_line:
            path = self._root / file
            python = path.suffix == ".py" and path.exists()
            tree = ast.parse(path.read_text("utf-8")) if python else ast.Module([], [])
            self._by_line[file] = dict(_functions(tree, ""))
        return self._by_line[file]

    def names(self, functions: Iterable[str]) -> Iterator[str]:
        for one in functions:
            file, _, line = one.rpartition(":")
            if line in self._of_file(file):
                yield f"{file}:{self._of_file(file)[line]}"

    def of(self, names: Iterable[str]) -> Iterator[str]:
        for one in names:
            file, _, name = one.rpartition(":")
            yield from (f"{file}:{line}" for line, known in self._of_file(file).items() if known == name)


def _functions(node: ast.AST, inside: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        name = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{inside}.{child.name}"
            yield str(min((child.lineno, *(one.lineno for one in child.decorator_list)))), name
        elif isinstance(child, ast.ClassDef):
            name = f"{inside}.{child.name}"
        yield from _functions(child, name)


def _file(test: str) -> str:
    return test.split("::", maxsplit=1)[0]


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
