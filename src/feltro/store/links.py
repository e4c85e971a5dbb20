"""The chain of the whole house: each accepted command is a link that names where its streams stand.

A stream's own chain cannot know that its end was cut or that it is gone; these links can. Each may be signed
with a key that lies outside of the database. The bytes are documented in docs/developers/log.md.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct as Packer
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from feltro.kernel.instants import Instant  # noqa: TC001 - msgspec reads the annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FORMAT = b"feltro/link/1"
_length = Packer(">I").pack
SIGNED = b"feltro/signed/1\n"
"""Before the hash in what is signed, so that a signature means nothing elsewhere."""


class Head(NamedTuple):
    """Where a stream stands: its last version and the hash of that event."""

    version: int
    hash: bytes


EMPTY = Head(0, bytes(32))


class StreamHead(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    stream: str
    version: int
    hash: bytes


class Link(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    number: int
    """1, 2, 3 ... without a gap."""
    at: Instant
    key: str
    """Of the command; empty where streams were there before links were kept, or came from another house."""
    answer: bytes
    """SHA-256 of what the command was answered."""
    heads: tuple[StreamHead, ...]
    hash: bytes
    signer: bytes = b""
    """The public key, 32 bytes; empty where the house has none."""
    signature: bytes = b""

    @property
    def head(self) -> Head:
        return Head(self.number, self.hash)


class Signer(Protocol):
    """The key of an installation."""

    def sign(self, message: bytes) -> tuple[bytes, bytes]:
        """The public key and the signature; both empty where there is no key."""


class Written(NamedTuple):
    """What was just written: where its streams stand now, and where they stood before."""

    heads: dict[str, Head]
    began: dict[str, int]
    at: Instant
    key: str = ""
    answer: bytes = b""


def next_links(
    last: Head | None, before: Callable[[], dict[str, Head]], written: Written, signer: Signer | None
) -> list[Link]:
    """The link of what was written. In a house that is older than links, another one comes first, which names
    every stream as it stood: `before` is asked only then."""
    older = before() if last is None else {}
    links = []
    if older:
        links.append(_forge(EMPTY, Written(older, {}, written.at), signer))
        last = links[0].head
    return [*links, _forge(last or EMPTY, written, signer)]


def _forge(last: Head, written: Written, signer: Signer | None) -> Link:
    heads = tuple(StreamHead(stream, *head) for stream, head in sorted(written.heads.items()))
    answer = sha256(written.answer).digest()
    bare = Link(last.version + 1, written.at, written.key, answer, heads, b"")
    sealed = hash_of_link(bare, last.hash)
    signed = signer.sign(SIGNED + sealed) if signer else (b"", b"")
    return Link(bare.number, bare.at, bare.key, answer, heads, sealed, *signed)


def unnamed(written: Written, links: Iterable[Link]) -> Written:
    """What none of these links names."""
    named = {one.stream for link in links for one in link.heads}
    heads = {stream: head for stream, head in written.heads.items() if stream not in named}
    return written._replace(heads=heads)


def hash_of_link(link: Link, previous: bytes) -> bytes:
    """SHA-256 over the hash before and every field of the link, each after its length."""
    place = (b"%d" % link.number, b"%d" % link.at, link.key.encode(), link.answer)
    heads = (part for one in link.heads for part in (one.stream.encode(), b"%d" % one.version, one.hash))
    return sha256(framed(FORMAT, previous, *place, *heads)).digest()


def framed(*parts: bytes) -> bytes:
    return b"".join([_length(len(part)) + part for part in parts])
