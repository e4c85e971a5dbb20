"""The laptop that is followed: it answers what the second one asks, at one moment of its store."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.people.directory import PERSON, load
from feltro.app.second import messages as m
from feltro.app.second.channel import NotOursError, follower_in, opened_ask, sealed_told
from feltro.app.second.reigns import LeftAct, end_reign, follow_key, follower_joins, reigns_of
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.streams.reigns import STREAM
from feltro.rulebook.library import own_shelves
from feltro.store.growth import RowBox, box_of, boxes_of, boxes_that_differ, vault_of
from feltro.store.port import Put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from feltro.app.handling import House
    from feltro.app.second.channel import FollowKey
    from feltro.kernel.instants import Instant
    from feltro.store.links import Link
    from feltro.store.port import AlreadyDone, Kept, Reader

MOST_LINKS = 500
MOST_EVENTS = 4000
MOST_BYTES = 4 << 20
"""Of rows or files in one answer; one that is larger goes alone."""


_NO_BOXES: tuple[RowBox, ...] = ()


class HeardFollower(NamedTuple):
    """The last time that the follower asked, and how far it was."""

    at: Instant
    link: int
    caught_up: bool


class FollowSource:
    """Of one process. `folders`: files that the house needs besides its database, by the name of their folder."""

    def __init__(self, house: House, clock: Callable[[], Instant], folders: Mapping[str, Path]) -> None:
        self._house = house
        self._clock = clock
        self._folders = folders
        self.heard: HeardFollower | None = None

    def answer(self, sent: bytes) -> bytes | None:
        """Nothing for whoever has no key of ours."""
        key = follow_key(self._house, follower_in(sent))
        if key is None or reigns_of(self._house.store).follower != key.follower:
            return None
        try:
            asked = opened_ask(key, sent)
        except NotOursError:
            return None
        return sealed_told(key, sent, self._told(key, asked))

    def _told(self, key: FollowKey, asked: m.Ask) -> m.Told:
        if isinstance(asked, m.TellReign):
            return self._left(asked)
        over = reigns_of(self._house.store).over
        if over:
            return m.NotYou("over", over)
        if isinstance(asked, m.AskNews):
            return self._news(key, asked)
        return self._events(asked) if isinstance(asked, m.AskEvents) else self._files(asked)

    def _news(self, key: FollowKey, asked: m.AskNews) -> m.Told:
        at = self._clock()
        if reigns_of(self._house.store).keys.get(key.follower) != asked.public_key:
            sent = Envelope(key=f"join-{key.follower}-{at}", who="house", role="", at=at)
            follower_joins(self._house, key.follower, asked.public_key, sent)
        with self._house.store.snapshot() as still:
            last = still.last_link()
            number = last.number if last else 0
            if not _is_ours(still, asked.after, asked.head):
                return m.NotYou("other", number)
            links = tuple(islice(still.links(asked.after), MOST_LINKS))
            more = asked.after + len(links) < number
            boxes, more = (_NO_BOXES, more) if more else _boxes(still, asked.boxes)
            secrets = _vault(still) if not more and vault_of(still) != asked.vault else None
            keys = {link.key for link in links if link.key} | {row.key for box in boxes for row in box.rows}
            answers = tuple(_answers(still, keys))
        self.heard = HeardFollower(at, asked.after, number == asked.after)
        return m.News(links, answers, boxes, secrets, number, more, at)

    def _events(self, asked: m.AskEvents) -> m.Events:
        found = (
            event for one in asked.stretches for event in self._house.store.read(one.stream, one.after, one.up_to)
        )
        return m.Events(tuple(islice(found, MOST_EVENTS)))

    def _files(self, asked: m.AskFiles) -> m.Files:
        """The keys of draws too: without them no secret of the vault is opened after a change of laptops."""
        found: dict[str, bytes] = {}
        size, more = 0, False
        for name, path in sorted(self._named()):
            body = path.read_bytes()
            if asked.have.get(name) == sha256(body).hexdigest():
                continue
            if found and size + len(body) > MOST_BYTES:
                more = True
                break
            found[name], size = body, size + len(body)
        seals = self._house.world.seals
        return m.Files(found, tuple(seals.keys()) if seals else (), more)

    def _named(self) -> Iterable[tuple[str, Path]]:
        for folder, path in self._folders.items():
            if path.is_dir():
                files = (one for one in path.rglob("*") if one.is_file() and not one.name.startswith("."))
                yield from ((f"{folder}/{one.relative_to(path).as_posix()}", one) for one in files)

    def _left(self, asked: m.TellReign) -> m.Told:
        """A higher number: from here on nothing more is taken, and what was taken meanwhile is told."""
        store = self._house.store
        mine = reigns_of(store)
        if asked.number <= mine.reign:
            return m.NotYou("higher", mine.reign)
        with store.snapshot() as still:
            if not _is_ours(still, asked.link, asked.head):
                return m.NotYou("other", mine.reign)
        end_reign(store, asked.number, asked.link, self._clock())
        with store.snapshot() as still:
            found = (link for link in still.links(max(asked.after, asked.link)) if not _of_reigns(link))
            links = tuple(islice(found, MOST_LINKS))
            acts = tuple(_act(still, link) for link in links)
        return m.LeftTold(msgspec.json.encode(acts), links[-1].number if len(links) == MOST_LINKS else 0)


def needed_files(pictures: Path | None) -> dict[str, Path]:
    """The house's own books, without which its events do not open, and the pictures of the room."""
    shelves = own_shelves()[:1]
    folders = dict(zip(("books",), shelves, strict=False))
    return folders | ({"pictures": pictures} if pictures else {})


