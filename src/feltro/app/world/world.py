"""The states of all streams, kept in memory and caught up by version. Nothing here is a truth of its own."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from secrets import token_bytes
from typing import Any

import msgspec

from feltro.app.world.codec import codec
from feltro.app.world.history import Fact, Undone, fold, kind_of
from feltro.app.world.postings import post
from feltro.app.world.seals import Seals
from feltro.kernel.draws import SECRET_BYTES
from feltro.ledger.balances import Balances
from feltro.ledger.entries import Posting, reversal
from feltro.store.codec import UnreadableEvent
from feltro.store.port import Kept, Meta, Recorded, Store, WritingTurn


class UnreadableEventError(Exception):
    """The log holds an event that this program cannot read: an older Feltro, or damage."""


class Live:
    """One stream: its facts, its state, and what it posted."""

    def __init__(self, stream: str, balances: Balances) -> None:
        self.stream = stream
        self.state: Any = kind_of(stream).new()
        self.facts: list[Fact] = []
        self.by_key: dict[str, list[Fact]] = {}
        self.postings: dict[int, Posting] = {}
        self._balances = balances

    @property
    def version(self) -> int:
        return len(self.facts)

    def take(self, events: Iterable[Any], meta: Meta) -> None:
        """What one command appended. Only undoing costs more than its events: the stream is folded anew."""
        new = [Fact(version, event, meta) for version, event in enumerate(events, self.version + 1)]
        self.facts += new
        self.by_key.setdefault(meta.key, []).extend(new)
        if any(isinstance(fact.event, Undone) for fact in new):
            self.state = fold(self.stream, self.facts)
            for fact in new:
                self._post(fact)
            return
        for fact in new:
            kind_of(self.stream).apply(self.state, fact.event)
            self._post(fact)

    def _post(self, fact: Fact) -> None:
        undone = self.by_key.get(fact.event.key, ()) if isinstance(fact.event, Undone) else ()
        originals = [self.postings[one.version] for one in undone if one.version in self.postings]
        posted = post(self.stream, fact, self.state, originals)
        if posted is not None:
            self.postings[fact.version] = posted
            self._balances.post(posted)


class World:
    """Every stream that somebody asked for. Hold `lock` while deciding on a state."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = threading.RLock()
        self.balances = Balances()
        self.orders: dict[str, tuple[str, ...]] = {}
        """Decks of chairs in their order: worked out once for each deck."""
        self.fresh_secret: Callable[[], bytes] = partial(token_bytes, SECRET_BYTES)
        """Where a new draw's secret comes from; what has to repeat itself says another place."""
        self.seals: Seals | None = None
        """What closes the vault; nothing for a house that is forgotten when the program ends."""
        self._live: dict[str, Live] = {}
        self._link = 0
        """The last link of the house to which every stream in memory was caught up."""
        self._learned: set[str] | None = None
        """Within a turn: the streams that have more in memory than on the disk."""
        self._named: dict[str, list[str]] = {}
        """The streams of each kind, as far as the links tell."""

    @property
    def is_mine(self) -> bool:
        """Whether this thread holds the lock."""
        return bool(self.lock._is_owned())  # type: ignore[attr-defined]  # noqa: SLF001 - it has no other name

    def kept_secret(self, name: str) -> bytes | None:
        """A secret of the vault; nothing when there is none, or it cannot be opened here."""
        row = self.store.secret(name)
        return self.seals.opened(name, row) if self.seals else row

    def sealed_secret(self, name: str, secret: bytes) -> bytes:
        return self.seals.seal(name, secret) if self.seals else secret

    def live(self, stream: str) -> Live:
        """A stream as the store has it now. Within a turn that is known, and need not be asked."""
        live = self._live.get(stream)
        if live is not None and self._learned is not None:
            return live
        if live is None:
            live = self._live[stream] = Live(stream, self.balances)
        fresh = self.store.read(stream, after=live.version)
        for _, command in groupby(fresh, key=lambda one: one.meta.key):
            recorded = list(command)
            live.take([_decoded(one) for one in recorded], recorded[0].meta)
        return live

    def has(self, stream: str) -> bool:
        """Whether anything ever happened in it. What is in memory need not be asked: nothing is ever taken out of a log."""
        live = self._live.get(stream)
        return bool(live and live.version) or self.store.version(stream) > 0

    def streams(self, kind: str) -> list[str]:
        """All streams of a kind, in order of name. Within a turn they are asked for once: links tell of new ones."""
        if self._learned is None:
            return list(self.store.streams(f"{kind}:"))
        if kind not in self._named:
            self._named[kind] = list(self.store.streams(f"{kind}:"))
        return self._named[kind]

    @contextmanager
    def in_turn(self, turn: WritingTurn) -> Iterator[None]:
        """While it lasts, memory is what stands, and may learn what the turn writes. Hold the lock until the turn is
        over: nobody sees what is not on the disk, and if it never gets there, it was never learned."""
        self._catch_up(turn)
        self._learned = set()
        try:
            yield
        except BaseException:
            self.forget(self._learned)
            raise
        else:
            self._link = turn.link
        finally:
            self._learned = None

    def learn(self, stream: str, events: Iterable[msgspec.Struct], meta: Meta) -> None:
        """What the turn has written."""
        if self._learned is None:
            raise RuntimeError("only within a turn is anything learned before it is read")
        self._learned.add(stream)
        live = self._live[stream]
        if not live.version:
            self._named.pop(stream.partition(":")[0], None)
        live.take(events, meta)

    def forget(self, streams: Iterable[str]) -> None:
        """They are read again when somebody asks for them."""
        for stream in tuple(streams):
            live = self._live.pop(stream, None)
            for posted in live.postings.values() if live else ():
                self.balances.post(reversal(posted, posted.at, posted.reference))

    def forget_everything(self) -> None:
        self.forget(self._live)

    def _catch_up(self, turn: WritingTurn) -> None:
        """The links of the house say which streams others have moved."""
        moved = turn.moved(self._link)
        for stream in self._live.keys() if moved is None else self._live.keys() & moved:
            self.live(stream)
        if moved is None or not moved <= self._live.keys():
            self._named.clear()
        self._link = turn.link

    def tournaments_of(self, season: str) -> list[str]:
        """A season's tournaments in order of their start. A tournament never changes its season."""
        found = {stream: self.live(stream).state for stream in self.store.streams("tournament:")}
        mine = [stream for stream, state in found.items() if state.season == season and state.starts]
        return sorted(mine, key=lambda stream: (min(found[stream].starts.values()), stream))

    def load_all(self) -> None:
        """Everything there is: for the books of the whole house."""
        for stream, version in self.store.streams().items():
            if stream not in self._live or self._live[stream].version < version:
                self.live(stream)


def _decoded(recorded: Recorded) -> msgspec.Struct:
    event = codec().decode(recorded)
    if isinstance(event, UnreadableEvent):
        raise UnreadableEventError(f"{event.stream}@{event.version}: {event.name}: {event.because}")
    return event


class Look:
    """What one decision looked at. It is held to the versions that it saw."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seen: dict[str, Live] = {}
        self.versions: dict[str, int] = {}
        self._rows: dict[tuple[str, str], Kept | None] = {}

    def live(self, stream: str) -> Live:
        if stream not in self.seen:
            self.seen[stream] = self.world.live(stream)
            self.versions[stream] = self.seen[stream].version
        return self.seen[stream]

    def state(self, stream: str) -> Any:
        return self.live(stream).state

    def row(self, kind: str, row_id: str) -> Kept | None:
        """A row of the registry, asked for once in a decision."""
        place = (kind, row_id)
        if place not in self._rows:
            self._rows[place] = self.world.store.kept(kind, row_id)
        return self._rows[place]

    def is_old(self) -> bool:
        """Whether a stream has moved on since it was looked at."""
        return any(self.world.live(stream).version != version for stream, version in self.versions.items())
