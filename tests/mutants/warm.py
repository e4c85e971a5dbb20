"""A plugin of pytest: reads the tests once, and asks them about each change in a fork of its own. See tests/mutants/forks.py.

In the fork the changed function's code takes the place of what was read. What ran while everything was read has left its
traces in every fork: a change there that a fork does not notice is left to a process that reads everything anew.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = float(os.environ.get("MUTANTS_PATIENCE", "60"))
"""Seconds in which one test has ended, or never will."""
ASKED = os.environ.get("MUTANTS_ASKED", "")
ANSWERS = int(os.environ.get("MUTANTS_ANSWERS", "-1"))

Place = tuple[str, int]
"""Of a function: its file, and its first line."""
failed: list[str] = []
ran_when_read: set[Place] = set()


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno


def _enter(frame: Any, _event: str, _arg: Any) -> None:
    ran_when_read.add(_place(frame.f_code))


def pytest_configure() -> None:
    if ASKED:
        sys.settrace(_enter)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        failed.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    sys.settrace(None)
    items = {item.nodeid: item for item in session.items}
    functions = _functions()
    for line in Path(ASKED).read_text("utf-8").splitlines():
        one = json.loads(line)
        tests = [items[test] for test in one["tests"] if test in items]
        answer = _answer(one["source"], functions.get((one["file"], one["function"]), []), tests)
        os.write(ANSWERS, f"{json.dumps(answer)}\n".encode())
    return True


def _functions() -> dict[Place, list[FunctionType]]:
    """All that were read, wherever they are held: in a class, behind a decorator, in a table of decisions."""
    found: dict[Place, list[FunctionType]] = {}
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found.setdefault(_place(one.__code__), []).append(one)
    gc.freeze()
    return found


def _answer(source: str, functions: list[FunctionType], tests: list[pytest.Item]) -> str | None:
    """The test that notices it, nothing where none does, and None where only reading everything anew can tell."""
    if not functions or not tests:
        return None
    was = functions[0].__code__
    inside = _codes(compile(source, was.co_filename, "exec", dont_inherit=True))
    code = next((one for one in inside if (_place(one), one.co_name) == (_place(was), was.co_name)), None)
    if code is None or code.co_freevars != was.co_freevars:
        return None
    by = _in_a_fork(functions, code, tests)
    return None if not by and _place(was) in ran_when_read else by


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _in_a_fork(functions: list[FunctionType], code: CodeType, tests: list[pytest.Item]) -> str:
    listening, telling = os.pipe()
    child = os.fork()
    if not child:
        _ask(functions, code, tests, telling)
    os.close(telling)
    told, in_time = b"", True
    while in_time:
        in_time = bool(select.select([listening], [], [], PATIENCE)[0])
        said = os.read(listening, 4096) if in_time else b""
        if not said:
            break
        told += said
    os.close(listening)
    if not in_time:
        os.killpg(child, signal.SIGKILL)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(ProcessLookupError):  # what its tests started and did not end
        os.killpg(child, signal.SIGKILL)
    if not in_time:
        return "in time"
    return told.decode().strip() or (f"the fork ended with {ended}" if ended else "")


def _ask(functions: list[FunctionType], code: CodeType, tests: list[pytest.Item], telling: int) -> None:
    """The child: each test that ends is told, the first that fails by its name. It never comes back."""
    try:
        os.setsid()
        for one in functions:
            one.__code__ = code
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            os.write(telling, f"{''.join(failed[:1])}\n".encode())
            if failed:
                break
    except BaseException as unexpected:  # noqa: BLE001 - whatever it was, the program as it stands does not do it
        os.write(telling, f"{type(unexpected).__name__}\n".encode())
    finally:
        os._exit(0)
