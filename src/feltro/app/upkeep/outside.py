"""The log against what is known of it outside the database: signatures, marks beside the key, and heads that went out."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import NamedTuple

import msgspec

from feltro.app.upkeep.heads import SHORT, ReadHead, UnreadLine, code_of, fits, grouped
from feltro.app.upkeep.installation_key import fingerprint
from feltro.app.upkeep.marks import BEGUN, Mark
from feltro.app.world.streams.reigns import STREAM as REIGNS
from feltro.app.world.streams.reigns import FollowerJoined
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.store.integrity import HOUSE, Tick, counted, moment, quietly
from feltro.store.links import SIGNED, Head, Link
from feltro.store.port import Reader
from feltro.store.signatures import holds


class Outside(NamedTuple):
    """What the one who asks knows besides the database."""

    own: bytes = b""
    """The public key of this installation; nothing where it has none."""
    only: bytes = b""
    """A public key that was given: everything must be signed with it."""
    marks: tuple[Mark, ...] = ()
    heads: tuple[ReadHead | UnreadLine, ...] = ()


class CheckedOutside(NamedTuple):
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    """What holds and is worth knowing: since when heads are kept, who signed, what was restored."""


class SeenLinks(NamedTuple):
    """What is remembered of a chain that was read once and is too long to keep."""

    first: Link | None
    last: int
    """The number of the last one."""
    hashes: Mapping[int, bytes]
    """Of those that somebody asks about."""


def check_outside(
    reader: Reader, outside: Outside, called: Mapping[str, str], tick: Tick = quietly
) -> CheckedOutside:
    """`called` says which stream people mean by a name."""
    asked = {mark.head.version for mark in outside.marks}
    asked |= {one.number for one in outside.heads if isinstance(one, ReadHead)}
    seen = _seen(reader, asked, tick)
    parts = (
        CheckedOutside(notes=tuple(_since_when(reader, seen.first))),
        _check_signatures(reader, outside, tick),
        _check_marks(seen, outside.marks),
        _check_heads(reader, seen, outside.heads, called),
    )
    return CheckedOutside(
        tuple(one for part in parts for one in part.findings), tuple(one for part in parts for one in part.notes)
    )


def _seen(reader: Reader, asked: set[int], tick: Tick) -> SeenLinks:
    first, last, hashes = None, 0, dict[int, bytes]()
    for link in counted(reader.links(), "marks", tick):
        first, last = first or link, link.number
        if link.number in asked:
            hashes[link.number] = link.hash
    return SeenLinks(first, last, hashes)


def _since_when(reader: Reader, first: Link | None) -> Iterator[Finding]:
    events = sum(reader.streams().values())
    if first is None:
        if events:
            yield Finding("log.no_heads", HOUSE, {"n": events})
        return
    before = sum(head.version for head in first.heads) if not first.key else 0
    if before:
        yield Finding("log.heads_since", HOUSE, {"n": before, **moment(first.at)})


def _check_signatures(reader: Reader, outside: Outside, tick: Tick) -> CheckedOutside:
    """A run of links under one key after the other. Once signed, always signed; once ours, always ours; but a laptop that
    was named before, by whoever signed then, may go on."""
    findings: list[Finding] = []
    notes: list[Finding] = []
    signed = ours = False
    named = named_keys(reader)
    for signer, run in groupby(counted(reader.links(), "signatures", tick), key=lambda link: link.signer):
        first, many, wrong = _run(signer, run)
        where, values = f"{HOUSE}@{first.number}", {"n": many, **moment(first.at)}
        if wrong:
            findings.append(Finding("log.signature_wrong", f"{HOUSE}@{wrong.number}", moment(wrong.at)))
        if outside.only and signer != outside.only:
            findings.append(Finding("log.not_by_this_key", where, values))
        elif not signer and signed:
            findings.append(Finding("log.unsigned", where, values))
        elif not signer:
            notes.append(Finding("log.never_signed", where, values))
        elif signer != outside.own:
            said = Finding("log.other_key", where, {"key": key_code(signer), **values})
            introduced = signer in named and named[signer] <= first.at
            (findings if ours and not introduced else notes).append(said)
        signed, ours = signed or bool(signer), ours or (bool(signer) and signer == outside.own)
    return CheckedOutside(tuple(findings), tuple(notes))


def _run(signer: bytes, run: Iterator[Link]) -> tuple[Link, int, Link | None]:
    """Its first link, how many there are, and the first whose signature does not hold."""
    first, many, wrong = next(run), 0, None
    for link in chain((first,), run):
        many += 1
        if wrong is None and signer and not holds(signer, link.signature, SIGNED + link.hash):
            wrong = link
    return first, many, wrong


def named_keys(reader: Reader) -> dict[bytes, Instant]:
    """The keys of laptops that were let in to follow, and when each was written down."""
    found: dict[bytes, Instant] = {}
    for event in reader.read(REIGNS):
        if event.name == FollowerJoined.__name__:
            joined = msgspec.json.decode(event.payload, type=FollowerJoined)
            found.setdefault(bytes.fromhex(joined.public_key), event.meta.at)
    return found


def key_code(public: bytes) -> str:
    return grouped(code_of(fingerprint(public))[:SHORT])


def _check_marks(seen: SeenLinks, marks: tuple[Mark, ...]) -> CheckedOutside:
    """Each mark is a link that must still be there; what lies before a new beginning is told, not complained of."""
    begun = max((place for place, mark in enumerate(marks) if mark.kind == BEGUN), default=-1)
    findings: list[Finding] = []
    notes: list[Finding] = []
    from_here = marks[begun].head.version if begun >= 0 else 0
    lost = [mark for mark in marks[: max(begun, 0)] if mark.kind != BEGUN and mark.head.version > from_here]
    if lost:
        furthest = max(lost, key=lambda mark: mark.head.version)
        values = {"n": furthest.head.version - from_here, **moment(marks[begun].at)}
        notes.append(Finding("log.begun_anew", f"{HOUSE}@{from_here}", values))
    bound = [mark for place, mark in enumerate(marks) if place > begun or mark.head.version <= from_here]
    wrong = [mark for mark in bound if mark.head.version and seen.hashes.get(mark.head.version) != mark.head.hash]
    if wrong:
        findings.append(_worst(wrong, seen.last))
    return CheckedOutside(tuple(findings), tuple(notes))


def _worst(wrong: list[Mark], last: int) -> Finding:
    """Where the first one that does not fit stands: a chain that was cut, or one that was written anew."""
    first = min(wrong, key=lambda mark: mark.head.version)
    furthest = max(wrong, key=lambda mark: mark.head.version)
    if first.head.version > last:
        values = {"known": furthest.head.version, **moment(furthest.at)}
        return Finding("log.older_copy", f"{HOUSE}@{last}", values)
    return Finding("log.chain_anew", f"{HOUSE}@{first.head.version}", moment(first.at))


def _check_heads(
    reader: Reader, seen: SeenLinks, read: Iterable[ReadHead | UnreadLine], called: Mapping[str, str]
) -> CheckedOutside:
    """Of each head that came back: whether any stream, or the house, had it."""
    findings: list[Finding] = []
    right = 0
    streams = reader.streams()
    for one in read:
        if isinstance(one, UnreadLine):
            findings.append(Finding("log.head_unread", f"line@{one.line}", {"line": one.line, "text": one.text}))
        elif _found(reader, seen, streams, one):
            right += 1
        else:
            findings.append(_astray(one, called, {**streams, HOUSE: seen.last}))
    notes = (Finding("log.heads_fit", HOUSE, {"n": right}),) if right else ()
    return CheckedOutside(tuple(findings), notes)


def _found(reader: Reader, seen: SeenLinks, streams: dict[str, int], read: ReadHead) -> bool:
    mine = seen.hashes.get(read.number)
    heads = [Head(read.number, mine)] if mine else []
    for stream, last in streams.items():
        if read.number <= last:
            heads += (Head(one.version, one.hash) for one in reader.read(stream, read.number - 1, read.number))
    return any(fits(head, read) for head in heads)


def _astray(read: ReadHead, called: Mapping[str, str], lengths: Mapping[str, int]) -> Finding:
    """Told of the stream that it names, where it names one: gone, cut, or written anew."""
    label = read.label.casefold()
    stream = called.get(label) or next((one for one in lengths if one.casefold() == label), "")
    values = {"line": read.line, "number": read.number, "code": grouped(read.code[:SHORT])}
    if not stream:
        because = "log.head_of_unknown" if read.label else "log.head_of_nothing"
        return Finding(because, f"line@{read.line}", {**values, "label": read.label})
    because = "log.head_past_end" if read.number > lengths[stream] else "log.head_differs"
    return Finding(because, f"{stream}@{read.number}", {**values, "last": lengths[stream]})
