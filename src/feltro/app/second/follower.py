"""The laptop that follows: round after round it takes what is new on the first one into a file of its own, verified."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, cast

import msgspec

from feltro.app.second import messages as m
from feltro.app.second.channel import NotOursError, opened_told, sealed_ask
from feltro.app.second.notes import read_note, write_note
from feltro.app.second.reigns import LeftAct, end_reign, follow_key, keep_left, reigns_of
from feltro.store.growth import Growth, NotGrownError, boxes_of, vault_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from feltro.app.handling import House
    from feltro.app.second.channel import FollowKey
    from feltro.app.second.notes import FollowNote
    from feltro.kernel.instants import Instant
    from feltro.store.growth import GrowingStore
    from feltro.store.links import Link
    from feltro.store.port import Recorded

ADDRESS = "/seguir"
TIMEOUT = 10.0
MOST_EVENTS = 2000
SENT = "application/octet-stream"


class NotFollowedError(Exception):
    """The other laptop does not answer as one that is followed: `because` is a key of words/."""

    def __init__(self, because: str) -> None:
        super().__init__(because)
        self.because = because


class FollowRound(NamedTuple):
    links: int
    """So many came."""
    last: int
    """The number of the last link there."""
    more: bool


class OtherLaptop:
    """Asked over the network of the room."""

    def __init__(self, address: str, key: FollowKey, timeout: float = TIMEOUT) -> None:
        self.address = address.rstrip("/")
        self.key = key
        self._timeout = timeout

    def ask(self, message: m.Ask) -> m.Told:
        """An `OSError` where it is away, a `NotFollowedError` where it is there and does not know us."""
        sent = sealed_ask(self.key, message)
        try:
            return opened_told(self.key, sent, self._post(sent))
        except NotOursError as error:
            raise NotFollowedError("reign.not_known_there") from error

    def _post(self, sent: bytes) -> bytes:
        import ssl
        import urllib.error
        import urllib.request

        request = urllib.request.Request(self.address + ADDRESS, sent, {"Content-Type": SENT})  # noqa: S310 - asked for by hand
        # What goes over the wire is sealed with a key of the two: a certificate proves nothing more.
        unchecked = ssl._create_unverified_context()  # noqa: S323, SLF001 - the same
        try:
            with urllib.request.urlopen(request, timeout=self._timeout, context=unchecked) as answer:  # noqa: S310 - the same
                body: bytes = answer.read()
                return body
        except urllib.error.HTTPError as error:
            if error.code == 503:
                raise OSError(str(error)) from error
            raise NotFollowedError("reign.not_known_there") from error


class LogFollower:
    """Of one file. What came is written whole, round by round; a file that was ended in mid-round goes on from there."""

    def __init__(self, house: House, url: str, clock: Callable[[], Instant], public_key: str) -> None:
        note = read_note(url)
        if note is None:
            raise ValueError("nothing is followed into this file")
        self._house, self._url, self._clock = house, url, clock
        self._public_key = public_key
        self.note: FollowNote = note
        self._other = OtherLaptop(note.address, note.key)

    @property
    def is_over(self) -> bool:
        """Somebody took over on this file."""
        return read_note(self._url) is None

    def take(self) -> FollowRound:
        """One round. What does not follow what is here is refused, and nothing of it is written."""
        store, began = self._house.store, self._clock()
        last = store.last_link()
        number, head = (last.number, last.hash) if last else (0, b"")
        news = self._other.ask(m.AskNews(number, head, boxes_of(store), vault_of(store), self._public_key))
        if isinstance(news, m.NotYou):
            raise NotFollowedError(f"reign.{news.because}_there")
        if not isinstance(news, m.News):
            raise NotFollowedError("reign.not_known_there")
        self._check_signer(news.links)
        events = tuple(self._events(news.links))
        growth = Growth(news.links, events, news.answers, news.boxes, news.secrets)
        if news.links or news.boxes or news.secrets is not None:
            cast("GrowingStore", store).take_on(growth)
            self._house.after_commit()
        self._keep_note(news, began)
        return FollowRound(len(news.links), news.last, news.more)

    def take_files(self, folders: Mapping[str, Path]) -> int:
        """Files and keys that the house needs besides; how many came."""
        came, more = 0, True
        while more:
            have = {
                f"{name}/{one.relative_to(path).as_posix()}": sha256(one.read_bytes()).hexdigest()
                for name, path in folders.items()
                for one in (path.rglob("*") if path.is_dir() else ())
                if one.is_file()
            }
            told = self._other.ask(m.AskFiles(have))
            if not isinstance(told, m.Files):
                raise NotFollowedError("reign.not_known_there")
            for name, body in told.files.items():
                came += _keep_file(folders, name, body)
            if self._house.world.seals and told.draw_keys:
                self._house.world.seals.take(list(told.draw_keys))
            more = told.more and bool(told.files)
        return came

    def _check_signer(self, links: tuple[Link, ...]) -> None:
        """From the first round that missed nothing, one key signs: another one is another laptop."""
        wrong = next((link for link in links if self.note.signer and link.signer != self.note.signer), None)
        if wrong is not None:
            raise NotGrownError(f"link {wrong.number} is signed with another key")

    def _events(self, links: tuple[Link, ...]) -> Iterator[Recorded]:
        """What lies between where streams stand here and where the links say, one stream after the other."""
        ends = {head.stream: head.version for link in links for head in link.heads}
        for stream, end in sorted(ends.items()):
            last = self._house.store.version(stream)
            while last < end:
                stretch = m.Stretch(stream, last, min(end, last + MOST_EVENTS))
                told = self._other.ask(m.AskEvents((stretch,)))
                if not isinstance(told, m.Events) or not told.events:
                    raise NotFollowedError("reign.not_known_there")
                yield from told.events
                last = told.events[-1].version

    def _keep_note(self, news: m.News, began: Instant) -> None:
        if news.more or self.is_over:
            return
        last = self._house.store.last_link()
        found = {"heard_at": began, "link": last.number if last else 0, "signer": last.signer if last else b""}
        self.note = msgspec.structs.replace(self.note, **found)
        write_note(self._url, self.note)


def _keep_file(folders: Mapping[str, Path], name: str, body: bytes) -> int:
    """Under its folder and nowhere else."""
    place = PurePosixPath(name)
    folder = folders.get(place.parts[0]) if len(place.parts) > 1 else None
    if folder is None or place.is_absolute() or ".." in place.parts:
        return 0
    path = folder.joinpath(*place.parts[1:])
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}")
    beside.write_bytes(body)
    beside.replace(path)
    return 1


def first_answers(note: FollowNote) -> bool:
    """Whether the first laptop is there after all."""
    try:
        OtherLaptop(note.address, note.key, 3.0).ask(m.AskFiles({}))
    except OSError:
        return False
    except NotFollowedError:
        return True
    return True


def meet(house: House, clock: Callable[[], Instant]) -> bool:
    """Look for the laptop that had the house before. Met, it stops, and what it took meanwhile is kept for entry by hand; one
    that has the higher number stops us. Whether there is nothing left to look for."""
    state = reigns_of(house.store)
    began = state.began
    key = follow_key(house, began.follower) if began else None
    if began is None or key is None or state.met or state.over:
        return True
    other, acts, after = OtherLaptop(began.address, key, 3.0), list[LeftAct](), began.link
    while True:
        try:
            told = other.ask(m.TellReign(began.number, began.link, bytes.fromhex(began.head), after))
        except (OSError, NotFollowedError):
            return False
        if isinstance(told, m.NotYou) and told.because == "higher" and told.number > state.reign:
            end_reign(house.store, told.number, began.link, clock())
            return True
        if not isinstance(told, m.LeftTold):
            return False
        acts += msgspec.json.decode(told.acts, type=list[LeftAct])
        after = told.after
        if not after:
            keep_left(house.store, acts, clock())
            return True
