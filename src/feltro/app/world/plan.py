"""What goes into handling a command and what comes out of it."""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from feltro.app.sheets.books import Books
from feltro.app.world.world import Look, World
from feltro.kernel.commands import Command
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.store.port import Erase, Keep, Put, Reveal, Store


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """Who sends a command, as what, from where and when. The key makes sending it twice harmless."""

    key: str
    who: str
    role: str
    device: str = ""
    at: Instant
    tapped_at: Instant | None = None
    """When somebody tapped it at a table, where it waited there without a network."""
    bank_file: str = ""
    """The digest of a bank's file, told by its reader alone: no form, no interface and no line of commands sets it."""
    bank_id: str = ""
    """The bank's own number of a payment, told by its reader alone."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would write: all of it or nothing."""

    events: dict[str, tuple[Any, ...]] = {}
    """For each stream, what happened in it."""
    registry: tuple[Keep | Erase, ...] = ()
    vault: tuple[Put | Reveal, ...] = ()


class ToldEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event in its place, as a command is answered."""

    stream: str
    version: int
    name: str
    event: msgspec.Raw


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """Accepted, and on the disk. The same key is answered the same for ever."""

    key: str
    command: str
    digest: str
    """Of the command: another command under the same key is a mistake, and is told so."""
    events: tuple[ToldEvent, ...]
    held: dict[str, int] = {}
    """The versions of the other streams that the decision rests on: what stood in them before it, and what did not."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt to decide a command: what a use case is given."""

    look: Look
    envelope: Envelope
    books: Books


UseCase = Callable[[Any, Asked], Plan | Refused]


class Handler(Protocol):
    """The house, as those see it who stand below it and give it commands."""

    store: Store
    world: World
    books: Books

    def handle(self, command: Command, envelope: Envelope) -> Done | Refused: ...

    def plan(self, command: Command, envelope: Envelope, look: Look) -> Plan | Refused: ...
