"""The books of the whole house, gone through again in the order in which they were written, from notes on the disk."""

from collections.abc import Iterator

import msgspec

from feltro.app.world.live import Live
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding
from feltro.ledger.accounts import account
from feltro.ledger.checks import check
from feltro.ledger.entries import Posting, PostingLine, Reference
from feltro.store.integrity import Tick, counted
from feltro.store.port import Reader
from feltro.store.scratch import Scratch

_LINKED = "linked (stream TEXT, version INTEGER, number INTEGER, PRIMARY KEY (stream, version)) WITHOUT ROWID"
_POSTINGS = """postings (
  stream TEXT, version INTEGER, number INTEGER, at INTEGER, body BLOB, PRIMARY KEY (stream, version)
) WITHOUT ROWID"""
_FIRST_BEHIND = "SELECT version, number FROM linked WHERE stream = ? ORDER BY version"
_IN_ORDER = "SELECT stream, version, number, at, body FROM postings ORDER BY number, at, stream, version"
_ONE = "SELECT number, at, body FROM postings WHERE stream = ? AND version = ?"


class BooksAgain:
    """By the chain of the house, which no clock that was set meanwhile can change. What is older than the chain goes by its hour."""

    def __init__(self, notes: Scratch) -> None:
        notes.tables(_LINKED, _POSTINGS)
        self._notes = notes
        self._now: tuple[int, int, str, int] = (0, 0, "", 0)
        self.postings = 0

    def know_links(self, reader: Reader, tick: Tick) -> None:
        links = counted(reader.links(), "books", tick)
        heads = ((head.stream, head.version, link.number) for link in links for head in link.heads)
        self._notes.put("INSERT OR IGNORE INTO linked VALUES (?, ?, ?)", heads)

    def add(self, live: Live) -> None:
        known = self._notes.ask(_FIRST_BEHIND, live.stream)
        link = next(known, None)
        rows = []
        for version, one in sorted(live.postings.items()):
            while link and link[0] < version:
                link = next(known, None)
            rows.append((live.stream, version, link[1] if link else 0, one.at, _body(one)))
        self.postings += len(rows)
        self._notes.put("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", rows)

    def findings(self, tick: Tick) -> list[Finding]:
        return check(counted(self._in_order(), "postings", tick), self)

    def _in_order(self) -> Iterator[Posting]:
        for stream, version, number, at, body in self._notes.ask(_IN_ORDER):
            self._now = (number, at, stream, version)
            yield _posting(stream, version, at, body)

    # Those that were gone through: what stands before the one that is looked at.

    def get(self, reference: Reference) -> Posting | None:
        found = self._notes.one(_ONE, reference.stream, reference.version)
        if found is None or (found[0], found[1], reference.stream, reference.version) >= self._now:
            return None
        return _posting(reference.stream, reference.version, found[1], found[2])

    def setdefault(self, _reference: Reference, posting: Posting) -> Posting:
        """A place has one posting: the key of the notes says so."""
        return posting

    def __contains__(self, reference: object) -> bool:
        return isinstance(reference, Reference) and self.get(reference) is not None


def _body(one: Posting) -> bytes:
    lines = [(line.account.kind, line.account.parts, line.amount.centavos) for line in one.lines]
    return msgspec.msgpack.encode(((one.reverses.stream, one.reverses.version) if one.reverses else None, lines))


def _posting(stream: str, version: int, at: int, body: bytes) -> Posting:
    reverses, lines = msgspec.msgpack.decode(body)
    found = tuple(PostingLine(account(kind, *parts), Money(centavos)) for kind, parts, centavos in lines)
    back = Reference(*reverses) if reverses else None
    return Posting(Instant(at), Reference(stream, version), found, back)
