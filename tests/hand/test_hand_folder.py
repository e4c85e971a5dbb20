"""The folder keeps to what it may know."""

import ast
from dataclasses import fields
from pathlib import Path

import feltro.hand
from feltro.hand.rules import HandRules

FOLDER = Path(feltro.hand.__file__).parent
ENGINE = [path for path in sorted(FOLDER.rglob("*.py")) if "ranks" not in path.parts and path.name != "equity.py"]
IMPURE = {"random", "time", "datetime", "os", "socket", "pathlib", "io", "subprocess", "secrets"}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_only_the_kernel_is_imported():
    """No other folder of the project, and nothing installed."""
    assert len(ENGINE) > 10
    for path in ENGINE:
        for name in imported(path):
            top = name.split(".")[0]
            assert not (top == "feltro" and name.split(".")[1] not in ("hand", "kernel")), (path, name)
            assert top in ("feltro", "__future__") or top in __import__("sys").stdlib_module_names, (
                path,
                name,
            )


def test_no_chance_no_clock_no_files():
    """Cards come from the caller."""
    assert len(ENGINE) > 10
    for path in ENGINE:
        assert not IMPURE & {name.split(".")[0] for name in imported(path)}, path
        assert "open(" not in path.read_text(encoding="utf-8").replace("_open(", ""), path


def test_files_and_functions_stay_small():
    """About 300 lines a file; 25 a function, the hot ones a little more."""
    assert len(ENGINE) > 10
    for path in ENGINE:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 300, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name != "__init__":
                assert node.end_lineno - node.lineno < 45, (path, node.name)


def test_the_examples_of_the_documentation_run():
    """What the page shows is what happens."""
    import doctest

    page = Path(__file__).parents[2] / "docs" / "developers" / "hand.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_table_of_files_is_complete():
    """A newcomer finds every file of the folder in its README."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert len(ENGINE) > 10
    for path in ENGINE:
        if path.parent == FOLDER and path.name != "__init__.py":
            assert f"`{path.name}`" in readme, path.name


def test_every_field_of_the_rules_is_in_the_table_of_books():
    """Whoever writes a book finds what the engine asks of it."""
    page = (Path(__file__).parents[2] / "docs" / "developers" / "hand.md").read_text(encoding="utf-8")
    assert fields(HandRules)
    for field in fields(HandRules):
        assert f"| `{field.name}` |" in page