def _of_reigns(link: Link) -> bool:
    return all(head.stream == STREAM for head in link.heads)


def _is_ours(reader: Reader, number: int, head: bytes) -> bool:
    """Whether that link is the one that stands here under its number."""
    if not number:
        return True
    found = next(iter(reader.links(number - 1)), None)
    return found is not None and found.number == number and found.hash == head


def _answers(reader: Reader, keys: Iterable[str]) -> Iterable[AlreadyDone]:
    return (found for key in sorted(keys) if (found := reader.answered(key)))


def _boxes(reader: Reader, theirs: bytes) -> tuple[tuple[RowBox, ...], bool]:
    """Those that differ, as many as go into one answer."""
    differ = boxes_that_differ(boxes_of(reader), theirs)
    named: dict[int, list[tuple[str, str]]] = {one: [] for one in differ}
    for kind, row_id, _ in reader.marked_rows() if differ else ():
        if (box := box_of(kind, row_id)) in named:
            named[box].append((kind, row_id))
    found: list[RowBox] = []
    size = 0
    for box in differ:
        rows: list[Kept] = [row for kind, row_id in named[box] if (row := reader.kept(kind, row_id))]
        weight = sum(len(row.body) for row in rows)
        if found and size + weight > MOST_BYTES:
            return tuple(found), True
        found.append(RowBox(box, tuple(rows)))
        size += weight
    return tuple(found), False


def _vault(reader: Reader) -> tuple[Put, ...]:
    return tuple(Put(name, reader.secret(name) or b"") for name in reader.secrets())


def _act(reader: Reader, link: Link) -> LeftAct:
    """A command as its answer tells it, with the names of those whom it brought into the registry."""
    answered = reader.answered(link.key) if link.key else None
    try:
        done = msgspec.json.decode(answered.outcome, type=Done) if answered else None
    except msgspec.DecodeError:
        done = None
    told = done.events if done else ()
    first = next(
        (one for each in told[:1] for one in reader.read(each.stream, each.version - 1, each.version)), None
    )
    meta = first.meta if first else None
    rows = reader.registry(PERSON) if any(one.stream == PEOPLE for one in told) else ()
    names = {row.id: found.called for row in rows if row.key == link.key and (found := load(reader, row.id))}
    return LeftAct(
        link=link.number,
        at=link.at,
        who=meta.who if meta else "",
        role=meta.role if meta else "",
        command=done.command if done else "",
        told=tuple((one.stream, one.name, one.event) for one in told),
        names=names,
    )
