"""An archive, read back: what does not verify is refused whole, and every reason is told.

An archive comes from outside. Nothing in it is believed before it was checked: no unknown file, no unknown
field, no line and no archive longer than the limits here.
"""

from __future__ import annotations

import zipfile
import zlib
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.outcome import Finding
from feltro.store.archive import (
    ANSWERS,
    EVENTS,
    FORMAT,
    LINKS,
    MANIFEST,
    OLDER,
    REGISTRY,
    SECRETS,
    SIGNATURE,
    EventLine,
    FileEntry,
    Manifest,
    ManifestSignature,
    StreamEntry,
)
from feltro.store.links import EMPTY, SIGNED, Link, hash_of_link
from feltro.store.names import check_name
from feltro.store.port import (
    AlreadyDone,
    Contents,
    Keep,
    Kept,
    Meta,
    NewEvent,
    Put,
    Recorded,
    Taken,
    check_meta,
)
from feltro.store.seal import chained
from feltro.store.signatures import holds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feltro.store.port import Adopted, Store

LONGEST_LINE = 16 << 20
LARGEST_ARCHIVE = 16 << 30
"""Bytes, unpacked. The sizes that a zip file states about itself are the most that is ever read from it."""
_KINDS: dict[str, Any] = {EVENTS: EventLine, ANSWERS: AlreadyDone, REGISTRY: Kept, SECRETS: Put, LINKS: Link}
_OLDER_KINDS = [one for one in _KINDS if one != LINKS]
_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError)


def import_archive(path: Path, store: Store) -> Adopted | list[Finding]:
    """Take in an archive that verifies and clashes with nothing; otherwise change nothing and say why."""
    findings = inspect(path)
    if findings:
        return findings
    with zipfile.ZipFile(path) as packed:
        outcome = store.adopt(_contents(packed))
    if isinstance(outcome, Taken):
        return [Finding("store.archive.taken", path.name, {"what": outcome.what, "id": outcome.id})]
    return outcome


def inspect(path: Path) -> list[Finding]:
    """Everything that is wrong with an archive; an empty list is one that can be imported."""
    try:
        with zipfile.ZipFile(path) as packed:
            return _findings(packed)
    except _BROKEN as error:
        return [Finding("store.archive.unreadable", path.name, {"said": str(error)})]


def _findings(packed: zipfile.ZipFile) -> list[Finding]:
    older = sorted(packed.namelist()) == sorted([*_OLDER_KINDS, MANIFEST])
    if not older and sorted(packed.namelist()) != sorted([*_KINDS, MANIFEST, SIGNATURE]):
        return [Finding("store.archive.wrong_files", MANIFEST, {"files": packed.namelist()})]
    if sum(entry.file_size for entry in packed.infolist()) > LARGEST_ARCHIVE:
        return [Finding("store.archive.too_large", MANIFEST)]
    try:
        manifest = msgspec.json.decode(next(_lines(packed, MANIFEST)), type=Manifest)
    except (ValueError, StopIteration) as error:
        return [Finding("store.archive.malformed", MANIFEST, {"said": str(error)})]
    if manifest.format != (OLDER if older else FORMAT):
        return [Finding("store.archive.other_format", MANIFEST, {"format": manifest.format})]
    names = _OLDER_KINDS if older else [*_KINDS]
    findings = [finding for name in names for finding in _check_file(packed, name, manifest)]
    links = () if older else (*_check_links(packed, manifest), *_check_signature(packed))
    return findings or [*_check_chains(packed, manifest), *_check_keys(packed), *links]


def _check_file(packed: zipfile.ZipFile, name: str, manifest: Manifest) -> Iterator[Finding]:
    """The file is the one that the manifest means, and each of its lines can be read."""
    digest, count = sha256(), 0
    decoder = msgspec.json.Decoder(_KINDS[name])
    try:
        for line in _lines(packed, name):
            count += 1
            digest.update(line)
            _check_names(decoder.decode(line))
    except ValueError as error:
        yield Finding("store.archive.malformed", f"{name}:{count}", {"said": str(error)})
        return
    if manifest.files.get(name) != FileEntry(count, digest.hexdigest()):
        yield Finding("store.archive.file_differs", name)


