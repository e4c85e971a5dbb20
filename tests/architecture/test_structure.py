"""The shape of the project is a promise: who imports whom, how long a file may be, what stays pure."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from tests.source import SOURCE, files, nodes_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


LAYERS = (
    ("kernel",),
    ("words",),
    ("rulebook", "hand"),
    ("procedures",),
    ("rulings", "tournament", "season", "house", "ledger", "store"),
    ("forecast",),
    ("app",),
    ("sim",),
    ("web", "cli"),
)
ONLY_KERNEL = {"hand", "ledger", "store"}
PURE = {"forecast", "kernel", "procedures", "hand", "rulings", "tournament", "season", "house", "ledger"}
IMPURE_MODULES = {
    "random",
    "time",
    "socket",
    "subprocess",
    "sqlite3",
    "psycopg",
    "asyncio",
    "threading",
    "urllib",
}
TOUCHES_FILES = {"kernel/datafiles.py", "kernel/plugins.py", "hand/ranks/tables.py"}
MAKE_PAGES = ("cli/serve.py", "cli/publish.py")
FORBIDDEN_NAMES = {"utils", "helpers", "helper", "manager", "misc", "common"}
LONGEST_FILE = 300
LONGEST_FUNCTION = 40
LONG_ON_PURPOSE = {("hand/state.py", "__init__")}
"""One line for each thing a hand knows, in the hot path."""

FILES = files()
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def folder_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


FOLDERS = sorted({folder_of(path) for path in FILES} - {""})


def files_in(folder: str) -> list[Path]:
    found = [path for path in FILES if folder_of(path) == folder]
    assert found
    return found


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module == "feltro":
                found |= {f"feltro.{name.name}" for name in node.names}
    return found


def wrong_in(folder: str, faults: Callable[[Path], set[str]]) -> dict[str, set[str]]:
    found = {name_of(path): faults(path) for path in files_in(folder)}
    return {name: wrong for name, wrong in found.items() if wrong}


def imported_upwards(path: Path) -> set[str]:
    mine = folder_of(path)
    others = {parts[1] for name in imports_of(path) if (parts := name.split("."))[0] == "feltro" and len(parts) > 1}
    others = {one for one in others if one in LEVEL} - {mine}
    if name_of(path) in MAKE_PAGES:
        others.discard("web")
    allowed = {"kernel"} if mine in ONLY_KERNEL else {one for one in LEVEL if LEVEL[one] < LEVEL[mine]}
    return others - allowed


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_point_one_way(folder):
    """A folder imports only what stands below it; folders of one level never import each other."""
    assert wrong_in(folder, imported_upwards) == {}


def impurities(path: Path) -> set[str]:
    found = {name.split(".")[0] for name in imports_of(path)} & IMPURE_MODULES
    text = path.read_text()
    found |= set(re.findall(r"\bdatetime\.now\b|\bdate\.today\b|\butcnow\b", text))
    if name_of(path) not in TOUCHES_FILES:
        found |= set(re.findall(r"\bopen\(|\.read_text\(|\.read_bytes\(|\.write_text\(", text))
    return found


@pytest.mark.parametrize("folder", sorted(PURE))
def test_decisions_stay_pure(folder):
    """No clock, no chance, no network and no file where decisions are made."""
    assert wrong_in(folder, impurities) == {}


def too_long(path: Path) -> set[str]:
    lines = path.read_text().count("\n")
    whole = {f"{lines} lines"} if lines > LONGEST_FILE else set()
    return whole | {
        f"{node.name}: {node.end_lineno - node.lineno} lines"
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno > LONGEST_FUNCTION
        and (name_of(path), node.name) not in LONG_ON_PURPOSE
    }


@pytest.mark.parametrize("folder", ["", *FOLDERS])
def test_files_and_functions_stay_small(folder):
    """A file that outgrows the limit has two subjects."""
    assert wrong_in(folder, too_long) == {}


def test_every_folder_says_what_it_knows():
    """Each folder of the package has a README, and no file hides behind a name that says nothing."""
    for folder in {path.parent for path in FILES if folder_of(path)}:
        top = SOURCE / folder.relative_to(SOURCE).parts[0]
        assert (top / "README.md").is_file(), f"{top.name} has no README"
    assert not {path.stem for path in FILES} & FORBIDDEN_NAMES


def test_no_clause_number_stands_in_code():
    """Numbers of clauses differ in each book: code names parameters, data names clauses."""
    from feltro.rulebook.library import shipped

    library = shipped()
    numbers = {
        clause for book in library.ids for clause in library.book(book).clauses if re.search(r"\d.*\.", clause)
    }
    assert len(numbers) > 300
    for path in FILES:
        prose = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Expr)}
        strings = [
            node.value
            for node in nodes_of(path)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
        ]
        written = {word for text in strings for word in re.split(r"[\s:,\"'`]+", text)}
        assert not written & numbers, f"{path.name}: {written & numbers}"


@pytest.mark.slow
def test_no_book_is_named_in_code():
    """Another rulebook is data only: whatever a book does differently, it says in its own folder."""
    from feltro.rulebook.library import shipped

    names = {name for book in shipped().ids for name in (book, book.replace("-", "_"))}
    written = [*FILES, *(path for kind in ("html", "js") for path in SOURCE.rglob(f"*.{kind}"))]
    named = {path.name: name for path in written for name in names if name in path.read_text()}
    assert len(written) > len(FILES)
    assert not named


def test_every_reason_that_code_gives_has_words():
    """A because key in the code without a sentence would be a blank answer at the table."""
    from feltro.words.sentences import sentences

    given = {
        node.args[0].value
        for path in FILES
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in {"Finding", "Refused", "say"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(given) > 300
    assert given - set(sentences()) == set()


def test_a_number_is_known_by_its_decimal_digits():
    """A raised two is a digit that nobody can count with: where a number is read, `isdecimal` asks for what `int` takes."""
    wrong = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in SOURCE.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ".isdigit()" in line or ".isnumeric()" in line
    ]
    assert wrong == []
