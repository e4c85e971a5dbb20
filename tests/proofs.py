"""Which clauses have tests: read from the test files themselves.

A test proves a clause when it carries `@pytest.mark.clause("book:id", ...)`, or when a case file
names it under `cites`. A value is checked when an expectation of tests/rulebook/differences names
the clause. `script/proofs` writes the result beside the books; a test fails when it is stale.
"""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.rulebook.coverage import PROOFS
from feltro.rulebook.library import shipped
from tests.source import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent


def collect() -> dict[str, dict[str, list[str]]]:
    """For each book, the clauses whose values are checked and those that a test shows at work."""
    library = shipped()
    found: dict[str, dict[str, set[str]]] = {book: {"values": set(), "proved": set()} for book in library.ids}
    for book, clause in _expected_values():
        found[book]["values"].add(clause)
    for reference in (*_marks(), *_cases()):
        book, _, clause = reference.partition(":")
        if clause not in library.book(book).clauses:
            raise ValueError(f"a test carries {reference}, which is not a clause")
        found[book]["proved"].add(clause)
    return {
        book: {kind: [one for one in library.book(book).clauses if one in known] for kind, known in kinds.items()}
        for book, kinds in found.items()
    }


def write() -> None:
    PROOFS.write_text(json.dumps(collect(), ensure_ascii=False, indent=1) + "\n")


def _expected_values() -> Iterator[tuple[str, str]]:
    for path in sorted((HERE / "rulebook" / "differences").glob("*.toml")):
        with path.open("rb") as file:
            for entry in tomllib.load(file)["expect"]:
                for book in shipped().ids:
                    if "clause" in entry[book]:
                        yield book, entry[book]["clause"]


def _marks() -> Iterator[str]:
    for path in sorted(HERE.rglob("test_*.py")):
        for node in nodes_of(path) if ".clause(" in path.read_text("utf-8") else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                for word in node.args:
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        yield word.value


def _cases() -> Iterator[str]:
    for path in sorted((HERE / "cases").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            case = json.loads(line)
            yield from (f"{case['book']}:{clause}" for clause in case.get("cites", ()))


if __name__ == "__main__":
    write()
