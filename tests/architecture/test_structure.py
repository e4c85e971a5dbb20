"""The shape of the project is a promise: who imports whom, how long a file may be, what stays pure."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "feltro"

LAYERS = (
    ("kernel",),
    ("words",),
    ("rulebook", "hand"),
    ("procedures",),
    ("rulings", "tournament", "season", "house", "ledger", "store"),
    ("app",),
    ("sim",),
    ("web", "cli"),
)
ONLY_KERNEL = {"hand", "ledger", "store"}
PURE = {"kernel", "procedures", "hand", "rulings", "tournament", "season", "house", "ledger"}
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
TOUCHES_FILES = {"kernel/datafiles.py", "hand/ranks/tables.py"}
STARTS_THE_PAGES = "cli/serve.py"
FORBIDDEN_NAMES = {"utils", "helpers", "helper", "manager", "misc", "common"}
LONGEST_FILE = 300
LONGEST_FUNCTION = 40
LONG_ON_PURPOSE = {("hand/state.py", "__init__")}
"""One line for each thing a hand knows, in the hot path."""

FILES = sorted(SOURCE.rglob("*.py"))
DECISIONS = [path for path in FILES if path.relative_to(SOURCE).parts[0] in PURE]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}


def folder_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module == "feltro":
                found |= {f"feltro.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path):
    """A folder imports only what stands below it; folders of one level never import each other."""
    mine = folder_of(path)
    others = {parts[1] for name in imports_of(path) if (parts := name.split("."))[0] == "feltro" and len(parts) > 1}
    others = {one for one in others if one in LEVEL and mine}
    if str(path.relative_to(SOURCE)) == STARTS_THE_PAGES:
        others.discard("web")
    assert {one for one in others if one != mine and LEVEL[one] >= LEVEL[mine]} == set(), mine
    assert mine not in ONLY_KERNEL or others <= {mine, "kernel"}, f"{mine} may know only kernel"


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if folder_of(path) in PURE],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_decisions_stay_pure(path):
    """No clock, no chance, no network and no file where decisions are made."""
    tops = {name.split(".")[0] for name in imports_of(path)}
    assert not tops & IMPURE_MODULES
    text = path.read_text()
    assert not re.search(r"\bdatetime\.now\b|\bdate\.today\b|\butcnow\b", text)
    if str(path.relative_to(SOURCE)) not in TOUCHES_FILES:
        assert not re.search(r"\bopen\(|\.read_text\(|\.read_bytes\(|\.write_text\(", text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_and_functions_stay_small(path):
    """A file that outgrows the limit has two subjects."""
    text = path.read_text()
    assert text.count("\n") <= LONGEST_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if (str(path.relative_to(SOURCE)), node.name) in LONG_ON_PURPOSE:
                continue
            assert node.end_lineno - node.lineno <= LONGEST_FUNCTION, f"{node.name} is too long"


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
        tree = ast.parse(path.read_text())
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        strings = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
        ]
        written = {word for text in strings for word in re.split(r"[\s:,\"'`]+", text)}
        assert not written & numbers, f"{path.name}: {written & numbers}"


def test_every_reason_that_code_gives_has_words():
    """A because key in the code without a sentence would be a blank answer at the table."""
    from feltro.words.sentences import sentences

    given = {
        node.args[0].value
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in {"Finding", "Refused", "say"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(given) > 300
    assert given - set(sentences()) == set()
