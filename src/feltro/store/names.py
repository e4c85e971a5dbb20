"""What a name and a payload must be for every database, log line and archive to carry them."""

from __future__ import annotations

from msgspec import DecodeError, Raw
from msgspec.json import decode

LONGEST_NAME = 500
"""Bytes of a stream, key, kind or any other name. PostgreSQL's NOTIFY carries less than 8,000."""
_SURELY_SHORT = LONGEST_NAME // 4
"""Characters, each of which has four bytes at most."""


def check_name(text: str, *, may_be_empty: bool = False) -> None:
    """Names are printable, so that every database, log line and file name can carry them."""
    if not text and may_be_empty:
        return
    if not text or not text.isprintable() or (len(text) > _SURELY_SHORT and len(text.encode()) > LONGEST_NAME):
        raise ValueError(f"not a name that a store can keep: {text[:60]!r}")


def check_payload(payload: bytes) -> None:
    payload.decode()
    try:
        decode(payload, type=Raw)
    except DecodeError as error:
        raise ValueError(f"a payload is JSON: {error}") from error
    if payload != payload.strip() or b"\n" in payload or b"\r" in payload:
        raise ValueError("a payload is one line, without space around it")
