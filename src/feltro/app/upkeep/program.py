"""The program itself as it is installed here: kept as a wheel before another version takes its place, and put back.

What is kept needs no network to come back. Packages that Feltro rests on stay as the newer version wanted them: each
version says from which of theirs on it works, and none says up to which.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution
    from pathlib import Path

NAME = "feltro"
OF_THE_INSTALLER = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json"}
"""Notes about one installation, which are no part of a wheel."""


class NotInstalledError(Exception):
    """Feltro runs from its source, or nothing is here that could install: `because` is a key of words."""

    def __init__(self, because: str) -> None:
        super().__init__(because)
        self.because = because


def installed() -> Distribution:
    """The package as its installer wrote it. A source that is run as it lies has no version to go back to."""
    try:
        found = distribution(NAME)
    except PackageNotFoundError as error:
        raise NotInstalledError("cli.update.source") from error
    if not any(str(file) == f"{NAME}/__init__.py" for file in found.files or ()):
        raise NotInstalledError("cli.update.source")
    return found


def keep_program(folder: Path) -> Path:
    """A wheel of what is installed, in this folder."""
    found = installed()
    wheel = folder / f"{NAME}-{found.version}-py3-none-any.whl"
    notes = f"{NAME}-{found.version}.dist-info"
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in _parts(found):
            packed.writestr(name, content)
            mark = base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={mark},{len(content)}\n")
        packed.writestr(f"{notes}/RECORD", "".join([*record, f"{notes}/RECORD,,\n"]))
    return wheel


def _parts(found: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in found.files or ():
        name = file.as_posix()
        if ".." in file.parts or "__pycache__" in file.parts or file.name in OF_THE_INSTALLER:
            continue
        yield name, file.read_binary()


def installer() -> list[str]:
    """What installs into the very environment that this runs in."""
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", sys.executable]
    raise NotInstalledError("cli.update.no_installer")


def install_newer(what: str) -> str:
    """A wheel's path, or the name to ask the index for. What the installer complained of; nothing when it is done."""
    return _run([*installer(), "--upgrade", what])


def put_back(wheel: Path) -> str:
    """The kept version over whatever is there, without asking anybody."""
    how = ["--force-reinstall"] if find_spec("pip") else ["--reinstall"]
    return _run([*installer(), "--no-index", "--no-deps", *how, str(wheel)])


def ask_program(*words: str) -> str:
    """A command of the version that is installed now, in a process of its own; what it said where it ended badly."""
    return _run([sys.executable, "-m", "feltro.cli.main", *words])


def version_now() -> str:
    """Of what lies there now: this process was begun by the version before."""
    return distribution(NAME).version


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)  # noqa: S603 - our own words
    return (done.stderr or done.stdout or str(done.returncode)).strip() if done.returncode else ""
