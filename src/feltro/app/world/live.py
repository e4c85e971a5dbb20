"""One stream as the world has it: its facts, its state and what it posted; pressed ones hold nothing until they are asked."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from feltro.app.world.codec import codec
from feltro.app.world.gist import Gist, gist_of
from feltro.app.world.history import Fact, Undone, fold, kind_of
from feltro.app.world.postings import post, posts
from feltro.app.world.shelf import PressedPage, Shelf
from feltro.kernel.instants import Instant
from feltro.ledger.accounts import Account
from feltro.ledger.balances import Balances
from feltro.ledger.entries import Posting
from feltro.store.codec import UnreadableEvent
from feltro.store.port import Meta, Reader, Recorded

OF_EVERYBODY = "payable"
"""Everybody who ever paid has such an account: it is not kept which streams moved it."""


class UnreadableEventError(Exception):
    """The log holds an event that this program cannot read: an older Feltro, or damage."""


class Around(NamedTuple):
    """What a stream is read from, and where what it does to the accounts is counted."""

    store: Reader
    balances: Balances
    shelf: Shelf | None
    opened: Callable[["Live"], None]
    """Told when a pressed stream was opened: whoever keeps count lets go of another."""


class Live:
    """A stream at its version. `state`, `facts`, `by_key` and `postings` of a pressed one come from the disk when they
    are asked for, and go again; they are equal to those that were there before."""

    def __init__(self, stream: str, around: Around) -> None:
        self.stream = stream
        self.version = 0
        self.page: PressedPage | None = None
        self.balances: dict[Account, int] = {}
        """What this stream alone left on each account, in centavos."""
        self.touches: set[Account] = set()
        """Accounts that it ever moved, also those that are empty again; not those that everybody has."""
        self._around = around
        self._state: Any = kind_of(stream).new()
        self._facts: list[Fact] | None = []
        self._tail: list[Fact] = []
        """What came since the page: it may not be on the disk yet."""
        self._by_key: dict[str, list[Fact]] | None = {}
        self._postings: dict[int, Posting] | None = {}
        self._gist: tuple[int, Gist | None] = (0, None)
        self._last_at = Instant(0)
        self._keeps_facts = True

    def without_facts(self) -> "Live":
        """For one look through a long stream in which nothing is ever undone: what it amounts to is all that is kept."""
        self._keeps_facts, self._by_key = False, None
        return self

    def start_from(self, page: PressedPage) -> None:
        """Of a new one: it stands where it was pressed, closed."""
        self.page, self.version, self._last_at = page, page.version, page.last_at
        self._gist = (page.version, page.gist)
        self.balances = page.balances()
        self.touches = {Account(*one) for one in page.touches}
        for account in self.touches | self.balances.keys():
            self._around.balances.add(account, self.balances.get(account, 0))
        self.let_go()

    def let_go(self) -> None:
        """Only what stands on its page as it is."""
        if self.stands_pressed:
            self._state = self._facts = self._by_key = self._postings = None

    @property
    def stands_pressed(self) -> bool:
        """As it is now, and not only as it was once."""
        return self.page is not None and self.page.version == self.version

    def adopt(self, page: PressedPage) -> None:
        """Another process pressed the same."""
        self.page, self._tail = page, []
        self._around.opened(self)

    @property
    def gist(self) -> Gist | None:
        """Of a tournament, without opening it."""
        if self._gist[0] != self.version:
            self._gist = (self.version, gist_of(self.state))
        return self._gist[1]

    @property
    def is_over(self) -> bool:
        """Of an event: called off or won."""
        return self.gist is not None and not self.gist.is_open

    @property
    def first_key(self) -> str:
        """Of the command that began it."""
        return self.page.first_key if self.page else self.facts[0].meta.key if self.version else ""

    @property
    def first_at(self) -> Instant:
        return self.page.first_at if self.page else self.facts[0].meta.at if self.version else Instant(0)

    @property
    def last_at(self) -> Instant:
        """When it was last written to."""
        return self._last_at

    @property
    def state(self) -> Any:
        state = self._state
        if state is None and self._around.shelf and self.page:
            state = self._state = self._around.shelf.state(self.page)
            self._around.opened(self)
        if state is None:
            state = self._read_again()[0]
        return state

    @property
    def postings(self) -> dict[int, Posting]:
        postings = self._postings
        if postings is None and self._around.shelf and self.page:
            postings = self._postings = self._around.shelf.postings(self.page)
        if postings is None:
            postings = self._read_again()[1]
        return postings

    @property
    def facts(self) -> list[Fact]:
        facts = self._facts
        if facts is None:
            on_page = self.page.version if self.page else 0
            facts = self._facts = [*facts_in(self._around.store, self.stream, on_page), *self._tail]
            self._around.opened(self)
        return facts

    @property
    def by_key(self) -> dict[str, list[Fact]]:
        by_key = self._by_key
        if by_key is None:
            by_key = {}
            for fact in self.facts:
                by_key.setdefault(fact.meta.key, []).append(fact)
            self._by_key = by_key
        return by_key

    def take(self, events: Iterable[Any], meta: Meta) -> None:
        """What one command appended. Only undoing costs more than its events: the stream is folded anew."""
        state, postings = self.state, self.postings
        new = [Fact(version, event, meta) for version, event in enumerate(events, self.version + 1)]
        self.version += len(new)
        self._last_at = max(self._last_at, meta.at)
        if self._keeps_facts:
            (self._tail if self._facts is None else self._facts).extend(new)
        if self._by_key is not None:
            self._by_key.setdefault(meta.key, []).extend(new)
        if any(isinstance(fact.event, Undone) for fact in new):
            self._state = fold(self.stream, self.facts)
            for fact in new:
                self._post(fact, self._state, postings)
            return
        apply = kind_of(self.stream).apply
        for fact in new:
            apply(state, fact.event)
            if posts(fact.event):
                self._post(fact, state, postings)

    def pressed(self, head: bytes) -> None:
        """Keep on the shelf what stands now, under the hash of the last event."""
        if self._around.shelf is None or not self.version:
            return
        holds = tuple((one.kind, one.parts, left) for one, left in sorted(self.balances.items()) if left)
        page = PressedPage(
            stream=self.stream,
            version=self.version,
            head=head,
            code="",
            first_key=self.first_key,
            first_at=self.first_at,
            last_at=self.last_at,
            gist=self.gist,
            holds=holds,
            touches=tuple((one.kind, one.parts) for one in sorted(self.touches)),
        )
        kept = self._around.shelf.press(page, self.state, self.postings)
        if kept is not None:
            self.page, self._tail = kept, []
            self._around.opened(self)

    def _read_again(self) -> tuple[Any, dict[int, Posting]]:
        """The page is no good after all: as if it had never been pressed. The accounts know it already."""
        again = Live(self.stream, self._around._replace(balances=Balances(), shelf=None))
        again.catch_up(self.page.version if self.page else self.version)
        for _, command in groupby(self._tail, key=lambda fact: fact.meta.key):
            facts = list(command)
            again.take([fact.event for fact in facts], facts[0].meta)
        self.page, self._tail = None, []
        self._facts, self._by_key = again.facts, again.by_key
        self._state, self._postings = again.state, again.postings
        return again.state, again.postings

    def catch_up(self, up_to: int | None = None) -> None:
        """To what the store has."""
        fresh = self._around.store.read(self.stream, self.version, up_to)
        for _, command in groupby(fresh, key=lambda one: one.meta.key):
            recorded = list(command)
            self.take([_decoded(one) for one in recorded], recorded[0].meta)

    def _post(self, fact: Fact, state: Any, postings: dict[int, Posting]) -> None:
        undone = self.by_key.get(fact.event.key, ()) if isinstance(fact.event, Undone) else ()
        originals = [postings[one.version] for one in undone if one.version in postings]
        posted = post(self.stream, fact, state, originals)
        if posted is None:
            return
        postings[fact.version] = posted
        self._around.balances.post(posted)
        for line in posted.lines:
            self.balances[line.account] = self.balances.get(line.account, 0) + line.amount.centavos
            if line.account.kind != OF_EVERYBODY:
                self.touches.add(line.account)


def facts_in(store: Reader, stream: str, up_to: int) -> Iterator[Fact]:
    """The facts of a stream as they lie on the disk."""
    for _, command in groupby(store.read(stream, 0, up_to), key=lambda one: one.meta.key):
        recorded = list(command)
        yield from (Fact(one.version, _decoded(one), recorded[0].meta) for one in recorded)


def _decoded(recorded: Recorded) -> Any:
    event = codec().decode(recorded)
    if isinstance(event, UnreadableEvent):
        raise UnreadableEventError(f"{event.stream}@{event.version}: {event.name}: {event.because}")
    return event
