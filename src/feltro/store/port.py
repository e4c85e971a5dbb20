"""What every store promises: the values that go in, the values that come out, and the two protocols.

A command that the store accepts is one `Transaction`: events for one or more streams, changes of the registry and the
vault, and the command's answer under its key, all of it or nothing. What can happen to a command is a value (`Appended`,
`Conflict`, `AlreadyDone`). Exceptions are for bugs (`ValueError`, `LookupError`) and a disk or server that failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from feltro.kernel.instants import Instant  # noqa: TC001 - msgspec reads the annotations
from feltro.store.names import check_name, check_payload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from feltro.kernel.outcome import Finding
    from feltro.store.links import Link


class StoreUnavailable(Exception):  # noqa: N818 - it says what is so
    """The disk or the server failed, and whether the command was done is not known. Sending the same command again
    with the same key is always safe, and answers the question."""

    may_pass = False
    """A server was lost, or gave a transaction up for another; the next attempt may find it well."""
    is_full = False
    """There is no room left on the disk: nothing was written, and nothing will be until there is."""


class Meta(Struct, frozen=True, gc=False):
    """Who did it, in what role, from where and when. One command, one meta, however many events."""

    who: str
    role: str
    device: str
    at: Instant
    key: str
    """Accepted once, answered the same ever after."""
    command: str


class NewEvent(Struct, frozen=True, gc=False):
    """An event that has no place in a stream yet. `schema` numbers the shape of its payload, from 1."""

    name: str
    schema: int
    payload: bytes
    """One JSON value on one line, without space around it: an archive carries these very bytes."""

    def __post_init__(self) -> None:
        check_name(self.name)
        if not 1 <= self.schema < 1 << 31:
            raise ValueError(f"{self.name}: schemas count from 1, not {self.schema}")
        check_payload(self.payload)


class Append(Struct, frozen=True):
    """Events for one stream, decided on its state at `expected`. Without events it only holds the stream
    to that version: for a decision that read a stream and adds nothing to it."""

    stream: str
    expected: int
    events: tuple[NewEvent, ...] = ()

    def __post_init__(self) -> None:
        check_name(self.stream)
        if self.expected < 0:
            raise ValueError(f"{self.stream}: versions count from 0, the empty stream, not {self.expected}")


class _OfRow(Struct, frozen=True):
    kind: str
    id: str

    def __post_init__(self) -> None:
        check_name(self.kind)
        check_name(self.id)


class Keep(_OfRow, frozen=True):
    """Personal data to keep, in place of what was kept under this kind and id."""

    body: bytes


class Erase(_OfRow, frozen=True):
    """To remove for good. Erasing what is not there is no mistake."""


class _OfSecret(Struct, frozen=True):
    id: str

    def __post_init__(self) -> None:
        check_name(self.id)


class Put(_OfSecret, frozen=True, forbid_unknown_fields=True):
    """A secret that has to wait for its draw. An id is used once: putting it twice is a bug."""

    secret: bytes


class Reveal(_OfSecret, frozen=True):
    """A secret leaves the vault, with the event that publishes it."""


class Transaction(Struct, frozen=True):
    """All that one accepted command writes. Its key answers `outcome` from then on: never erased, nobody's data."""

    meta: Meta
    appends: tuple[Append, ...] = ()
    outcome: bytes = b""
    registry: tuple[Keep | Erase, ...] = ()
    vault: tuple[Put | Reveal, ...] = ()

    def __post_init__(self) -> None:
        check_meta(self.meta)
        if len({append.stream for append in self.appends}) != len(self.appends):
            raise ValueError("a transaction names each stream once")

    @property
    def erases(self) -> bool:
        return any(isinstance(change, Erase) for change in self.registry)


def check_meta(meta: Meta) -> None:
    """Not part of making a `Meta`: a replay makes one for each event, and those were checked going in."""
    check_name(meta.key)
    for text in (meta.who, meta.role, meta.device, meta.command):
        check_name(text, may_be_empty=True)
    if not -(1 << 63) <= meta.at < 1 << 63:
        raise ValueError(f"not an instant: {meta.at}")


class Recorded(Struct, frozen=True, gc=False):
    """An event in its place. `hash` seals it to the one before: docs/developers/log.md has the bytes."""

    stream: str
    version: int
    name: str
    schema: int
    payload: bytes
    meta: Meta
    hash: bytes


class Appended(Struct, frozen=True):
    """Done, and on the disk. The version that each stream of the transaction now has."""

    versions: Mapping[str, int]


class Conflict(Struct, frozen=True):
    """Nothing was done: someone appended first. Read again, decide again; never force."""

    stream: str
    expected: int
    actual: int


