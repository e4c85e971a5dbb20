"""What a laptop that follows keeps beside its keys, and not in the file that it follows into: whom, with which key, how far."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

import msgspec

from feltro.app.second.channel import FollowKey
from feltro.app.upkeep.marks import marks_of
from feltro.kernel.instants import Instant

ENDS = ".follows"


class FollowNote(msgspec.Struct, frozen=True, kw_only=True):
    address: str
    key: FollowKey
    heard_at: Instant | None = None
    """By the clock of this machine: when the first last said that nothing was missing here."""
    link: int = 0
    signer: bytes = b""
    """Who signed the last link: from then on nobody else may."""


def note_path(url: str) -> Path | None:
    marks = marks_of(url)
    return marks.path.with_suffix(ENDS) if marks else None


def read_note(url: str) -> FollowNote | None:
    path = note_path(url)
    if path is None:
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=FollowNote)
    except (OSError, msgspec.MsgspecError):
        return None


def write_note(url: str, note: FollowNote) -> None:
    """Whole or not at all: it holds a key, and only its owner reads it."""
    path = note_path(url)
    if path is None:
        raise ValueError("a house that is forgotten follows nobody")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(note))
    beside.replace(path)


def drop_note(url: str) -> None:
    path = note_path(url)
    if path is not None:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