def _check_names(line: EventLine | AlreadyDone | Kept | Put | Link) -> None:
    """What goes into a store through the front door is checked there; this is the other door."""
    if isinstance(line, EventLine):
        check_name(line.stream)
        NewEvent(line.name, line.schema, bytes(line.payload))
        check_meta(_recorded(line).meta)
    elif isinstance(line, Kept):
        check_name(line.key)
        Keep(line.kind, line.id, line.body)
    elif isinstance(line, AlreadyDone):
        check_name(line.key)
    elif isinstance(line, Link):
        check_name(line.key, may_be_empty=True)


def _check_chains(packed: zipfile.ZipFile, manifest: Manifest) -> Iterator[Finding]:
    heads: dict[str, StreamEntry] = {}
    try:
        for event in chained(_events(packed)):
            heads[event.stream] = StreamEntry(event.version, event.hash.hex())
    except ValueError as error:
        yield Finding("store.archive.chain_broken", EVENTS, {"said": str(error)})
        return
    if heads != manifest.streams:
        yield Finding("store.archive.streams_differ", MANIFEST)


def _check_links(packed: zipfile.ZipFile, manifest: Manifest) -> Iterator[Finding]:
    """The chain of the house, where it came along, holds and ends where the streams do."""
    last, heads = EMPTY, dict[str, StreamEntry]()
    for link in _links(packed):
        if link.number != last.version + 1 or link.hash != hash_of_link(link, last.hash):
            yield Finding("store.archive.chain_broken", LINKS, {"said": f"{link.number}"})
            return
        last = link.head
        heads |= {one.stream: StreamEntry(one.version, one.hash.hex()) for one in link.heads}
    if last != EMPTY and heads != manifest.streams:
        yield Finding("store.archive.streams_differ", LINKS)


def _check_signature(packed: zipfile.ZipFile) -> Iterator[Finding]:
    """One that is there holds. Whose it is, is for people to know."""
    try:
        said = _signature(packed)
        signer, signature = bytes.fromhex(said.signer), bytes.fromhex(said.signature)
    except (ValueError, StopIteration) as error:
        yield Finding("store.archive.malformed", SIGNATURE, {"said": str(error)})
        return
    manifest = sha256(packed.read(MANIFEST)).digest()
    if (signer or signature) and not holds(signer, signature, SIGNED + manifest):
        yield Finding("store.archive.signature_wrong", SIGNATURE)


def signer_of(path: Path) -> bytes:
    """The public key under which a sound archive was signed; nothing where nobody signed it."""
    with zipfile.ZipFile(path) as packed:
        return bytes.fromhex(_signature(packed).signer) if SIGNATURE in packed.namelist() else b""


def _signature(packed: zipfile.ZipFile) -> ManifestSignature:
    return msgspec.json.decode(next(_lines(packed, SIGNATURE)), type=ManifestSignature)


def _check_keys(packed: zipfile.ZipFile) -> Iterator[Finding]:
    answered = {answer.key for answer in _read(packed, ANSWERS)}
    used = {event.meta.key for event in _events(packed)} | {row.key for row in _read(packed, REGISTRY)}
    for key in sorted(used - answered):
        yield Finding("store.archive.unanswered", key)


def _contents(packed: zipfile.ZipFile) -> Contents:
    answers, registry, secrets = (_read(packed, name) for name in (ANSWERS, REGISTRY, SECRETS))
    return Contents(_events(packed), answers, registry, secrets, _links(packed))


def _links(packed: zipfile.ZipFile) -> Iterator[Link]:
    return _read(packed, LINKS) if LINKS in packed.namelist() else iter(())


def _events(packed: zipfile.ZipFile) -> Iterator[Recorded]:
    return map(_recorded, _read(packed, EVENTS))


def _read(packed: zipfile.ZipFile, name: str) -> Iterator[Any]:
    return map(msgspec.json.Decoder(_KINDS[name]).decode, _lines(packed, name))


def _lines(packed: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with packed.open(name) as file:
        while line := file.readline(LONGEST_LINE):
            if not line.endswith(b"\n"):
                raise ValueError("a line without an end, or too long")
            yield line


def _recorded(line: EventLine) -> Recorded:
    meta = Meta(line.who, line.role, line.device, line.at, line.key, line.command)
    sealed = bytes.fromhex(line.hash)
    return Recorded(line.stream, line.version, line.name, line.schema, bytes(line.payload), meta, sealed)
