"""A folder of published files: written whole or not at all, left alone where nothing changed, and what is gone is taken away.

A list beside the files says what each was made of. Only files of that list are ever written over or removed: whatever
else lies in the folder is somebody else's.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FORMAT = "feltro/published/1"
LIST = "feltro-publicado.json"
PART = ".feltro-parte"
"""How the name of a file ends until it is whole."""


class PublishedFile(msgspec.Struct, frozen=True, kw_only=True):
    made_of: str = ""
    """SHA-256 of all that its content depends on: equal, and it is not made again. Nothing: not known to be whole."""
    sha256: str = ""
    size: int = 0


class PublishedList(msgspec.Struct, frozen=True, kw_only=True):
    format: str = FORMAT
    files: dict[str, PublishedFile] = {}


class NotOurs(Exception):  # noqa: N818 - what is wrong with the folder
    """The folder holds files and no list of ours, or a list that nobody can read."""


class PublishedFolder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.written: list[str] = []
        self.kept: list[str] = []
        self.removed: list[str] = []
        self._was = _read_list(path)
        self._now: dict[str, PublishedFile] = {}

    def begin(self, names: Iterable[str]) -> None:
        """New names are listed before there is anything under them: after a power cut they are still ours."""
        self.path.mkdir(parents=True, exist_ok=True)
        ahead = {name: PublishedFile() for name in names if name not in self._was.files}
        if ahead:
            self._write_list({**self._was.files, **ahead})

    def put(self, name: str, made_of: bytes, make: Callable[[], bytes]) -> None:
        """`make` is asked only where what it is made of has changed, or the file is not as it was left."""
        mark, was = sha256(made_of).hexdigest(), self._was.files.get(name)
        if was and was.made_of == mark and self._is_whole(name, was):
            self._now[name] = was
            self.kept.append(name)
            return
        body = make()
        told = PublishedFile(made_of=mark, sha256=sha256(body).hexdigest(), size=len(body))
        self._now[name] = told
        if self._is_whole(name, told):
            self.kept.append(name)
            return
        self._write(name, body)
        self.written.append(name)

    def finish(self) -> None:
        """What was published once and is no longer goes; last of all the list is written."""
        for name in self._was.files.keys() - self._now.keys():
            self._remove(name)
        if self._now != self._was.files or not (self.path / LIST).is_file():
            self._write_list(self._now)

    @property
    def size(self) -> int:
        return sum(one.size for one in self._now.values())

    def _is_whole(self, name: str, told: PublishedFile) -> bool:
        path = self.path / name
        try:
            return path.stat().st_size == told.size and sha256(path.read_bytes()).hexdigest() == told.sha256
        except OSError:
            return False

    def _write(self, name: str, body: bytes) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + PART)
        part.write_bytes(body)
        part.replace(path)

    def _remove(self, name: str) -> None:
        path = self.path / name
        if path.is_file():
            path.unlink()
            self.removed.append(name)
        folder = path.parent
        while folder != self.path and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent

    def _write_list(self, files: dict[str, PublishedFile]) -> None:
        told = PublishedList(files=dict(sorted(files.items())))
        self._write(LIST, msgspec.json.format(msgspec.json.encode(told), indent=1))


def _read_list(path: Path) -> PublishedList:
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return PublishedList()
    try:
        found = msgspec.json.decode((path / LIST).read_bytes(), type=PublishedList)
    except (OSError, msgspec.DecodeError) as error:
        raise NotOurs(str(path)) from error
    if found.format != FORMAT or not all(map(_inside, found.files)):
        raise NotOurs(str(path))
    return found


def _inside(name: str) -> bool:
    """A list that somebody wrote by hand takes nothing away outside of its folder."""
    parts = PurePosixPath(name).parts
    return bool(parts) and not name.startswith("/") and ".." not in parts and "\\" not in name and ":" not in name
