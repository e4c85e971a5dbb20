"""A regulation to begin with, and the way of a finished one onto a house's own shelf."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from feltro.rulebook.library import SHIPPED
from feltro.rulebook.load import folder_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODEL = SHIPPED / "modelo"
LAYER = "adendo.toml"
LAYER_CASES = "adendo.casos.jsonl"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


def is_a_name(book_id: str) -> bool:
    """Small letters, figures and single hyphens: it becomes a folder and part of an address."""
    return bool(NAME.match(book_id))


def place(folder: Path, book_id: str, extends: str | None) -> Path:
    return folder / (f"{book_id}.toml" if extends else folder_name(book_id))


def write(folder: Path, book_id: str, name: str, extends: str | None) -> list[Path]:
    """A whole book as a folder, or a layer over `extends` as a file, each with a first case. Nothing is written over."""
    made = place(folder, book_id, extends)
    if made.exists():
        raise FileExistsError(17, "exists", str(made))
    written = []
    for source, target in _files(made, book_id, extends):
        text = source.read_text(encoding="utf-8")
        for mark, value in (("@ID@", book_id), ("@NAME@", name.replace('"', "'")), ("@EXTENDS@", extends or "")):
            text = text.replace(mark, value)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written


def _files(made: Path, book_id: str, extends: str | None) -> Iterator[tuple[Path, Path]]:
    if extends:
        yield MODEL / LAYER, made
        yield MODEL / LAYER_CASES, made.with_name(f"{book_id}.casos.jsonl")
        return
    for source in sorted((MODEL / "livro").iterdir()):
        if source.is_file():
            yield source, made / source.name


def put_on_shelf(path: Path, book_id: str, shelf: Path, *, replace: bool) -> Path:
    """Copied beside and renamed, so that a reader never finds half a book. The same text may come again; another text
    under a name that events stand on only when somebody says so."""
    put = place(shelf, book_id, None if path.is_dir() else book_id)
    if put.exists() and not replace and not _same(path, put):
        raise FileExistsError(17, "exists", str(put))
    shelf.mkdir(parents=True, exist_ok=True)
    beside = put.with_name(f".{put.name}.new")
    _remove(beside)
    if path.is_dir():
        shutil.copytree(path, beside, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    else:
        shutil.copyfile(path, beside)
        cases = path.with_suffix(".casos.jsonl")
        if cases.is_file():
            shutil.copyfile(cases, put.with_suffix(".casos.jsonl"))
    _remove(put)
    beside.replace(put)
    return put


def _same(one: Path, other: Path) -> bool:
    return _texts(one) == _texts(other)


def _texts(path: Path) -> dict[str, bytes]:
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return {
        (file.name if path.is_dir() else ""): file.read_bytes()
        for file in files
        if file.is_file() and not file.name.startswith(".")
    }


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
