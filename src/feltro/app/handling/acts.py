"""Who did what last: the index behind the one undo of each person. Caught up by version, rebuilt from the log."""

import threading
from collections import deque
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from feltro.app.handling import House
from feltro.app.world.history import Fact, Undone, undone_keys
from feltro.kernel.instants import Instant, later

KINDS = ("tournament:", "season:", "desk:")
REMEMBERED = 30
"""Facts of one person in one stream that are looked at. Acts that are final by their nature are not among them: a busy
desk would fill them with sales, and something of long before would be offered as the last act."""
SHIFT_SECONDS = 12 * 3600
"""For so long an act is offered to be undone."""


class Act(NamedTuple):
    """One command that was done."""

    key: str
    command: str
    at: Instant
    stream: str
    events: tuple[Any, ...]


class Acts:
    """The latest acts of everybody, in every stream. Hold the world's lock while asking."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._seen: dict[str, int] = {}
        self._by: dict[tuple[str, str], deque[Fact]] = {}
        self._undoings: dict[str, list[Fact]] = {}
        self._lock = threading.Lock()

    def last_of(self, who: str, now: Instant) -> Act | None:
        """The last act of a person that may still be undone by its nature; whether it may be now, undo says."""
        since = later(now, seconds=-SHIFT_SECONDS)
        with self._lock:
            found = [act for kind in KINDS for act in self._latest(kind, who, since)]
        return max(found, key=lambda act: act.at, default=None)

    def _latest(self, kind: str, who: str, since: Instant) -> list[Act]:
        """What was last written to before then is not looked into."""
        found = []
        for live in self._house.world.lives(kind):
            if live.last_at < since:
                continue
            if self._seen.get(live.stream, 0) < live.version:
                self._catch_up(live.stream, live.facts)
            act = self._last_here(live.stream, who, since)
            if act:
                found.append(act)
        return found

    def _catch_up(self, stream: str, facts: list[Fact]) -> None:
        new = facts[self._seen.get(stream, 0) :]
        final = {fact.meta.key for fact in new if fact.event.final}
        for fact in new:
            if isinstance(fact.event, Undone):
                self._undoings.setdefault(stream, []).append(fact)
            elif fact.meta.key not in final:
                self._by.setdefault((stream, fact.meta.who), deque(maxlen=REMEMBERED)).append(fact)
        self._seen[stream] = len(facts)

    def _last_here(self, stream: str, who: str, since: Instant) -> Act | None:
        mine = self._by.get((stream, who), ())
        undone = undone_keys(self._undoings.get(stream, ()))
        for fact in reversed(mine):
            if fact.meta.at < since:
                return None
            if fact.meta.key in undone:
                continue
            return act_of(self._house, stream, fact.meta.key)
        return None


_KNOWN: WeakKeyDictionary[House, Acts] = WeakKeyDictionary()


def acts_of(house: House) -> Acts:
    return _KNOWN.setdefault(house, Acts(house))


def act_of(house: House, stream: str, key: str) -> Act | None:
    facts = house.world.live(stream).by_key.get(key)
    if not facts:
        return None
    meta = facts[0].meta
    return Act(key, meta.command, meta.at, stream, tuple(fact.event for fact in facts))
