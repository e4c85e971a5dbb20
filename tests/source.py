"""The project's own files as Python reads them: read once for each process, whoever asks about their shape."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "feltro"


@cache
def files() -> tuple[Path, ...]:
    """Every module of the source."""
    return tuple(sorted(SOURCE.rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


def calls_of(name: str, path: Path) -> list[ast.Call]:
    """Where a file calls something by its bare name; a file that does not even write it is not read by Python."""
    if f"{name}(" not in path.read_text("utf-8"):
        return []
    return [node for node in nodes_of(path) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name]
