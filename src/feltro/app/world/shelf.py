"""The shelf of pressed streams: what was worked out of the log, kept on the disk so that a start need not do it again.

Never a truth. A page says which log it was pressed from (the hash of its last event) and by which code; where either is
another it is thrown away, and so is a page that is damaged, or that was not written with the key of this installation.
Nobody's name stands in it: a page is made of the log alone, and the log has none.
"""

import contextlib
import gc
import hmac
import io
import mmap
import os
import pickle
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from feltro.app.world.gist import Gist
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money
from feltro.ledger.accounts import Account, account
from feltro.ledger.entries import Posting, PostingLine, Reference

MARK = b"feltro/pressed/1\n"
SEAL_BYTES, LENGTH_BYTES, DIGEST_BYTES = 32, 4, 32
MOST_HEADER = 1 << 20
FOLDER = "prensado"
"""Beside the database, or in the folder that the system gives to programs for what they can make again."""
_FELTRO = Path(__file__).parents[2]
_NOT_MADE_BY = ("web", "cli", "sim", "words", "rulings", "structures", "hand")
"""What no state, no posting and no result is made by."""
_PLAIN = {"builtins.set", "builtins.frozenset", "datetime.date", "datetime.datetime", "datetime.time",
          "datetime.timedelta", "datetime.timezone", "zoneinfo.ZoneInfo._unpickle", "fractions.Fraction",
          "decimal.Decimal", "msgspec._utils.rebuild"}  # fmt: skip
_BROKEN = (
    OSError,
    ValueError,
    TypeError,
    AttributeError,
    ImportError,
    EOFError,
    IndexError,
    pickle.UnpicklingError,
)
"""What reading a page may end in, however it was spoilt."""


