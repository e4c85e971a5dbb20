"""The part of a store that SQLite and PostgreSQL say in the same words.

Both have the five tables `events`, `commands`, `registry`, `vault` and `links` with the same columns. Statements
use `?` for a value; each database's session knows its own spelling.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from feltro.kernel.instants import Instant
from feltro.store.checksums import COMMANDS, REGISTRY, VAULT, checked
from feltro.store.draft import Draft
from feltro.store.links import EMPTY, Head, Written
from feltro.store.port import (
    Adopted,
    AlreadyDone,
    Appended,
    Conflict,
    Keep,
    Kept,
    Meta,
    Put,
    Recorded,
    Taken,
)
from feltro.store.seal import chained, heads_of
from feltro.store.sql_links import LINKS, before, last_head, last_link, links_after, put_links, take_in_links

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from feltro.store.links import Link, Signer
    from feltro.store.port import Contents, Outcome, Transaction
    from feltro.store.sql_links import Ask, Session

BATCH = 1000
AT_ONCE = 400
"""Streams or keys in one question: SQLite takes no more than 500 parts of one, and a house of five seasons has more."""
WITHOUT_LINKS = 1
"""The version of the tables that Feltro 0.1 wrote."""
WITHOUT_CHECKSUMS = 2
_NO_LIMIT = (1 << 63) - 1

_READ = """
SELECT version, name, schema, payload, who, role, device, at, key, command, hash FROM events
WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"""
_HEAD = "SELECT version, hash FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1"
# Jumps from one stream to the next in the primary key, instead of passing over every event.
_STREAMS = """
WITH RECURSIVE named(stream) AS (
  SELECT min(stream) FROM events WHERE stream >= ?
  UNION ALL
  SELECT (SELECT min(next.stream) FROM events AS next WHERE next.stream > named.stream)
  FROM named WHERE substr(named.stream, 1, ?) = ?
)
SELECT stream, (SELECT max(version) FROM events WHERE events.stream = named.stream)
FROM named WHERE substr(stream, 1, ?) = ? ORDER BY stream"""
_HEAD_OF = f"SELECT * FROM ({_HEAD.replace('SELECT', 'SELECT stream,')}) AS head"  # noqa: S608 - our own words
_ANSWER = "SELECT outcome FROM commands WHERE key = ?"
_ANSWERED = "SELECT key, outcome FROM commands WHERE key IN"
_ANSWERS = "SELECT key, outcome FROM commands WHERE key > ? ORDER BY key LIMIT ?"
_KEPT = "SELECT kind, id, body, at, key FROM registry WHERE kind = ? AND id = ?"
_REGISTRY = """
SELECT kind, id, body, at, key FROM registry
WHERE (kind, id) > (?, ?) AND (? = 1 OR kind = ?) ORDER BY kind, id LIMIT ?"""
_MARKED = "SELECT kind, id, checksum FROM registry"
_HIDDEN = "SELECT secret FROM vault WHERE id = ?"
_HIDDEN_IDS = "SELECT id FROM vault ORDER BY id"

_ADD_ANSWER = "INSERT INTO commands (key, outcome, checksum) VALUES (?, ?, ?)"
CLAIM_ANSWER = f"{_ADD_ANSWER} ON CONFLICT DO NOTHING RETURNING key"
_ADD_EVENT = """
INSERT INTO events (stream, version, name, schema, payload, who, role, device, at, key, command, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_ADD_ROW = "INSERT INTO registry (kind, id, body, at, key, checksum) VALUES (?, ?, ?, ?, ?, ?)"
_KEEP = f"""{_ADD_ROW} ON CONFLICT (kind, id) DO UPDATE
SET body = excluded.body, at = excluded.at, key = excluded.key, checksum = excluded.checksum"""
_KEEP_NEW = f"{_ADD_ROW} ON CONFLICT DO NOTHING RETURNING id"
_ERASE = "DELETE FROM registry WHERE kind = ? AND id = ?"
_ADD_HIDDEN = "INSERT INTO vault (id, secret, checksum) VALUES (?, ?, ?)"
_PUT = f"{_ADD_HIDDEN} ON CONFLICT DO NOTHING RETURNING id"
_REVEAL = "DELETE FROM vault WHERE id = ?"


class SqlReader:
    """Reading through one function that answers a statement with its rows."""

    tables = WITHOUT_CHECKSUMS + 1
    """Their version: a copy that an older Feltro wrote may have no links, and no checksums."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def read(self, stream: str, after: int = 0, up_to: int | None = None) -> Iterator[Recorded]:
        last = _NO_LIMIT if up_to is None else up_to
        while True:
            rows = self._ask(_READ, (stream, after, last, BATCH))
            for row in rows:
                version, name, schema, payload, who, role, device, at, key, command, seal = row
                meta = Meta(who, role, device, at, key, command)
                yield Recorded(stream, version, name, schema, payload, meta, seal)
            if len(rows) < BATCH:
                return
            after = rows[-1][0]

    def version(self, stream: str) -> int:
        return head_of(self._ask, stream).version

    def streams(self, prefix: str = "") -> dict[str, int]:
        return dict(self._ask(_STREAMS, (prefix, *(len(prefix), prefix) * 2)))

    def answered(self, key: str) -> AlreadyDone | None:
        rows = self._ask(_ANSWER, (key,))
        return AlreadyDone(key, rows[0][0]) if rows else None

    def answers(self) -> Iterator[AlreadyDone]:
        last, more = "", True
        while more:
            rows = self._ask(_ANSWERS, (last, BATCH))
            yield from (AlreadyDone(*row) for row in rows)
            more = len(rows) == BATCH
            last = rows[-1][0] if rows else last

    def kept(self, kind: str, row_id: str) -> Kept | None:
        rows = self._ask(_KEPT, (kind, row_id))
        return Kept(*rows[0]) if rows else None

    def registry(self, kind: str | None = None) -> Iterator[Kept]:
        last, more = (kind or "", ""), True
        while more:
            rows = self._ask(_REGISTRY, (*last, int(kind is None), kind or "", BATCH))
            yield from (Kept(*row) for row in rows)
            more = len(rows) == BATCH
            last = rows[-1][:2] if rows else last

    def marked_rows(self) -> Iterator[tuple[str, str, bytes]]:
        return (tuple(row) for row in self._ask(_MARKED, ()))

    def secret(self, secret_id: str) -> bytes | None:
        rows = self._ask(_HIDDEN, (secret_id,))
        return rows[0][0] if rows else None

    def secrets(self) -> tuple[str, ...]:
        return tuple(name for (name,) in self._ask(_HIDDEN_IDS, ()))

    def links(self, after: int = 0) -> Iterator[Link]:
        return links_after(self._ask, after) if self.tables > WITHOUT_LINKS else iter(())

    def last_link(self) -> Link | None:
        return last_link(self._ask) if self.tables > WITHOUT_LINKS else None


class SqlStanding(SqlReader):
    """Where a database stands, asked by the one who writes to it."""

    def heads(self, streams: Collection[str]) -> dict[str, Head]:
        """In one question for many: a decision looks at several streams, and a server may be far away."""
        found: dict[str, Head] = {}
        for some in _asked_together(streams):
            each = " UNION ALL ".join([_HEAD_OF] * len(some))
            found |= {stream: Head(version, seal) for stream, version, seal in self._ask(each, some)}
        return found

    def answered_of(self, keys: Collection[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        for some in _asked_together(keys):
            found |= dict(self._ask(f"{_ANSWERED} ({', '.join('?' * len(some))})", some))
        return found

    def head_of_links(self) -> Head | None:
        return last_head(self._ask)

    def heads_before(self, _written: Written) -> dict[str, Head]:
        return before(self._ask, _written)


def _asked_together(names: Collection[str]) -> Iterator[tuple[str, ...]]:
    several = tuple(names)
    return (several[first : first + AT_ONCE] for first in range(0, len(several), AT_ONCE))


def head_of(ask: Ask, stream: str) -> Head:
    rows = ask(_HEAD, (stream,))
    return Head(*rows[0]) if rows else EMPTY


def write(session: Session, transaction: Transaction, signer: Signer | None = None) -> Outcome:
    """Write a transaction. Whoever calls keeps what was written if it is `Appended`, and undoes it if not."""
    session.lock((LINKS,))
    draft = Draft(SqlStanding(session.ask), signer, lambda mine: put(session, mine))
    outcome = draft.write(transaction)
    draft.flush()
    return outcome


def put(session: Session, draft: Draft) -> None:
    """Everything that a turn accepted, in as few statements as there are tables."""
    session.many(_ADD_ANSWER, [checked(COMMANDS, *answer) for answer in draft.answers.items()])
    add_events(session, draft.events)
    for change, meta in draft.registry:
        if isinstance(change, Keep):
            keep_row(session, Kept(change.kind, change.id, change.body, meta.at, meta.key))
        else:
            erase_row(session, change.kind, change.id)
    for secret in draft.vault:
        if isinstance(secret, Put):
            put_secret(session, secret)
        else:
            session.many(_REVEAL, [(secret.id,)])
    put_links(session, draft.links)


def add_events(session: Session, events: Iterable[Recorded]) -> None:
    session.many(_ADD_EVENT, map(_row, events))


def keep_row(session: Session, row: Kept) -> None:
    session.many(_KEEP, [checked(REGISTRY, row.kind, row.id, row.body, row.at, row.key)])


def erase_row(session: Session, kind: str, row_id: str) -> None:
    session.many(_ERASE, [(kind, row_id)])


def put_secret(session: Session, secret: Put) -> None:
    session.many(_ADD_HIDDEN, [checked(VAULT, secret.id, secret.secret)])


def take_in(session: Session, contents: Contents, signer: Signer | None = None) -> Adopted | Taken:
    """Write what another store recorded. Kept if `Adopted`, undone otherwise."""
    session.lock((LINKS,))
    session.lock_all()
    for answer in contents.answers:
        if not _same_or_new(session, (CLAIM_ANSWER, _ANSWER), checked(COMMANDS, answer.key, answer.outcome)):
            return Taken("key", answer.key)
    for put in contents.secrets:
        if not _same_or_new(session, (_PUT, _HIDDEN), checked(VAULT, put.id, put.secret)):
            return Taken("secret", put.id)
    left_alone = [(row.kind, row.id) for row in contents.registry if not _keep_if_new(session, row)]
    heads: dict[str, Head] = {}
    at = Instant(0)
    for batch in _batches(chained(contents.events)):
        for stream in {event.stream for event in batch} - heads.keys():
            if head_of(session.ask, stream).version:
                return Taken("stream", stream)
        session.many(_ADD_EVENT, map(_row, batch))
        heads |= heads_of(batch)
        at = max(at, *(event.meta.at for event in batch))  # no clock here: the latest that is known
    take_in_links(session, tuple(contents.links), Written(heads, dict.fromkeys(heads, 0), at), signer)
    versions = {stream: head.version for stream, head in heads.items()}
    if contents.announced:
        told = write(session, contents.announced, signer)
        if not isinstance(told, Appended):
            return not_announced(told)
        versions |= told.versions
    return Adopted(versions, tuple(sorted(left_alone)))


def not_announced(why: Conflict | AlreadyDone) -> Taken:
    return Taken("version", why.stream) if isinstance(why, Conflict) else Taken("key", why.key)


def _same_or_new(session: Session, add_and_get: tuple[str, str], row: tuple[Any, ...]) -> bool:
    add, get = add_and_get
    name, value, _ = row
    return bool(session.ask(add, row)) or session.ask(get, (name,))[0][0] == value


def _keep_if_new(session: Session, row: Kept) -> bool:
    """Keep a row that is new here. False if this store has the row with another body."""
    if session.ask(_KEEP_NEW, checked(REGISTRY, row.kind, row.id, row.body, row.at, row.key)):
        return True
    ours: bytes = session.ask(_KEPT, (row.kind, row.id))[0][2]
    return ours == row.body


def _row(event: Recorded) -> tuple[Any, ...]:
    meta = event.meta
    place = (event.stream, event.version, event.name, event.schema, event.payload)
    return (*place, meta.who, meta.role, meta.device, meta.at, meta.key, meta.command, event.hash)


def _batches(events: Iterator[Recorded]) -> Iterator[list[Recorded]]:
    while batch := list(islice(events, BATCH)):
        yield batch
