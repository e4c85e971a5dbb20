"""A turn at writing, the same in every store: what was accepted in it, not yet written.

Each command is put in its place after the one before it, sealed and linked in memory. The store then writes all of
them at once: a turn of ten sales costs hardly more statements than a turn of one, and one flush.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from feltro.store.links import Written, next_links
from feltro.store.port import AlreadyDone, Appended, Conflict, Erase, Put
from feltro.store.seal import heads_of, record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from feltro.store.links import Head, Link, Signer
    from feltro.store.port import Keep, Meta, Outcome, Recorded, Reveal, Transaction

MOST_NEWS = 1000
"""Links to look through for streams that moved. Behind more of them, looking at each stream is cheaper."""


class StoreStanding(Protocol):
    """Where a store stands while nobody else writes to it."""

    def heads(self, streams: Collection[str]) -> Mapping[str, Head]:
        """Of those streams that have events."""

    def answered_of(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """What was answered to those keys that were accepted."""

    def head_of_links(self) -> Head | None: ...

    def links(self, after: int = 0) -> Iterator[Link]: ...

    def heads_before(self, _written: Written) -> dict[str, Head]:
        """Every stream as it stood before what is written now."""

    def secret(self, secret_id: str) -> bytes | None: ...


class Draft:
    def __init__(self, standing: StoreStanding, signer: Signer | None, keep: Callable[[Draft], None]) -> None:
        """`keep` writes what is here and flushes it."""
        self.answers: dict[str, bytes] = {}
        self.events: list[Recorded] = []
        self.registry: list[tuple[Keep | Erase, Meta]] = []
        self.vault: list[Put | Reveal] = []
        self.links: list[Link] = []
        self.versions: dict[str, int] = {}
        """Where the streams stand that commands of this turn named."""
        self.is_kept = False
        self._standing = standing
        self._signer = signer
        self._keep = keep
        self._heads: dict[str, Head] = {}
        self._known: dict[str, AlreadyDone | None] = {}
        self._link = standing.head_of_links()
        self._over = False

    @property
    def erases(self) -> bool:
        return any(isinstance(change, Erase) for change, _ in self.registry)

    @property
    def link(self) -> int:
        """The number of the last link."""
        return self._link.version if self._link else 0

    def moved(self, after: int) -> set[str] | None:
        """The streams that links behind this one name; nothing where there are too many to look through."""
        if self.link - after > MOST_NEWS:
            return None
        news = self._standing.links(after) if self.link > after else ()
        return {head.stream for link in news for head in link.heads}

    def answered(self, *keys: str) -> dict[str, AlreadyDone]:
        unknown = [key for key in keys if key not in self._known]
        if unknown:
            found = self._standing.answered_of(unknown)
            self._known |= {key: AlreadyDone(key, found[key]) if key in found else None for key in unknown}
        return {key: done for key in keys if (done := self._known[key])}

    def write(self, transaction: Transaction) -> Outcome:
        if self._over:
            raise RuntimeError("the turn is over")
        meta = transaction.meta
        done = self.answered(meta.key)
        if done:
            return done[meta.key]
        streams = [append.stream for append in transaction.appends]
        recorded = record(transaction, self._heads_of(streams))
        if isinstance(recorded, Conflict):
            return recorded
        self._check_vault(transaction)
        self.events += recorded
        self.answers[meta.key] = transaction.outcome
        self._known[meta.key] = AlreadyDone(meta.key, transaction.outcome)
        self.registry += [(change, meta) for change in transaction.registry]
        self.vault += transaction.vault
        if recorded:
            self._add_link(transaction, heads_of(recorded))
        versions = {append.stream: append.expected + len(append.events) for append in transaction.appends}
        self.versions |= versions
        return Appended(versions)

    def flush(self) -> None:
        self._over = True
        if self.answers:
            self._keep(self)
            self.is_kept = True

    def _heads_of(self, streams: Collection[str]) -> dict[str, Head]:
        unknown = [stream for stream in streams if stream not in self._heads]
        if unknown:
            self._heads |= self._standing.heads(unknown)
        return self._heads

    def _add_link(self, transaction: Transaction, heads: dict[str, Head]) -> None:
        meta = transaction.meta
        began = {append.stream: append.expected for append in transaction.appends}
        written = Written(heads, began, meta.at, meta.key, transaction.outcome)
        links = next_links(self._link, lambda: self._standing.heads_before(written), written, self._signer)
        self._heads |= heads
        self._link = links[-1].head
        self.links += links

    def _check_vault(self, transaction: Transaction) -> None:
        """A secret that is put twice, or revealed though it is not there, is a bug."""
        there: dict[str, bool] = {change.id: isinstance(change, Put) for change in self.vault}
        for change in transaction.vault:
            has = there.get(change.id)
            if has is None:
                has = self._standing.secret(change.id) is not None
            if has == isinstance(change, Put):
                raise LookupError(f"the vault {'already has' if has else 'has no'} {change.id}")
            there[change.id] = not has
