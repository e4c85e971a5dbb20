"""One bit of a house's file is turned, and `verify` is asked. What changes anything readable must be found and named."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Any

from feltro.app.upkeep.audit import verify_house
from feltro.app.upkeep.marks import marks_of
from feltro.app.upkeep.outside import Outside
from feltro.app.wiring import open_house
from feltro.store.integrity import verify
from feltro.store.port import StoreUnavailable
from feltro.store.sqlite_look import looked_at
from tests.crash.busy_desk import CASHIERS, commands, open_house_for_sale

if TYPE_CHECKING:
    from pathlib import Path

    from feltro.store.port import Reader

NOTICED, HARMLESS = "noticed and named", "harmless: every row reads as before"


def busy_file(path: Path, people: int) -> None:
    """A house in which so many people came to each desk, closed."""
    house = open_house(f"sqlite:///{path}")
    open_house_for_sale(house)
    sell(house, people)
    house.store.close()


def sell(house: Any, people: int, name: str = "n") -> None:
    for desk in CASHIERS:
        for number, given in enumerate(commands(name, desk)):
            if number == people * 3:
                break
            given.to(house)


def rows(reader: Reader) -> dict[str, Any]:
    """Everything that can be read of a house."""
    streams = reader.streams()
    return {
        "streams": streams,
        "events": [event for stream in streams for event in reader.read(stream)],
        "answers": list(reader.answers()),
        "registry": list(reader.registry()),
        "vault": [(one, reader.secret(one)) for one in reader.secrets()],
        "links": list(reader.links()),
    }


def classify(path: Path, before: dict[str, Any]) -> str:
    """What `verify` says of a file, against what it held. Anything else than the two words is a failure."""
    try:
        with looked_at(path) as store:
            found = verify(store)
            if not found and rows(store) == before:
                return HARMLESS
            found = found or verify_house(store).findings  # signatures, and what the log amounts to
            return NOTICED if found and all(one.because and one.where for one in found) else f"UNNOTICED {found}"
    except (sqlite3.DatabaseError, StoreUnavailable, ValueError) as error:
        return (
            NOTICED if str(error) else f"without a word: {error!r}"
        )  # what the command tells as the file's damage


def flips(path: Path, times: int, seed: int) -> Counter[str]:
    """So many single bits of a closed file, each turned and turned back; how often each outcome came."""
    with looked_at(path) as store:
        before = rows(store)
        assert verify(store) == [], "sound before anything is turned"
    rng = random.Random(seed)
    counted: Counter[str] = Counter()
    data = bytearray(path.read_bytes())
    copy = path.with_name("turned.sqlite3")
    for _ in range(times):
        place, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
        data[place] ^= bit
        copy.write_bytes(data)
        data[place] ^= bit
        outcome = classify(copy, before)
        counted[outcome if outcome in {NOTICED, HARMLESS} else f"{outcome} at {place} bit {bit}"] += 1
    return counted


def log_flips(path: Path, times: int, seed: int) -> Counter[str]:
    """The same in the write-ahead log of a house that was not closed, held to the marks that lie beside the key."""
    url = f"sqlite:///{path}"
    house = open_house(url)
    sell(house, 4, "w")
    marks = marks_of(url)
    assert marks is not None
    outside = Outside(marks=tuple(marks.read()))
    files = {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
    before = rows(house.store)
    house.store.close()
    copy = path.with_name("turned-log.sqlite3")
    beside = copy.with_name(copy.name + "-wal")
    rng = random.Random(seed)
    counted: Counter[str] = Counter()
    for _ in range(times):
        place, bit = rng.randrange(len(files["-wal"])), 1 << rng.randrange(8)
        log = bytearray(files["-wal"])
        log[place] ^= bit
        copy.write_bytes(files[""])
        beside.write_bytes(log)
        copy.with_name(copy.name + "-shm").unlink(missing_ok=True)
        with looked_at(copy) as store:
            same = rows(store) == before
            found = verify_house(store, outside).findings
        outcome = NOTICED if found else HARMLESS if same else f"UNNOTICED at {place} bit {bit} of the log"
        counted[outcome] += 1
    return counted
