"""What Windows lacks is nowhere: clubs have Windows laptops, and nobody here has one to try it on."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = ROOT / "src" / "feltro"
ABSENT = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
NOT_THERE = {"fork", "forkpty", "geteuid", "getuid", "killpg", "mkfifo", "setsid", "SIGHUP", "SIGKILL", "SIGUSR1"}
READS_TEXT = {"read_text", "write_text", "fdopen", "NamedTemporaryFile", "TemporaryFile"}
FORBIDDEN_IN_NAMES = set('<>:"|?*\\')


def faults(text: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(text)
    tried = {id(inside) for one in ast.walk(tree) if isinstance(one, ast.Try) for inside in ast.walk(one)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in tried:
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from ((node.lineno, name) for name in names if name.split(".")[0] in ABSENT)
        if isinstance(node, ast.Attribute) and node.attr in NOT_THERE:
            yield node.lineno, node.attr
        if isinstance(node, ast.Call) and (name := unencoded(node)):
            yield node.lineno, f"{name} without an encoding"


def unencoded(call: ast.Call) -> str:
    """The name of a call that opens text and leaves it to the machine which letters there are."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    owner = getattr(getattr(call.func, "value", None), "id", "")
    given = {one.arg for one in call.keywords}
    words = [one.value for one in (*call.args, *(k.value for k in call.keywords)) if isinstance(one, ast.Constant)]
    binary = any(isinstance(one, str) and "b" in one and len(one) <= 3 for one in words)
    of_text = name in READS_TEXT or (name == "open" and owner in {"", "path", "file", "Path"} and owner != "os")
    if not of_text or binary or "encoding" in given or owner in {"Image", "packed", "webbrowser"}:
        return ""
    if name == "read_text" and call.args and isinstance(call.args[0], ast.Constant):
        return ""
    return "" if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call) else name


@pytest.mark.parametrize(
    "wrong",
    [
        "import fcntl",
        "from resource import getrlimit",
        "import os\nos.fork()",
        "import signal\nsignal.SIGKILL",
        "from pathlib import Path\npath = Path('x')\npath.read_text()",
        "open('x')",
        "open('x', 'w', newline='')",
    ],
)
def test_the_guard_sees_each_kind(wrong):
    """One of each is noticed, so that an empty list below means something."""
    assert list(faults(wrong))


@pytest.mark.slow
def test_nothing_that_windows_lacks_is_used():
    """Modules, calls and signals that only Unix has, and text whose letters depend on the machine."""
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {what}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line, what in faults(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_file_of_the_package_has_a_name_that_windows_takes():
    """No letter it refuses, no name it keeps for itself, no two that differ by case alone."""
    names = [path.relative_to(SOURCE) for path in SOURCE.rglob("*") if "__pycache__" not in path.parts]
    parts = {part for name in names for part in name.parts}
    kept = {"con", "prn", "aux", "nul", "com1", "lpt1"}
    assert [part for part in parts if FORBIDDEN_IN_NAMES & set(part) or part.endswith((" ", "."))] == []
    assert [part for part in parts if Path(part).stem.lower() in kept] == []
    assert len({str(name).lower() for name in names}) == len(names)


def test_an_archive_is_flushed_without_opening_a_folder_where_folders_cannot_be_opened(tmp_path, monkeypatch):
    """On Windows a folder has no descriptor: the file is flushed, the folder left alone."""
    from feltro.store import archive

    opened = []
    real = archive.os.open
    monkeypatch.setattr(archive.sys, "platform", "win32")
    monkeypatch.setattr(archive.os, "open", lambda path, *more: opened.append(str(path)) or real(path, *more))
    target = tmp_path / "casa.zip"
    with archive.written_whole(target) as beside:
        beside.write_bytes(b"tudo")
    assert target.read_bytes() == b"tudo"
    assert str(tmp_path) not in opened
