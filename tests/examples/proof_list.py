"""The lists of this folder: every example of the clause index, and what shows it at work.

An example is proved by a test (`tests/…::test_…`) or by a ruling case (`case:id`, of the list's own book), and only
by one that carries its clause: a mark, or the case's `cites` and `shows`. `lacks` says what of an example nothing shows.
"""

from __future__ import annotations

import ast
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
TESTS = HERE.parent
CASE = "case:"


class Example(NamedTuple):
    clause: str
    number: int
    shows: str
    proved_by: tuple[str, ...]
    lacks: str = ""


@cache
def examples(book: str) -> tuple[Example, ...]:
    told = tomllib.loads((HERE / f"{book}.toml").read_text())["example"]
    return tuple(Example(**{**one, "proved_by": tuple(one["proved_by"])}) for one in told)


def clauses_shown(proof: str, book: str) -> frozenset[str] | None:
    """The clauses of a book that a proof carries; None when there is no such test or case."""
    if proof.startswith(CASE):
        return _cases().get((book, proof.removeprefix(CASE)))
    path, _, name = proof.partition("::")
    marked = _marks(path).get(name)
    prefix = f"{book}:"
    return marked and frozenset(one.removeprefix(prefix) for one in marked if one.startswith(prefix))


@cache
def _cases() -> dict[tuple[str, str], frozenset[str]]:
    found: dict[tuple[str, str], frozenset[str]] = {}
    for path in sorted((TESTS / "cases").glob("*.jsonl")):
        for case in map(json.loads, path.read_text().splitlines()):
            key = case["book"], case["id"]
            found[key] = found.get(key, frozenset()) | {*case["cites"], *case.get("shows", ())}
    return found


@cache
def _marks(path: str) -> dict[str, frozenset[str]]:
    """The clauses that each test of a file is marked with, read without importing it."""
    file = TESTS.parent / path
    if not file.is_file():
        return {}
    module = ast.parse(file.read_text())
    named = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    tests = [one for one in module.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]
    return {one.name: frozenset(_marked(one, named)) for one in tests}


def _marked(test: ast.FunctionDef, named: dict[str, ast.expr]) -> set[str]:
    found: set[str] = set()
    for call in test.decorator_list:
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "clause"):
            continue
        for word in call.args:
            if isinstance(word, ast.Starred) and isinstance(word.value, ast.Name):
                found.update(ast.literal_eval(named[word.value.id]))
            elif isinstance(word, ast.Constant):
                found.add(str(word.value))
    return found
