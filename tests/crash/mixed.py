"""Kills, a clock that is set and a disk that fails, mixed by chance; and the whole history held to the answers that clients got.

Two desks send one command after the other, each again under its key until it is answered or its cashier gives up. The house
dies in the middle of a statement, before or after it was done, and is opened again from what lay on the disk then. In the end:

* what was answered is in the log with the very bytes that the answer told, and nothing is there in part;
* what was refused wrote nothing, what was given up is there whole or not at all;
* a command that was answered before another one was sent stands before it in the chain of the house;
* within a stream the hour never goes back, however the machine's clock was set;
* sent once more, every key is answered as it was, and changes nothing;
* `verify` finds nothing.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.handling import House
from feltro.app.settings.hour import HouseClock
from feltro.app.upkeep.audit import verify_house
from feltro.app.world.history import undone_keys
from feltro.app.world.plan import Done
from feltro.kernel.instants import SECOND, Instant, later
from feltro.kernel.outcome import Refused
from feltro.store.port import StoreUnavailable
from tests.crash.busy_desk import CASHIERS, Given, commands, open_house_for_sale
from tests.crash.faults import FAULTS, Fault
from tests.crash.mixed_places import Killed
from tests.tournament.room import at

if TYPE_CHECKING:
    from tests.crash.mixed_places import Place

GIVES_UP = 0.1
JUMPS = (-7200, -600, -60, 90, 300)
"""Seconds by which somebody sets the machine's clock."""


class Machine:
    """A computer whose clock anybody may set; what passes, passes."""

    def __init__(self) -> None:
        self.wall, self.up = at("12:30"), 0

    def pass_millis(self, millis: int) -> None:
        self.wall = Instant(self.wall + millis * SECOND // 1000)
        self.up += millis * SECOND // 1000


class Said(NamedTuple):
    """One command as its desk saw it: when it was first sent and when it was answered, by a count of all that happened."""

    given: Given
    sent: int
    heard: int
    answer: Done | Refused | None
    """Nothing where the cashier gave up."""


class MixedFaults:
    def __init__(self, place: Place, seed: int) -> None:
        self._rng = random.Random(seed)
        self._place = place
        self._machine = Machine()
        self._moment = itertools.count(1)
        self.said: list[Said] = []
        self.counted: Counter[str] = Counter()
        first = place.opened(faulty=False)
        open_house_for_sale(House(first))
        first.close()
        self._open()

    def run(self, times: int) -> Counter[str]:
        desks = {desk: commands("m", desk) for desk in CASHIERS}
        for _ in range(times):
            self._disturb()
            self._serve(next(desks[self._rng.choice(list(desks))]))
        self._place.fail(FAULTS[0], 0, dies=False)
        self._reopen(died=True)
        check_history(self.house, self.said)
        self.close()
        return self.counted

    def close(self) -> None:
        self._place.leave(died=False)

    def _disturb(self) -> None:
        chance = self._rng.random()
        if chance < 0.2:
            by = self._rng.choice(JUMPS)
            self._machine.wall = later(self._machine.wall, seconds=by)
            self.counted["clock set"] += 1
        elif chance < 0.6:
            dies = chance < 0.4
            fault = Fault("io", after=self._rng.random() < 0.5) if dies else self._rng.choice(FAULTS)
            self._place.fail(fault, self._rng.randint(1, 9), dies=dies)

    def _serve(self, given: Given) -> None:
        sent = next(self._moment)
        while True:
            self._machine.pass_millis(self._rng.randint(1, 400))
            envelope = msgspec.structs.replace(given.envelope, at=self.clock())
            given = given._replace(envelope=envelope)
            try:
                answer = given.to(self.house)
            except Killed:
                self.counted["killed"] += 1
                self._reopen(died=True)
            except StoreUnavailable:
                self.counted["unavailable"] += 1
                self._reopen(died=False)
            else:
                self.counted["done" if isinstance(answer, Done) else "refused"] += 1
                self.said.append(Said(given, sent, next(self._moment), answer))
                return
            if self._rng.random() < GIVES_UP:
                self.counted["given up"] += 1
                self.said.append(Said(given, sent, next(self._moment), None))
                return

    def _reopen(self, *, died: bool) -> None:
        """After a death, from what was there at that moment; after an error, from the same place."""
        self._place.leave(died=died)
        self._open()

    def _open(self) -> None:
        store = self._place.opened()
        self.house = House(store)
        self.clock = HouseClock(store, lambda: self._machine.wall, lambda: self._machine.up)


def check_history(house: House, said: list[Said]) -> None:
    written = _written(house)
    numbers = {link.key: link.number for link in house.store.links()}
    answered: list[tuple[Said, int]] = []
    for one in said:
        key = one.given.envelope.key
        found = written.pop(key, [])
        if isinstance(one.answer, Refused):
            assert not found, f"{key} was refused, and is there"
            continue
        row = house.store.answered(key)
        assert (row is not None) == bool(found), f"a part of {key}"
        assert one.answer is None or found, f"{key} was answered, and is lost"
        if row is not None:
            told = msgspec.json.decode(row.outcome, type=Done)
            assert found == sorted((e.stream, e.version, e.name, bytes(e.event)) for e in told.events), key
            assert one.answer in (None, told), f"{key} was answered something else"
            answered.append((one, numbers[key]))
    assert all(key.startswith("k") or "." not in key for key in written), f"nobody sent {sorted(written)}"
    _check_order(answered)
    _check_again(house, answered)
    found = verify_house(house.store).findings
    assert [one for one in found if one.because != "store.unsafe_setting"] == [], "the quick server flushes nothing"


def _written(house: House) -> dict[str, list[tuple[str, int, str, bytes]]]:
    """What each command wrote; and within a stream the hour never goes back."""
    found: dict[str, list[tuple[str, int, str, bytes]]] = {}
    for stream in house.store.streams():
        last = Instant(0)
        for event in house.store.read(stream):
            assert event.meta.at >= last, f"{stream}@{event.version} is older than what came before it"
            last = event.meta.at
            found.setdefault(event.meta.key, []).append((stream, event.version, event.name, event.payload))
    return {key: sorted(events) for key, events in found.items()}


def _check_order(answered: list[tuple[Said, int]]) -> None:
    """Whatever was answered before another one was sent stands before it."""
    latest, by_hearing = 0, sorted(answered, key=lambda one: one[0].heard)
    waiting = iter(by_hearing)
    ahead = next(waiting, None)
    for one, number in sorted(answered, key=lambda pair: pair[0].sent):
        while ahead is not None and ahead[0].heard < one.sent:
            latest = max(latest, ahead[1])
            ahead = next(waiting, None)
        assert number > latest, f"{one.given.envelope.key} stands before what was answered before it"


def _check_again(house: House, answered: list[tuple[Said, int]]) -> None:
    before = house.store.streams()
    undone = {key for live in house.world.lives("tournament:") for key in undone_keys(live.facts)}
    for one, _ in answered:
        again = one.given.to(house)
        if one.given.envelope.key in undone:
            assert isinstance(again, Refused)
        else:
            assert isinstance(again, Done), (one.given, again)
            assert one.answer in (None, again)
    assert house.store.streams() == before, "asking again changed something"
