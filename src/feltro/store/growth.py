"""What the log of another store grew by, taken on as it is: so that a second machine has what the first one answered.

Nothing is believed: each link follows the last one here, each event the one before it in its stream, each stream ends where
the links say, each answer is the one that was linked, and a signature holds.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

from msgspec import Struct

from feltro.store.checksums import REGISTRY, VAULT, checksum
from feltro.store.links import EMPTY, SIGNED, Head, Link, hash_of_link
from feltro.store.port import AlreadyDone, Kept, Put, Recorded  # noqa: TC001 - msgspec reads the annotations
from feltro.store.seal import hash_of
from feltro.store.signatures import holds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltro.store.port import Adopted, Reader

BOXES = 256
"""Rows lie in so many boxes by their name. Two stores compare a digest of each, and send those that differ."""
DIGEST_BYTES = 8


class RowBox(Struct, frozen=True):
    """Every row of a box: what is not among them is gone."""

    number: int
    rows: tuple[Kept, ...]


class Growth(Struct, frozen=True):
    links: tuple[Link, ...] = ()
    events: tuple[Recorded, ...] = ()
    """Of the streams that these links name, in order; of each from where it stands here."""
    answers: tuple[AlreadyDone, ...] = ()
    boxes: tuple[RowBox, ...] = ()
    secrets: tuple[Put, ...] | None = None
    """The whole vault as it lies there, sealed; nothing where it is the same."""


class GrowingStore(Protocol):
    """A store that may be the copy of another one."""

    def take_on(self, growth: Growth) -> Adopted:
        """What the other one's log grew by since: all of it, or a `NotGrownError` and nothing."""


class NotGrownError(ValueError):
    """What came does not follow what is here."""


def box_of(kind: str, row_id: str) -> int:
    return crc32(f"{kind}/{row_id}".encode()) % BOXES


def boxes_of(reader: Reader) -> bytes:
    """A digest of each box, one after the other, whatever the order of the rows."""
    found = [0] * BOXES
    for kind, row_id, mark in reader.marked_rows():
        found[box_of(kind, row_id)] ^= int.from_bytes(mark, "big")
    return b"".join(one.to_bytes(DIGEST_BYTES, "big") for one in found)


def boxes_that_differ(ours: bytes, theirs: bytes) -> list[int]:
    size = DIGEST_BYTES
    return [
        one for one in range(BOXES) if ours[one * size : (one + 1) * size] != theirs[one * size : (one + 1) * size]
    ]


def vault_of(reader: Reader) -> bytes:
    """A digest of the vault as it lies there."""
    found = sha256()
    for name in reader.secrets():
        found.update(checksum(VAULT, name, reader.secret(name) or b""))
    return found.digest()


def mark_of(row: Kept) -> bytes:
    return checksum(REGISTRY, row.kind, row.id, row.body, row.at, row.key)


def check_growth(growth: Growth, last: Head, heads: Mapping[str, Head]) -> None:
    """A `NotGrownError` at the first thing that does not follow. `heads`: where the streams stand here."""
    hashes = _chained(growth.events, heads)
    answers = {one.key: sha256(one.outcome).digest() for one in growth.answers}
    ends = {stream: head.version for stream, head in heads.items()}
    for link in growth.links:
        if link.number != last.version + 1 or link.hash != hash_of_link(link, last.hash):
            raise NotGrownError(f"link {link.number} does not follow link {last.version}")
        if link.signer and not holds(link.signer, link.signature, SIGNED + link.hash):
            raise NotGrownError(f"the signature of link {link.number} does not hold")
        if link.key and answers.get(link.key) != link.answer:
            raise NotGrownError(f"the answer of link {link.number} is another one, or is missing")
        for head in link.heads:
            if hashes.get((head.stream, head.version)) != head.hash:
                raise NotGrownError(f"{head.stream}@{head.version} is not what link {link.number} says")
            ends[head.stream] = head.version
        last = link.head
    beyond = next((one for one in growth.events if one.version > ends.get(one.stream, 0)), None)
    if beyond is not None:
        raise NotGrownError(f"no link knows {beyond.stream}@{beyond.version}")


def _chained(events: Iterable[Recorded], heads: Mapping[str, Head]) -> dict[tuple[str, int], bytes]:
    """The hash of each place, those of today's heads among them."""
    hashes = {(stream, head.version): head.hash for stream, head in heads.items()}
    at = dict(heads)
    for event in events:
        head = at.get(event.stream, EMPTY)
        if event.version != head.version + 1 or event.hash != hash_of(event, head.hash):
            raise NotGrownError(f"{event.stream}@{event.version} does not follow what came before it")
        at[event.stream] = Head(event.version, event.hash)
        hashes[event.stream, event.version] = event.hash
    return hashes
