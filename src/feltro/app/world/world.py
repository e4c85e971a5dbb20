"""The states of all streams, kept in memory and caught up by version. Nothing here is a truth of its own."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from secrets import token_bytes
from typing import Any

import msgspec

from feltro.app.world.gist import Gist
from feltro.app.world.live import Around, Live
from feltro.app.world.seals import Seals
from feltro.app.world.shelf import Shelf
from feltro.kernel.draws import SECRET_BYTES
from feltro.kernel.instants import Instant
from feltro.ledger.balances import Balances
from feltro.store.port import Kept, Meta, Store, WritingTurn

LET_GO = ("tournament:", "rulings:", "incidents:")
"""Of these there are ever more; of all others there is one, or one for each season, desk or room."""
MOST_OPEN = 24
"""Pressed streams that lie open at once."""
WORTH_PRESSING = 300
"""Events that had to be read one by one: next time, from a page."""


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
        self.shelf: Shelf | None = None
        """Where pressed streams lie; nothing for a house that is forgotten when the program ends."""
        self._live: dict[str, Live] = {}
        self._open: OrderedDict[str, Live] = OrderedDict()
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
        return self._caught_up(self._known(stream))

    def lives(self, prefix: str = "") -> list[Live]:
        """Every stream whose name starts so, as the store has it now: asked once, and read only where it moved."""
        found = []
        for stream, version in self.store.streams(prefix).items():
            begun, live = stream not in self._live, self._known(stream)
            if live.version != version and (begun or self._learned is None):
                self._caught_up(live)
                if begun and live.is_over:
                    self.press(stream)
            found.append(live)
        return found

    def _caught_up(self, live: Live) -> Live:
        if live.stream in self._open:
            self._open.move_to_end(live.stream)
        was = live.version
        live.catch_up()
        if live.version - was >= WORTH_PRESSING:
            self.press(live.stream)
        return live

    def gists(self) -> list[Gist]:
        """Of every event that has a sheet. None of those that are pressed is opened for it."""
        return [gist for live in self.lives("tournament:") if (gist := live.gist) is not None]

    def press(self, stream: str) -> None:
        """Keep on the shelf what is known of a stream, unless another process did."""
        live = self._live[stream]
        if self.shelf is None or live.stands_pressed:
            return
        found = self.shelf.page(stream, partial(self.head, stream))
        if found is not None and found.version == live.version:
            live.adopt(found)
        elif head := self.head(stream, live.version):
            live.pressed(head)

    def until(self, stream: str, version: int) -> Live:
        """A stream as it stood at a version, read from the log and kept nowhere."""
        live = Live(stream, Around(self.store, Balances(), None, self._note_open))
        live.catch_up(version)
        return live

    def _known(self, stream: str) -> Live:
        """As it was when last looked at; at first, as it was pressed."""
        live = self._live.get(stream)
        if live is None:
            live = self._live[stream] = self._begun(stream)
        return live

    def _begun(self, stream: str) -> Live:
        live = Live(stream, Around(self.store, self.balances, self.shelf, self._note_open))
        page = self.shelf.page(stream, partial(self.head, stream)) if self.shelf else None
        if page is not None:
            live.start_from(page)
        return live

    def head(self, stream: str, version: int) -> bytes:
        """The hash of the event at a version; empty where there is none."""
        return next((one.hash for one in self.store.read(stream, version - 1, version)), b"")

    def _note_open(self, live: Live) -> None:
        if live.page is None or not live.stream.startswith(LET_GO):
            return
        self._open[live.stream] = live
        self._open.move_to_end(live.stream)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)[1].let_go()

    def remembered(self, stream: str) -> Live:
        """A stream as it was when last looked at, however old that is; read if nobody looked yet."""
        return self._live.get(stream) or self.live(stream)

    def is_known(self, stream: str) -> bool:
        """Whether it is in memory."""
        return stream in self._live

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
            self._open.pop(stream, None)
            for account, left in live.balances.items() if live else ():
                self.balances.add(account, -left)

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
        mine = [gist for gist in self.gists() if gist.season == season]
        return [
            f"tournament:{one.tournament}" for one in sorted(mine, key=lambda one: (one.begins, one.tournament))
        ]

    def load_all(self) -> None:
        """Everything there is: for the books of the whole house."""
        self.lives()


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

    def last_at(self, streams: Iterable[str]) -> Instant:
        """When the latest of these was last written to."""
        return max((self.seen[stream].last_at for stream in streams), default=Instant(0))

    def is_old(self) -> bool:
        """Whether a stream has moved on since it was looked at."""
        return any(self.world.live(stream).version != version for stream, version in self.versions.items())
