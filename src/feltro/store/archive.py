"""Streams, registry rows and secrets as one file: written here. docs/developers/log.md has the format.

The same contents give the same bytes, whenever and wherever they are written.
"""

from __future__ import annotations

import os
import sys
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from feltro.kernel.instants import Instant  # noqa: TC001 - msgspec reads the annotations
from feltro.store.links import SIGNED
from feltro.store.port import Put

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from feltro.store.links import Signer
    from feltro.store.port import Reader, Recorded

FORMAT = "feltro/archive/2"
OLDER = "feltro/archive/1"
"""Without links and signature, as 0.1.0 wrote it."""
EVENTS, ANSWERS, REGISTRY, SECRETS, LINKS, MANIFEST, SIGNATURE = (
    "events.jsonl",
    "commands.jsonl",
    "registry.jsonl",
    "vault.jsonl",
    "links.jsonl",
    "manifest.json",
    "signature.json",
)
_ENCODER = msgspec.json.Encoder(order="sorted")
_WHEN = (1980, 1, 1, 0, 0, 0)


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event as a line. The payload stands there as it was recorded, byte for byte."""

    stream: str
    version: int
    name: str
    schema: int
    payload: msgspec.Raw
    who: str
    role: str
    device: str
    at: Instant
    key: str
    command: str
    hash: str


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lines: int
    sha256: str


class StreamEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    hash: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    files: dict[str, FileEntry]
    streams: dict[str, StreamEntry]


class ManifestSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of the manifest, which names everything else; both empty where the house has no key."""

    signature: str
    signer: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What goes into an archive: streams, registry rows by (kind, id), secrets not yet revealed, by id.

    The answers of the commands that wrote any of it always go along; a backup takes all answers, and the chain of
    the house with them.
    """

    streams: Collection[str]
    registry: Collection[tuple[str, str]] = ()
    secrets: Collection[str] = ()
    all_answers: bool = False


def everything(reader: Reader) -> Choice:
    rows = [(row.kind, row.id) for row in reader.registry()]
    return Choice(reader.streams(), rows, reader.secrets(), all_answers=True)


def export(reader: Reader, path: Path, choice: Choice, signer: Signer | None = None) -> Manifest:
    """Write an archive. Take `reader` from `store.snapshot()`, so that all of it is of one moment.

    The file appears under its name only when it is whole and on the disk.
    """
    rows = [row for place in sorted(set(choice.registry)) if (row := reader.kept(*place))]
    keys = {row.key for row in rows}
    heads: dict[str, StreamEntry] = {}
    with written_whole(path) as beside, zipfile.ZipFile(beside, "w") as packed:
        events = _write(packed, EVENTS, _event_lines(reader, choice.streams, keys, heads))
        some = filter(None, map(reader.answered, sorted(keys)))
        files = {
            EVENTS: events,
            ANSWERS: _write(packed, ANSWERS, reader.answers() if choice.all_answers else some),
            REGISTRY: _write(packed, REGISTRY, rows),
            SECRETS: _write(packed, SECRETS, _secrets(reader, choice.secrets)),
            LINKS: _write(packed, LINKS, reader.links() if choice.all_answers else ()),
        }
        manifest = Manifest(FORMAT, files, heads)
        digest = _write(packed, MANIFEST, [manifest]).sha256
        public, signature = signer.sign(SIGNED + bytes.fromhex(digest)) if signer else (b"", b"")
        _write(packed, SIGNATURE, [ManifestSignature(signature.hex(), public.hex())])
    return manifest


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Gives another name to write to. `path` is then either whole and on the disk, or not there at all."""
    if path.exists():
        raise FileExistsError(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield beside
        _flush(beside)
        beside.replace(path)
        _flush(path.parent)
    finally:
        beside.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """To the disk itself. Windows has no such thing for a folder, and flushes only what may be written to."""
    if path.is_dir() and sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _event_lines(
    reader: Reader, streams: Collection[str], keys: set[str], heads: dict[str, StreamEntry]
) -> Iterator[EventLine]:
    """The lines of all events; on the way, whose keys they carry and where each stream ends."""
    for stream in sorted(set(streams)):
        for event in reader.read(stream):
            keys.add(event.meta.key)
            heads[stream] = StreamEntry(event.version, event.hash.hex())
            yield _line(event)


def _line(event: Recorded) -> EventLine:
    meta = event.meta
    return EventLine(
        event.stream,
        event.version,
        event.name,
        event.schema,
        msgspec.Raw(event.payload),
        meta.who,
        meta.role,
        meta.device,
        meta.at,
        meta.key,
        meta.command,
        event.hash.hex(),
    )


def _secrets(reader: Reader, names: Collection[str]) -> Iterator[Put]:
    for name in sorted(set(names)):
        secret = reader.secret(name)
        if secret is not None:
            yield Put(name, secret)


def _write(packed: zipfile.ZipFile, name: str, lines: Iterable[msgspec.Struct]) -> FileEntry:
    digest, count = sha256(), 0
    entry = zipfile.ZipInfo(name, _WHEN)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with packed.open(entry, "w", force_zip64=True) as file:
        for line in lines:
            written = _ENCODER.encode(line) + b"\n"
            digest.update(written)
            file.write(written)
            count += 1
    return FileEntry(count, digest.hexdigest())