class PressedPage(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a pressed stream without opening it."""

    stream: str
    version: int
    head: bytes
    """The hash of its last event."""
    code: str
    first_key: str
    first_at: Instant
    last_at: Instant
    gist: Gist | None
    holds: tuple[tuple[str, tuple[str, ...], int], ...]
    """What it left on each account that is not empty, in centavos."""
    touches: tuple[tuple[str, tuple[str, ...]], ...]
    """Accounts that it ever moved, without those that everybody has."""
    parts: tuple[tuple[int, bytes], ...] = ()
    """What lies behind this header, one after the other: its size and its digest."""

    def balances(self) -> dict[Account, int]:
        return {account(kind, *parts): centavos for kind, parts, centavos in self.holds}


class Shelf:
    """One folder, for all processes of one machine that serve one house. A page is written beside and renamed."""

    def __init__(self, folder: Path, key: Callable[[], bytes]) -> None:
        self.folder = folder
        self._key = cache(key)
        self.discarded: list[str] = []
        """Streams whose page was no good, for whoever wants to know."""

    def page(self, stream: str, head: Callable[[int], bytes]) -> PressedPage | None:
        """As it was pressed, if it may be believed. `head` tells the hash of the event at a version."""
        try:
            with self._path(stream).open("rb") as file:
                begins = file.read(len(MARK) + SEAL_BYTES + LENGTH_BYTES)
                length = int.from_bytes(begins[-LENGTH_BYTES:], "big")
                found = self._header(begins + file.read(min(length, MOST_HEADER)))
        except FileNotFoundError:
            return None
        except _BROKEN:
            self.discard(stream)
            return None
        right = found.stream == stream and found.code == code_digest() and found.head == head(found.version)
        if not right:
            self.discard(stream)
        return found if right else None

    def state(self, page: PressedPage) -> Any:
        """As it was pressed; nothing when the page is not, or no longer, what it says of itself."""
        return self._part(page, 0, lambda body: _Reader(io.BytesIO(body)).load())

    def postings(self, page: PressedPage) -> dict[int, Posting] | None:
        found: dict[int, Posting] | None = self._part(page, 1, lambda body: _restored(page.stream, body))
        return found

    def _part(self, page: PressedPage, which: int, read: Callable[[bytes], Any]) -> Any:
        size, digest = page.parts[which]
        behind = sum(one for one, _ in page.parts[which:])
        try:
            with self._path(page.stream).open("rb") as file, _mapped(file) as data:
                body = data[len(data) - behind : len(data) - behind + size]
            if sha256(body).digest() == digest:
                with unhurried():
                    return read(body)
        except _BROKEN:
            return self.discard(page.stream)
        return self.discard(page.stream)

    def press(self, page: PressedPage, state: Any, postings: Mapping[int, Posting]) -> PressedPage | None:
        """Keep it; nothing where the disk or the key will not have it, which is no loss."""
        bodies = [pickle.dumps(state, pickle.HIGHEST_PROTOCOL), _plain(postings)]
        parts = tuple((len(one), sha256(one).digest()) for one in bodies)
        whole = msgspec.structs.replace(page, code=code_digest(), parts=parts)
        header, body = msgspec.msgpack.encode(whole), b"".join(bodies)
        try:
            length = len(header).to_bytes(LENGTH_BYTES, "big")
            self._write(self._path(page.stream), MARK + self._seal(header) + length + header + body)
        except OSError:
            return None
        return whole

    def beside(self, page: PressedPage, name: str, key: bytes) -> bytes | None:
        """What was worked out of a pressed stream under this key, if it is that."""
        try:
            data = self._path(page.stream, name).read_bytes()
            begins = len(MARK) + SEAL_BYTES
            sealed = self._seal(b"".join((page.code.encode(), page.head, key, data[begins:])))
        except OSError:
            return None
        return data[begins:] if hmac.compare_digest(data[:begins], MARK + sealed) else None

    def keep_beside(self, page: PressedPage, name: str, key: bytes, body: bytes) -> None:
        with contextlib.suppress(OSError):
            self._write(
                self._path(page.stream, name),
                MARK + self._seal(b"".join((page.code.encode(), page.head, key, body))) + body,
            )

    def _write(self, path: Path, data: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = self.folder / f".{secrets.token_hex(8)}"
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        beside.replace(path)

    def _path(self, stream: str, name: str = "page") -> Path:
        return self.folder / f"{sha256(stream.encode()).hexdigest()[:32]}.{name}"

    def _header(self, data: Any) -> PressedPage:
        """A `ValueError` when it is not one of ours."""
        begins = len(MARK) + SEAL_BYTES
        length = int.from_bytes(data[begins : begins + LENGTH_BYTES], "big")
        header = bytes(data[begins + LENGTH_BYTES : begins + LENGTH_BYTES + length])
        sealed = hmac.compare_digest(bytes(data[len(MARK) : begins]), self._seal(header))
        if bytes(data[: len(MARK)]) != MARK or not sealed:
            raise ValueError("not a page of this house")
        return msgspec.msgpack.decode(header, type=PressedPage)

    def _seal(self, header: bytes) -> bytes:
        return hmac.digest(self._key(), header, "sha256")

    def discard(self, stream: str) -> Any:
        """Nothing, and nobody is misled by it again."""
        self.discarded.append(stream)
        with contextlib.suppress(OSError):
            self._path(stream).unlink()
        return None


class _Reader(pickle.Unpickler):
    """Makes records of this program and plain values, and calls nothing else: the seal is not the only lock."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("feltro.") or f"{module}.{name}" in _PLAIN:
            found = super().find_class(module, name)
            if isinstance(found, type) or not module.startswith("feltro."):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a state")


def _plain(postings: Mapping[int, Posting]) -> bytes:
    """Each account once, and amounts: a tenth of the postings as they are."""
    accounts: dict[Account, int] = {}
    rows = [
        (
            version,
            one.at,
            (one.reverses.stream, one.reverses.version) if one.reverses else None,
            [(accounts.setdefault(line.account, len(accounts)), line.amount.centavos) for line in one.lines],
        )
        for version, one in postings.items()
    ]
    return msgspec.msgpack.encode(([(one.kind, one.parts) for one in accounts], rows))


def _restored(stream: str, body: bytes) -> dict[int, Posting]:
    names, rows = msgspec.msgpack.decode(body)
    accounts = [account(kind, *parts) for kind, parts in names]
    return {
        version: Posting(
            at,
            Reference(stream, version),
            tuple(PostingLine(accounts[number], Money(centavos)) for number, centavos in lines),
            Reference(*reverses) if reverses else None,
        )
        for version, at, reverses, lines in rows
    }


@contextlib.contextmanager
def unhurried() -> Iterator[None]:
    """Without the collector: what is read now stays, and looking through it again and again finds nothing."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextlib.contextmanager
def _mapped(file: Any) -> Iterator[mmap.mmap]:
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data


@cache
def code_digest() -> str:
    """Of everything that a state or a result may be made by, rulebooks too, and of the Python that runs it."""
    import sys

    found = sha256(sys.version.encode())
    for file in _sources(_FELTRO):
        found.update(str(file.relative_to(_FELTRO)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


def _sources(folder: Path) -> Iterable[Path]:
    below = [one for one in folder.iterdir() if one.is_dir() and one.name not in _NOT_MADE_BY]
    files = (file for one in below for file in one.rglob("*") if file.suffix in {".py", ".toml", ".csv"})
    return sorted([*folder.glob("*.py"), *files])
