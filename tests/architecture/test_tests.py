"""Tests that prove something whatever they meet: a loop over nothing and a condition that never holds prove nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
COUNTING = {"range", "enumerate", "zip", "sorted", "reversed", "list", "tuple", "set", "product"}
"""What gives back as many things as it is given, or a number of them that stands there."""


def literals(body: list[ast.stmt], before: set[str]) -> set[str]:
    """Names that a file or a test itself gives something to loop over."""
    found = set(before)
    for node in body:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if value is not None and holds_something(value, found):
            found |= {one.id for one in targets if isinstance(one, ast.Name)}
    return found


def holds_something(node: ast.expr, known: set[str]) -> bool:
    match node:
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
            return any(not isinstance(one, ast.Starred) or holds_something(one.value, known) for one in elts)
        case ast.Dict(keys=keys):
            return bool(keys)
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id=name):
            return name in known
        case ast.Call(func=ast.Name(id=name), args=args) if name in COUNTING:
            return bool(args) and all(holds_something(one, known) for one in args[:1])
        case ast.Call(func=ast.Attribute(value=value, attr=("items" | "values" | "keys" | "split" | "splitlines"))):
            return holds_something(value, known)
        case ast.Attribute(value=ast.Name(id=name)):
            return name in known
        case _:
            return False


def proves(node: ast.stmt, known: set[str]) -> bool:
    """Whether something is asserted here that no loop and no condition can pass by."""
    match node:
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body):
            return any(proves(one, known) for one in body)
        case ast.Assert():
            return True
        case ast.Raise() | ast.Expr(value=ast.Call(func=ast.Attribute(attr=("fail" | "validate")))):
            return True
        case ast.With(items=items, body=body):
            raises = any(ast.unparse(item.context_expr).startswith("pytest.raises") for item in items)
            return raises or any(proves(one, known) for one in body)
        case ast.Try(body=body, finalbody=final):
            return any(proves(one, known) for one in (*body, *final))
        case ast.For(iter=over, body=body, orelse=orelse):
            inside = holds_something(over, known) and any(proves(one, known) for one in body)
            return inside or any(proves(one, known) for one in orelse)
        case ast.If(body=body, orelse=orelse):
            return any(proves(one, known) for one in body) and any(proves(one, known) for one in orelse)
        case _:
            return False


def asserts(function: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Assert) for one in ast.walk(function))


def passed_by(source: str) -> list[str]:
    """Tests of a file whose every assertion may be passed by."""
    tree = ast.parse(source)
    known = literals(tree.body, set())
    return [
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and function.name.startswith("test_")
        and asserts(function)
        and not any(proves(one, literals(function.body, known)) for one in function.body)
    ]


@pytest.mark.slow
def test_no_test_can_pass_by_all_that_it_asserts():
    """Let it say first that there is something to look at, or be parametrized over it."""
    files = sorted(TESTS.rglob("test_*.py"))
    assert len(files) > 100
    found = {str(file.relative_to(TESTS)): passed_by(file.read_text("utf-8")) for file in files}
    assert {file: tests for file, tests in found.items() if tests} == {}


def test_a_loop_over_nothing_is_found_and_one_over_something_is_not():
    """The check itself: what it takes for a proof, and what it does not."""
    passes = """
SOME = ("a",)
def test_a():
    for one in found():
        assert one
def test_b():
    if found():
        assert False
def test_c():
    assert found()
    for one in found():
        assert one
def test_d():
    for one in SOME:
        assert one
def test_e():
    with pytest.raises(ValueError):
        found()
def test_f():
    if found():
        assert 1
    else:
        assert 2
def test_g():
    for one in ():
        assert one
def test_h():
    some = [1]
    for one in some:
        assert one
def test_i():
    def inner():
        assert found()
    run(inner)
"""
    assert passed_by(passes) == ["test_a", "test_b", "test_g"]


def test_nothing_that_ci_has_to_have_is_passed_over_in_silence():
    """`importorskip` skips in CI too: what is asked of others is asked by `peer`, which fails there."""
    silent = [
        str(file.relative_to(TESTS))
        for file in sorted(TESTS.rglob("*.py"))
        if file != Path(__file__) and "importorskip" in file.read_text("utf-8")
    ]
    assert silent == []


def test_nothing_is_awaited_in_the_thread_of_a_browser():
    """A worker that opened a browser has a loop that runs: `asyncio.run` fails there, or not, by the order of the tests."""
    alone = [
        str(file.relative_to(TESTS))
        for file in sorted(TESTS.rglob("test_*.py"))
        if file != Path(__file__) and "asyncio.run(" in file.read_text("utf-8")
    ]
    assert alone == []


def test_ci_runs_everything_and_knows_that_it_is_ci():
    """Whatever is left out of `script/test` is left out by a mark that has a command of its own, and never by CI."""
    asked = (TESTS.parent / ".ci" / "run").read_text("utf-8").splitlines()
    assert asked[-2:] == ["export CI=true", 'exec bash "$(dirname "$0")/../script/test" "$@"']
    told = (TESTS.parent / "script" / "test").read_text("utf-8").splitlines()[-1]
    assert told.startswith("exec .venv/bin/python -m pytest -n 3 ")
    assert told.endswith(' "$@"')
    assert not {"-m", "-k", "--ignore", "--deselect"} & set(told.split()[4:])


def test_a_missing_peer_fails_in_ci_and_is_skipped_elsewhere(monkeypatch):
    """And so does a file of the shared material, where the material is there at all."""
    from tests import conftest

    monkeypatch.setattr(conftest, "SHARED", TESTS)
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="nobody_wrote_this"):
        conftest.peer("nobody_wrote_this")
    with pytest.raises(pytest.fail.Exception, match="cases/none"):
        conftest.shared("cases/none.jsonl")
    assert conftest.shared("conftest.py") == TESTS / "conftest.py"
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="nobody_wrote_this"):
        conftest.peer("nobody_wrote_this")
    monkeypatch.setattr(conftest, "SHARED", TESTS / "not here")
    assert conftest.shared("cases/none.jsonl") is None
