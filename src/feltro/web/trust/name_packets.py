"""What is asked and answered about `feltro.local` by phones of the same network (multicast DNS, RFC 6762): bytes only.

We speak for one name with its addresses, so of the whole of DNS there is a question, an address, and the word that
there is nothing else. Packets come from anybody: whatever is not a question for us has no answer.
"""

from __future__ import annotations

import struct
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

HEAD = struct.Struct("!6H")
RECORD = struct.Struct("!HHIH")
RESPONSE = 0x8400
"""An answer, and one that we are sure of."""
A, AAAA, ANY, NSEC, INTERNET = 1, 28, 255, 47, 1
TOP_BIT = 0x8000
"""In a question: answer me alone. In an answer: forget what you knew."""
SECONDS, SECONDS_FOR_OLD = 120, 10
"""How long an answer may be kept; a resolver that knows nothing of multicast keeps it shorter."""
MOST = 32
"""Questions or records that are looked at in one packet."""
MOST_BYTES = 9000


class NameQuestion(NamedTuple):
    name: str
    kind: int
    to_me: bool


class Packet(NamedTuple):
    id: int
    questions: tuple[NameQuestion, ...]
    told: tuple[tuple[str, str], ...]
    """Names and addresses, where it is somebody's answer."""


class _UnreadableError(ValueError):
    """Not a packet, or one that is meant to hurt."""


def read(packet: bytes) -> Packet | None:
    """Nothing of what cannot be read to its end."""
    try:
        return _read(packet)
    except (_UnreadableError, struct.error, IndexError, UnicodeDecodeError):
        return None


def _read(packet: bytes) -> Packet:
    number, flags, asked, *counts = HEAD.unpack_from(packet)
    if len(packet) > MOST_BYTES or asked > MOST or sum(counts) > MOST * 4:
        raise _UnreadableError
    at, questions = HEAD.size, []
    for _ in range(asked):
        name, at = _name(packet, at)
        kind, group = struct.unpack_from("!HH", packet, at)
        questions.append(NameQuestion(name, kind, bool(group & TOP_BIT)))
        at += 4
    told = _told(packet, at, sum(counts)) if flags & TOP_BIT else ()
    return Packet(number, () if flags & TOP_BIT else tuple(questions), told)


def _told(packet: bytes, at: int, records: int) -> tuple[tuple[str, str], ...]:
    found = []
    for _ in range(records):
        name, at = _name(packet, at)
        kind, _group, _seconds, length = RECORD.unpack_from(packet, at)
        at += RECORD.size
        data = packet[at : at + length]
        if (kind, length) in {(A, 4), (AAAA, 16)} and len(data) == length:
            found.append((name, str(ip_address(data))))
        at += length
    return tuple(found)


def _name(packet: bytes, at: int) -> tuple[str, int]:
    """Labels, and jumps to labels that were said before: only ever backwards, so that they end."""
    labels: list[str] = []
    after, limit = 0, at
    while (length := packet[at]) != 0:
        if length >= 0xC0:
            jump = struct.unpack_from("!H", packet, at)[0] & 0x3FFF
            after = after or at + 2
            if jump >= limit:
                raise _UnreadableError
            at = limit = jump
            continue
        if length > 63 or len(labels) > MOST:
            raise _UnreadableError
        labels.append(packet[at + 1 : at + 1 + length].decode())
        at += 1 + length
    return ".".join(labels).lower(), after or at + 1


def question(name: str, kind: int = ANY) -> bytes:
    return HEAD.pack(0, 0, 1, 0, 0, 0) + _written(name) + struct.pack("!HH", kind, INTERNET)


def answer(packet: Packet, name: str, addresses: Iterable[str], *, old: bool = False) -> bytes | None:
    """To whoever asks for our name; `old` for a resolver that asks us as it would ask any server."""
    asked = [one for one in packet.questions if one.name == name and one.kind in {A, AAAA, ANY}]
    if not asked:
        return None
    known = [(A if ip_address(one).version == 4 else AAAA, one) for one in addresses]
    kinds = {one.kind for one in asked}
    wanted = [(kind, one) for kind, one in known if kind in kinds or ANY in kinds]
    seconds, top = (SECONDS_FOR_OLD, 0) if old else (SECONDS, TOP_BIT)
    records = [_record(name, kind, top, seconds, ip_address(one).packed) for kind, one in wanted]
    last = [] if old else [_record(name, NSEC, top, seconds, _written(name) + _kinds({kind for kind, _ in known}))]
    questions = [_written(one.name) + struct.pack("!HH", one.kind, INTERNET) for one in asked] if old else []
    if not records and not last:
        return None
    head = HEAD.pack(packet.id if old else 0, RESPONSE, len(questions), len(records), 0, len(last))
    return head + b"".join([*questions, *records, *last])


def announcement(name: str, addresses: Iterable[str], *, gone: bool = False) -> bytes:
    """To everybody, unasked: here we are now, or no longer."""
    records = []
    for one in addresses:
        at = ip_address(one)
        records.append(_record(name, A if at.version == 4 else AAAA, TOP_BIT, 0 if gone else SECONDS, at.packed))
    return HEAD.pack(0, RESPONSE, 0, len(records), 0, 0) + b"".join(records)


def _record(name: str, kind: int, top: int, seconds: int, data: bytes) -> bytes:
    return _written(name) + RECORD.pack(kind, INTERNET | top, seconds, len(data)) + data


def _written(name: str) -> bytes:
    return b"".join(bytes((len(one),)) + one.encode() for one in name.split(".")) + b"\0"


def _kinds(kinds: Iterable[int]) -> bytes:
    """Which kinds of record there are, as a map of bits: so that nobody waits for one that there is not."""
    bits = bytearray(4)
    for kind in kinds:
        bits[kind // 8] |= 0x80 >> kind % 8
    return bytes((0, len(bits))) + bytes(bits)
