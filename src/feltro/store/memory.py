"""A store that forgets everything when the process ends: for tests, demonstrations and plans.

It is also the plainest statement of what the others do: read it first.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any

from feltro.kernel.instants import Instant
from feltro.store.draft import Draft
from feltro.store.growth import box_of, check_growth, mark_of
from feltro.store.links import EMPTY, Head, Written, next_links, unnamed
from feltro.store.port import Adopted, AlreadyDone, Appended, Keep, Kept, Put, Taken
from feltro.store.seal import chained, heads_of
from feltro.store.sql import not_announced
from feltro.store.watchers import Watchers, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from feltro.kernel.outcome import Finding
    from feltro.store.growth import Growth
    from feltro.store.links import Link, Signer
    from feltro.store.port import Contents, Erase, Meta, Outcome, Reader, Recorded, Transaction


class MemoryReader:
    """What a store is made of, and one lock around it."""

    def __init__(
        self,
        events: Mapping[str, list[Recorded]],
        answers: Mapping[str, bytes],
        registry: Mapping[tuple[str, str], Kept],
        vault: Mapping[str, bytes],
        links: Iterable[Link] = (),
    ) -> None:
        self._events = {stream: list(recorded) for stream, recorded in events.items()}
        self._answers = dict(answers)
        self._registry = dict(registry)
        self._vault = dict(vault)
        self._links = list(links)
        self._lock = threading.RLock()

    def read(self, stream: str, after: int = 0, up_to: int | None = None) -> Iterator[Recorded]:
        yield from self._events.get(stream, [])[after:up_to]

    def version(self, stream: str) -> int:
        return len(self._events.get(stream, ()))

    def streams(self, prefix: str = "") -> dict[str, int]:
        with self._lock:
            named = sorted(stream for stream in self._events if stream.startswith(prefix))
        return {stream: self.version(stream) for stream in named}

    def answered(self, key: str) -> AlreadyDone | None:
        outcome = self._answers.get(key)
        return None if outcome is None else AlreadyDone(key, outcome)

    def answers(self) -> Iterator[AlreadyDone]:
        with self._lock:
            found = sorted(self._answers.items())
        for key, outcome in found:
            yield AlreadyDone(key, outcome)

    def kept(self, kind: str, row_id: str) -> Kept | None:
        return self._registry.get((kind, row_id))

    def registry(self, kind: str | None = None) -> Iterator[Kept]:
        with self._lock:
            found = [row for _, row in sorted(self._registry.items()) if kind in {None, row.kind}]
        yield from found

    def marked_rows(self) -> Iterator[tuple[str, str, bytes]]:
        return ((row.kind, row.id, mark_of(row)) for row in self.registry())

    def secret(self, secret_id: str) -> bytes | None:
        return self._vault.get(secret_id)

    def secrets(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._vault))

    def links(self, after: int = 0) -> Iterator[Link]:
        yield from self._links[after:]

    def last_link(self) -> Link | None:
        return self._links[-1] if self._links else None

    def complaints(self) -> list[Finding]:
        return []

    def cautions(self) -> list[Finding]:
        return []


class MemoryStore(MemoryReader):
    def __init__(self, signer: Signer | None = None) -> None:
        super().__init__({}, {}, {}, {})
        self._signer = signer
        self._watchers = Watchers()

    @contextmanager
    def turn(self) -> Iterator[Draft]:
        with self._lock:
            yield Draft(self, self._signer, self._keep)

    def commit(self, transaction: Transaction) -> Outcome:
        with self.turn() as turn:
            outcome = turn.write(transaction)
            turn.flush()
        return outcome

    def adopt(self, contents: Contents) -> Adopted | Taken:
        events = groupby(chained(contents.events), key=lambda event: event.stream)
        streams = {stream: list(group) for stream, group in events}
        answers = {answer.key: answer.outcome for answer in contents.answers}
        secrets = {put.id: put.secret for put in contents.secrets}
        rows = {(row.kind, row.id): row for row in contents.registry}
        with self._lock:
            for stream in streams:
                if stream in self._events:
                    return Taken("stream", stream)
            taken = _differs("key", self._answers, answers) or _differs("secret", self._vault, secrets)
            if taken:
                return taken
            told = self.commit(contents.announced) if contents.announced else Appended({})
            if not isinstance(told, Appended):
                return not_announced(told)
            left_alone = [at for at, row in rows.items() if self._registry.get(at, row).body != row.body]
            self._events |= streams
            self._answers |= answers
            self._vault |= secrets
            self._registry = rows | self._registry
            self._take_in_links(contents, streams)
            versions = {stream: len(group) for stream, group in streams.items()}
            self._watchers.tell(versions)
            versions |= told.versions
        return Adopted(versions, tuple(sorted(left_alone)))

    def take_on(self, growth: Growth) -> Adopted:
        with self._lock:
            streams = {head.stream for link in growth.links for head in link.heads}
            check_growth(growth, self.head_of_links() or EMPTY, self.heads(streams))
            for box in growth.boxes:
                kept = {at: row for at, row in self._registry.items() if box_of(*at) != box.number}
                self._registry = kept | {(row.kind, row.id): row for row in box.rows}
            self._answers |= {one.key: one.outcome for one in growth.answers}
            for event in growth.events:
                self._events.setdefault(event.stream, []).append(event)
            self._links += growth.links
            if growth.secrets is not None:
                self._vault = {one.id: one.secret for one in growth.secrets}
            versions = {stream: head.version for stream, head in heads_of(growth.events).items()}
            self._watchers.tell(versions)
        return Adopted(versions)

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        with self._lock:
            still = MemoryReader(self._events, self._answers, self._registry, self._vault, self._links)
        yield still

    def changes(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        return self._watchers.add(callback)

    def reached(self, stream: str) -> int:
        return self._watchers.reached(stream)

    def moves(self, kinds: Iterable[str]) -> int:
        return self._watchers.moves(kinds)

    def wait(self, stream: str, after: int, timeout: float) -> int:
        return wait_for(self.changes, self.version, stream, after, timeout)

    def close(self) -> None:
        self._watchers.close()

    # Where it stands, for a turn

    def heads(self, streams: Collection[str]) -> dict[str, Head]:
        found = {stream: self._events[stream][-1] for stream in streams if stream in self._events}
        return {stream: Head(last.version, last.hash) for stream, last in found.items()}

    def answered_of(self, keys: Collection[str]) -> dict[str, bytes]:
        return {key: self._answers[key] for key in keys if key in self._answers}

    def head_of_links(self) -> Head | None:
        return self._links[-1].head if self._links else None

    def heads_before(self, _written: Written) -> dict[str, Head]:
        return {}  # nothing here is older than its links

    def _keep(self, draft: Draft) -> None:
        for event in draft.events:
            self._events.setdefault(event.stream, []).append(event)
        self._answers |= draft.answers
        for change, meta in draft.registry:
            self._change_registry(change, meta)
        for secret in draft.vault:
            if isinstance(secret, Put):
                self._vault[secret.id] = secret.secret
            else:
                del self._vault[secret.id]
        self._links += draft.links
        self._watchers.tell(draft.versions)

    def _take_in_links(self, contents: Contents, streams: Mapping[str, list[Recorded]]) -> None:
        links = tuple(contents.links)
        self._links += links
        at = max((event.meta.at for group in streams.values() for event in group), default=Instant(0))
        heads = {stream: Head(group[-1].version, group[-1].hash) for stream, group in streams.items()}
        left = unnamed(Written(heads, {}, at), links)
        if left.heads:
            self._links += next_links(self.head_of_links(), dict, left, self._signer)

    def _change_registry(self, change: Keep | Erase, meta: Meta) -> None:
        place = (change.kind, change.id)
        if isinstance(change, Keep):
            self._registry[place] = Kept(*place, change.body, meta.at, meta.key)
        else:
            self._registry.pop(place, None)


def _differs(what: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Taken | None:
    return next((Taken(what, name) for name in theirs if ours.get(name, theirs[name]) != theirs[name]), None)
