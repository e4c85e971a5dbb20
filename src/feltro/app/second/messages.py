"""What a laptop asks of another one, and what it is told."""

from __future__ import annotations

from msgspec import Struct

from feltro.kernel.instants import Instant
from feltro.store.growth import RowBox
from feltro.store.links import Link
from feltro.store.port import AlreadyDone, Put, Recorded


class AskNews(Struct, frozen=True, tag=True):
    """What came after this link, and which rows are other ones than mine."""

    after: int
    head: bytes
    """The hash of that link as I have it; empty where I have none."""
    boxes: bytes
    vault: bytes
    public_key: str
    """With which I would sign."""


class Stretch(Struct, frozen=True):
    """Of a stream: those with `after < version <= up_to`."""

    stream: str
    after: int
    up_to: int


class AskEvents(Struct, frozen=True, tag=True):
    stretches: tuple[Stretch, ...]


class AskFiles(Struct, frozen=True, tag=True):
    """Files that the house needs besides its database; those that I have, by their digests."""

    have: dict[str, str]


class TellReign(Struct, frozen=True, tag=True):
    """I have the house now, since this link. What did you take afterwards?"""

    number: int
    link: int
    head: bytes
    after: int
    """Tell me what came behind this one: it may be too much for one answer."""


Ask = AskNews | AskEvents | AskFiles | TellReign


class News(Struct, frozen=True, tag=True):
    links: tuple[Link, ...]
    answers: tuple[AlreadyDone, ...]
    boxes: tuple[RowBox, ...]
    secrets: tuple[Put, ...] | None
    last: int
    """The number of the last link there."""
    more: bool
    """Not everything went into this answer."""
    at: Instant
    """The hour there, when nothing was missing."""


class Events(Struct, frozen=True, tag=True):
    events: tuple[Recorded, ...]


class Files(Struct, frozen=True, tag=True):
    files: dict[str, bytes]
    draw_keys: tuple[bytes, ...]
    more: bool


class LeftTold(Struct, frozen=True, tag=True):
    """What the lower reign took after the last link that both have."""

    acts: bytes
    """A list of `LeftAct`, as JSON."""
    after: int
    """Where to ask on; 0 where this was all."""


class NotYou(Struct, frozen=True, tag=True):
    """Not from me: another history (`other`), no longer the house (`over`), or I have the higher number (`higher`)."""

    because: str
    number: int


Told = News | Events | Files | LeftTold | NotYou
