"""What the house answered, kept: thousands of commands under every book, each with its facts or its refusal.

A kept answer is no promise of a regulation; it is what was so, and a change that makes it otherwise has to be meant.
`script/golden answers` writes the files anew: the difference that git shows is what the change decides otherwise.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from feltro.app.people.public_ids import public_ids
from feltro.app.world.plan import Done
from feltro.kernel.draws import SECRET_BYTES
from feltro.kernel.instants import Instant
from tests.app.machine.asking import Pick
from tests.app.machine.houses import Prepared
from tests.app.machine.rules import PHASES
from tests.app.machine.views import shown
from tests.tournament.room import BOOKS, Room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.kernel.outcome import Refused

FOLDER = Path(__file__).parent / "kept"
STEPS, TRIES = 60, 600
LONGER = {"hall": 120, "mixed": 100, "hunt": 100, "bubble": 120, "dealers": 90, "tills": 90}
"""Steps where many sit and much can follow from each."""
SHOWN = 3
"""After one command in so many, what people are shown is kept too."""
LONGEST = 240
"""Characters of an answer that are written out; of a longer one the rest is a digest."""
WALKS = [(book, phase) for book in BOOKS for phase in PHASES]


class Said(msgspec.Struct, frozen=True, array_like=True):
    """One command as it was given."""

    kind: str
    fields: dict[str, Any]
    who: str
    role: str
    at: Instant


def numbered() -> Callable[..., bytes]:
    """Secrets that come out the same every time, and so do draws and addresses."""
    numbers = count()
    return lambda size=SECRET_BYTES: sha256(b"%d" % next(numbers)).digest()[:size]


@cache
def prepared(book: str, phase: str) -> Prepared:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feltro.app.world.world.token_bytes", numbered())
        return Prepared(book, phase)


def begin(book: str, phase: str) -> Room:
    begun = prepared(book, phase)
    room = object.__new__(Room)
    room.house, room.now, room.count = begun.house(), begun.now, 1000
    room.house.world.fresh_secret = numbered()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", numbered())
        public_ids(room.house.store)
    return room


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…{sha256(text.encode()).hexdigest()[:10]}"


def whole(room: Room) -> str:
    """A digest of every state and every account: what a fact did is seen, not only what it says."""
    world, seen = room.house.world, sha256()
    for stream in sorted(room.house.store.streams()):
        state = msgspec.to_builtins(world.live(stream).state, str_keys=True, order="deterministic")
        seen.update(msgspec.json.encode(state))
    for account, amount in sorted(world.balances, key=lambda one: str(one[0])):
        seen.update(f"{account} {amount.centavos}".encode())
    return seen.hexdigest()[:10]


def refusal(refused: Refused) -> str:
    ways = [
        " ".join([one.because, str(dict(sorted(one.values.items()))), *sorted(map(str, one.cites))])
        for one in refused.all
    ]
    return f"refused {' | '.join(ways)}"


def answer(room: Room, number: int, said: Said) -> str:
    """The facts and all that follows from them, or why not."""
    room.now = said.at
    outcome = room.do(said.kind, key=f"m{number}", who=said.who, role=said.role, **said.fields)
    if not isinstance(outcome, Done):
        return short(refusal(outcome))
    facts = " ".join(f"{one.stream} {one.name} {bytes(one.event).decode()}" for one in outcome.events)
    seen = f" ~ {shown(room)}" if number % SHOWN == 0 else ""
    return f"{short(facts)} = {whole(room)}{seen}"


def read(book: str, phase: str) -> list[tuple[Said, str]]:
    lines = (FOLDER / f"{book}.txt").read_text("utf-8").splitlines()
    begin_at = lines.index(f"# {phase}") + 1
    kept = []
    for line in lines[begin_at:]:
        if line.startswith("# "):
            break
        said, _, told = line.partition("\t")
        kept.append((msgspec.json.decode(said, type=Said), told))
    return kept


def walked(book: str, phase: str, known: set[str]) -> Iterator[str]:
    """A walk drawn by chance, each command with its answer; a refusal is kept once for each reason and command."""
    from tests.app.machine.test_machine import Desk

    machine, drawn, kept = Desk(), f"{book} {phase}".encode(), 0
    machine.open(book, phase)
    room = machine.room = begin(book, phase)
    for _ in range(TRIES):
        if kept == LONGER.get(phase, STEPS):
            return
        drawn = sha256(drawn).digest()
        kind, asked = machine.choose(Pick(drawn))
        now = room.now
        said = Said(kind, asked.fields, asked.who, asked.role, asked.at or now)
        told = answer(room, kept, said)
        room.now = Instant(now + 1_000_000)
        if told.startswith("refused"):
            reason = f"{kind} {told.split()[1]}"
            if reason in known:
                continue
            known.add(reason)
        else:
            machine.done.append(f"m{kept}")
        kept += 1
        yield f"{msgspec.json.encode(said).decode()}\t{told}"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for book in BOOKS:
        known: set[str] = set()
        lines = [line for phase in PHASES for line in (f"# {phase}", *walked(book, phase, known))]
        (FOLDER / f"{book}.txt").write_text("\n".join(lines) + "\n", "utf-8")