class AlreadyDone(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing was done now: this key was accepted before, and this is what it was answered."""

    key: str
    outcome: bytes


Outcome = Appended | Conflict | AlreadyDone


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the registry, and the command that wrote it last."""

    kind: str
    id: str
    body: bytes
    at: Instant
    key: str


class Contents(Struct, frozen=True):
    """What a store takes in from another one. Events of a stream come together, in order, from its first."""

    events: Iterable[Recorded] = ()
    answers: Iterable[AlreadyDone] = ()
    registry: Iterable[Kept] = ()
    secrets: Iterable[Put] = ()
    links: Iterable[Link] = ()
    """Of a whole house that is restored. Streams that none of them names are taken in by a link of this store."""
    announced: Transaction | None = None
    """A command of this store that goes with it: both are taken in, or neither."""


class Adopted(Struct, frozen=True):
    """Taken in. Registry rows that this store already had with another body stayed as they were."""

    versions: Mapping[str, int]
    left_alone: tuple[tuple[str, str], ...] = ()


class Taken(Struct, frozen=True):
    """Nothing was taken in: this store already has that stream, or another answer or secret of that name. `what` is
    `stream`, `key` or `secret`; `version` when a stream of what was announced has moved on."""

    what: str
    id: str


class Reader(Protocol):
    """Looking at a store. Every iterator reads in batches and holds nothing open between them."""

    def read(self, stream: str, after: int = 0, up_to: int | None = None) -> Iterator[Recorded]:
        """The events of a stream in order: those with `after < version <= up_to`."""

    def version(self, stream: str) -> int:
        """The version of the last event; 0 for a stream that has none."""

    def streams(self, prefix: str = "") -> dict[str, int]:
        """Each stream whose name starts so, in order of name, with its version."""

    def answered(self, key: str) -> AlreadyDone | None: ...

    def answers(self) -> Iterator[AlreadyDone]: ...

    def kept(self, kind: str, row_id: str) -> Kept | None: ...
    def registry(self, kind: str | None = None) -> Iterator[Kept]: ...
    def marked_rows(self) -> Iterator[tuple[str, str, bytes]]: ...

    def secret(self, secret_id: str) -> bytes | None: ...

    def secrets(self) -> tuple[str, ...]:
        """The ids of the secrets not yet revealed."""

    def links(self, after: int = 0) -> Iterator[Link]:
        """The chain of the whole house, in order, from the number behind this one."""

    def last_link(self) -> Link | None: ...

    def complaints(self) -> list[Finding]:
        """What the database itself says is wrong: damage, or a setting that a power cut would punish."""

    def cautions(self) -> list[Finding]:
        """What is not wrong and leaves less to be found: no checksums on a server's pages, or on a file's rows."""


class WritingTurn(Protocol):
    """The one who writes: until the turn ends nobody else does, in this process or another one. Each command stands
    on what the one before it left; none of it is on the disk or seen by a reader before `flush` has returned."""

    @property
    def link(self) -> int:
        """The number of the last link, with those of this turn."""

    def moved(self, after: int) -> set[str] | None:
        """The streams that links behind this number name; nothing where those are too many to look through."""

    def answered(self, *keys: str) -> dict[str, AlreadyDone]: ...

    def write(self, transaction: Transaction) -> Outcome:
        """As `Store.commit`, but for the disk. A `ValueError` or `LookupError` leaves the turn as it was."""

    def flush(self) -> None: ...


class Store(Reader, Protocol):
    """A store that many threads share. All of it is safe to call from any of them."""

    def turn(self) -> AbstractContextManager[WritingTurn]:
        """A turn at writing, for as long as the block lasts. What was not flushed by its end was never written.
        `commit` and `adopt` wait for its end, so whoever has it does not call them."""

    def commit(self, transaction: Transaction) -> Outcome:
        """Do all of it or nothing; answered only when it is on the disk. The key is looked at first: a command sent
        twice is `AlreadyDone` even where its streams moved on."""

    def adopt(self, contents: Contents) -> Adopted | Taken:
        """Take in what another store recorded, as it is. A chain that does not hold is a `ValueError`."""

    def snapshot(self) -> AbstractContextManager[Reader]:
        """One moment of the whole store, for as long as the block lasts."""

    def changes(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        """Call back with (stream, version) after commits, from a thread of the store; returns how to stop.
        Versions of a stream only grow; some may be passed over, never the last."""

    def reached(self, stream: str) -> int:
        """The last version that this process has heard of. What it writes itself, it hears before that is answered."""

    def moves(self, kinds: Iterable[str]) -> int:
        """Grows, as early, with each move of a stream of these kinds: the word before its colon."""

    def wait(self, stream: str, after: int, timeout: float) -> int:
        """Until the stream is past `after`, or the time is up; its version then."""

    def close(self) -> None: ...
