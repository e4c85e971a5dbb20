"""A log of years, made of one played tournament written down again and again under other names: how much memory `verify` takes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
from bench.load.season_house import KEYS, built

from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.world.plan import Done
from feltro.store.address import open_store
from feltro.store.port import Append, Meta, NewEvent, Transaction

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feltro.store.port import Store

COPIED = ("tournament:t1-1", "season:t1", "desk:")
AT_ONCE = 200
"""Commands in one turn at writing."""


def grown(folder: Path, events: int) -> Path:
    """A house of at least so many events. Every command of the one tournament is there once more for each copy: its own
    event, season and desk, the same people."""
    played = built(folder, 1)
    path = folder / f"years-{events}.sqlite3"
    os.environ["FELTRO_KEYS"] = str(played.parent / KEYS)
    if path.exists():
        return path
    beside = path.with_name("growing.sqlite3")
    beside.write_bytes(played.read_bytes())
    store = open_store(f"sqlite:///{beside}", InstallationKey())
    try:
        commands = list(_commands(store))
        copy = 0
        while sum(store.streams().values()) < events:
            copy += 1
            _write(store, commands, f"x{copy}")
    finally:
        store.close()
    return beside.rename(path)


def _commands(store: Store) -> Iterator[tuple[Meta, dict[str, list[NewEvent]], bytes]]:
    """Those that wrote only to what is copied, in their order."""
    at: dict[str, int] = {}
    for link in store.links():
        wrote: dict[str, list[NewEvent]] = {}
        meta = None
        for head in link.heads:
            for event in store.read(head.stream, at.get(head.stream, 0), head.version):
                wrote.setdefault(head.stream, []).append(NewEvent(event.name, event.schema, event.payload))
                meta = event.meta
            at[head.stream] = head.version
        if meta and all(stream.startswith(COPIED) for stream in wrote):
            yield meta, wrote, store.answered(meta.key).outcome


def _write(store: Store, commands, name: str) -> None:
    renamed = _Renamed(name)
    versions: dict[str, int] = {}
    for first in range(0, len(commands), AT_ONCE):
        with store.turn() as turn:
            for meta, wrote, answer in commands[first : first + AT_ONCE]:
                key = f"{meta.key}.{name}"
                appends = []
                for stream, events in wrote.items():
                    mine = renamed.stream(stream)
                    new = tuple(NewEvent(one.name, one.schema, renamed.text(one.payload)) for one in events)
                    appends.append(Append(mine, versions.get(mine, 0), new))
                    versions[mine] = versions.get(mine, 0) + len(new)
                again = Meta(meta.who, meta.role, meta.device, meta.at, key, meta.command)
                turn.write(Transaction(again, tuple(appends), renamed.answer(answer, meta.key, key)))
            turn.flush()


class _Renamed:
    def __init__(self, name: str) -> None:
        self._name = name
        self._bytes = name.encode()

    def stream(self, stream: str) -> str:
        return f"{stream}{self._name}"

    def text(self, payload: bytes) -> bytes:
        for one in (b"t1-1", b"t1", b"caixa-1"):
            payload = payload.replace(b'"%s"' % one, b'"%s%s"' % (one, self._bytes))
        return payload

    def answer(self, answer: bytes, key: str, new: str) -> bytes:
        """With the bytes of each event as they stand in the log."""
        done = msgspec.json.decode(answer, type=Done)
        told = tuple(
            msgspec.structs.replace(
                one, stream=self.stream(one.stream), event=msgspec.Raw(self.text(bytes(one.event)))
            )
            for one in done.events
        )
        assert done.key == key
        return msgspec.json.encode(msgspec.structs.replace(done, key=new, events=told, held={}))


def verified(path: Path) -> tuple[float, int]:
    """The most memory in megabytes that `feltro verify` took, in a process of its own; and how many events it read. It found nothing."""
    program = (
        "import resource, sys; from feltro.cli.main import main; code = main(sys.argv[1:]); "
        "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    words = ["verify", "--lang", "en", "--database", f"sqlite:///{path}"]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    code, _, megabytes = (done.stdout.splitlines() or ["1"])[-1].partition(" ")
    assert code == "0", done.stdout + done.stderr
    store = open_store(f"sqlite:///{path}", InstallationKey())
    try:
        return float(megabytes), sum(store.streams().values())
    finally:
        store.close()
