"""The chain of the house as SQLite and PostgreSQL keep it, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from feltro.store.links import Head, Link, StreamHead, Written, next_links, unnamed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feltro.store.links import Signer

    Ask = Callable[[str, Sequence[Any]], list[Any]]

LINKS = "feltro/links"
"""What is locked by whoever writes, before anything else: the house has one chain, and so one who adds to it."""
BATCH = 1000
_FIELDS = "number, at, key, answer, heads, hash, signer, signature"
_LINKS = f"SELECT {_FIELDS} FROM links WHERE number > ? ORDER BY number LIMIT ?"  # noqa: S608 - our own words
_LAST = f"SELECT {_FIELDS} FROM links ORDER BY number DESC LIMIT 1"  # noqa: S608 - the same
_LAST_HEAD = "SELECT number, hash FROM links ORDER BY number DESC LIMIT 1"
_ADD = f"INSERT INTO links ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - the same
# Only of a house that is older than its links, and once.
_STREAMS = "SELECT stream, max(version) FROM events GROUP BY stream"
_HASH = "SELECT hash FROM events WHERE stream = ? AND version = ?"
_HEADS = msgspec.json.Decoder(tuple[StreamHead, ...])


class Session(Protocol):
    """A connection inside a transaction that may write."""

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]: ...

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None: ...

    def lock(self, names: Iterable[str]) -> None:
        """Let nobody else have these until the transaction ends."""

    def lock_all(self) -> None:
        """Let nobody else write anything until the transaction ends."""


def links_after(ask: Ask, number: int) -> Iterator[Link]:
    more = True
    while more:
        rows = ask(_LINKS, (number, BATCH))
        yield from map(_link, rows)
        more = len(rows) == BATCH
        number = rows[-1][0] if rows else number


def last_link(ask: Ask) -> Link | None:
    rows = ask(_LAST, ())
    return _link(rows[0]) if rows else None


def last_head(ask: Ask) -> Head | None:
    rows = ask(_LAST_HEAD, ())
    return Head(*rows[0]) if rows else None


def put_links(session: Session, links: Iterable[Link]) -> None:
    session.many(_ADD, map(_row_of, links))


def take_in_links(session: Session, links: Sequence[Link], written: Written, signer: Signer | None) -> None:
    """Those that came along as they are; and one of this house for the streams that none of them names."""
    put_links(session, links)
    left = unnamed(written, links)
    if left.heads:
        last = last_head(session.ask)
        put_links(session, next_links(last, lambda: before(session.ask, left), left, signer))


def before(ask: Ask, written: Written) -> dict[str, Head]:
    """Every stream as it stood before what was written just now."""
    versions = {stream: written.began.get(stream, version) for stream, version in ask(_STREAMS, ())}
    return {
        stream: Head(version, ask(_HASH, (stream, version))[0][0])
        for stream, version in versions.items()
        if version
    }


def _link(row: Sequence[Any]) -> Link:
    number, at, key, answer, heads, *sealed = row
    return Link(number, at, key, answer, _HEADS.decode(heads), *sealed)


def _row_of(link: Link) -> tuple[Any, ...]:
    heads = msgspec.json.encode(link.heads)
    return (link.number, link.at, link.key, link.answer, heads, link.hash, link.signer, link.signature)
