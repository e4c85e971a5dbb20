"""What Windows lacks is nowhere: clubs have Windows laptops, and nobody here has one to try it on."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = ROOT / "src" / "feltro"
ABSENT = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
NOT_THERE = {
    "CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "O_DIRECTORY", "O_NONBLOCK", "O_SYNC", "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT",
    "SIGUSR1", "SIGUSR2", "SO_REUSEPORT", "AF_UNIX", "add_signal_handler", "chown", "clock_gettime", "clock_gettime_ns", "fchmod",
    "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg", "mkfifo", "nice", "pread",
    "pwrite", "sched_getaffinity", "sendfile", "setsid", "statvfs", "sync", "symlink", "symlink_to", "uname", "wait3", "waitpid",
}  # fmt: skip
UNKNOWN_LETTERS = re.compile(r"%-[dHIMmSjy]")
"""Of `strftime`: glibc leaves out zeros so, and Windows refuses the whole form."""
READS_TEXT = {"read_text", "write_text", "fdopen", "NamedTemporaryFile", "TemporaryFile"}
FORBIDDEN_IN_NAMES = set('<>:"|?*\\')


def faults(text: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(text)
    apart = {id(inside) for body in behind_a_question(tree) for one in body for inside in ast.walk(one)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and UNKNOWN_LETTERS.search(node.value):
            yield node.lineno, "a form of dates that only glibc reads"
        if isinstance(node, ast.Call) and (name := unencoded(node)):
            yield node.lineno, f"{name} without an encoding"
        if id(node) in apart:
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from ((node.lineno, name) for name in names if name.split(".")[0] in ABSENT)
        if isinstance(node, ast.Attribute) and node.attr in NOT_THERE:
            yield node.lineno, node.attr


def behind_a_question(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """What is done only where the system was asked: in an `if` on it, or behind one that left where it is Windows."""
    for one in ast.walk(tree):
        if isinstance(one, ast.If) and asks_the_system(one.test):
            yield [*one.body, *one.orelse]
        if isinstance(one, ast.FunctionDef):
            left = [at for at, line in enumerate(one.body) if isinstance(line, ast.If) and is_left_on_windows(line)]
            yield one.body[left[0] :] if left else []


def asks_the_system(test: ast.expr) -> bool:
    said = ast.unparse(test)
    return "sys.platform" in said or said.startswith("hasattr(")


def is_left_on_windows(line: ast.If) -> bool:
    return "sys.platform == 'win32'" in ast.unparse(line.test) and isinstance(line.body[-1], ast.Return)


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
        "import time\ntime.clock_gettime_ns(time.CLOCK_MONOTONIC)",
        "import sys, time\ngetattr(time, 'CLOCK_BOOTTIME', time.CLOCK_MONOTONIC)",
        "import asyncio\nasyncio.get_running_loop().add_signal_handler(15, print)",
        "import os\nos.statvfs('/')",
        "from datetime import date\nf'{date(2027, 1, 8):%-d/%m}'",
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


@pytest.mark.parametrize(
    "right",
    [
        "import sys, time\nif sys.platform == 'linux':\n    time.clock_gettime_ns(time.CLOCK_BOOTTIME)",
        "import sys\ndef limit():\n    if sys.platform == 'win32':\n        return 512\n    import resource\n    return 1",
        "import socket\nif hasattr(socket, 'SO_REUSEPORT'):\n    print(socket.SO_REUSEPORT)",
    ],
)
def test_what_stands_behind_a_question_to_the_system_is_let_through(right):
    assert not list(faults(right))


def test_no_name_of_a_file_is_made_with_a_letter_that_windows_refuses():
    """A colon makes half a file there, without a word: copies, pictures and papers are named by letters, digits and hyphens."""
    from feltro.app.upkeep.backups import NAME

    assert NAME.fullmatch("feltro-20270108T200000Z-00000012.sqlite3")
    made = re.compile(r"""(?:with_name|with_suffix|joinpath|Path)\(f?["'][^"']*[:<>|?*][^"']*["']""")
    assert made.search('path.with_name(f"{name}:{level}")')
    named = [
        f"{path.relative_to(SOURCE)}: {found[0]}"
        for path in sorted(SOURCE.rglob("*.py"))
        for found in made.finditer(re.sub(r"\{[^{}]*\}", "", path.read_text(encoding="utf-8")))
    ]
    assert named == []


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


def test_a_key_that_two_make_together_is_the_first_ones_on_every_disk(tmp_path, monkeypatch):
    """By a second name on Linux, by a name that is taken on Windows, by opening it anew on a stick."""
    from feltro.app.world import key_folder

    def no_second_name(*_):
        raise PermissionError(1, "Operation not permitted")

    def taken(draft, path):
        if path.exists():
            raise FileExistsError(path)
        draft.replace(path)

    for kind in ("linux", "stick", "win32"):
        if kind == "stick":
            monkeypatch.setattr(key_folder.os, "link", no_second_name)
        if kind == "win32":
            monkeypatch.setattr(key_folder.sys, "platform", "win32")
            monkeypatch.setattr(Path, "rename", taken)
        kept = tmp_path / f"{kind}.key"
        for said in (b"first", b"second"):
            draft = tmp_path / f".{kind}"
            draft.write_bytes(said)
            key_folder.keep_first(draft, kept)
        assert (kept.read_bytes(), draft.exists()) == (b"first", False), kind


def test_the_hour_of_the_house_is_counted_where_there_is_one_counter_only(monkeypatch):
    """As on Windows, where `time` has no clocks by name."""
    from feltro.app.settings import hour

    monkeypatch.setattr(hour.sys, "platform", "win32")
    monkeypatch.delattr(hour.time, "clock_gettime_ns")
    began = hour.passed()
    assert hour.passed() >= began > 0
