"""The hour of the house: the machine's clock as it was at the start, and what has passed since then.

A machine's clock is set by people and by the network, forward and back. Play goes on meanwhile, so a jump is not followed by
itself: the direction is asked, and what it says is a fact. Whatever is written never goes back behind what stands in the log.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from feltro.app.settings.change import settings_of
from feltro.app.world.plan import Plan
from feltro.app.world.streams.settings import STREAM, SettingChanged, SettingsState
from feltro.kernel.instants import SECOND, Instant, instant_of, write_instant
from feltro.tournament.clock.carried import carried_over

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.world.plan import Asked
    from feltro.store.port import Store
    from feltro.tournament.clock.commands import FollowMachineClock

CLOCK = "clock"
APART = 10 * SECOND
"""Less than this nobody at a table notices, and nobody is asked about it."""


class Jump(NamedTuple):
    house: Instant
    machine: Instant


def machine_hour() -> Instant:
    return Instant(time.time_ns() // 1000)


def passed() -> int:
    """Microseconds that no setting of a clock can change; where the system counts them, those of its sleep too."""
    if sys.platform == "linux":  # elsewhere the plain counter goes on in a sleep
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
    return time.monotonic_ns() // 1000


class HouseClock:
    """One for each store of a process. Call it for the hour."""

    def __init__(
        self, store: Store, machine: Callable[[], Instant] = machine_hour, passed: Callable[[], int] = passed
    ) -> None:
        self._store = store
        self._machine, self._passed = machine, passed
        last = store.last_link()
        self._begin(max(machine(), last.at if last else Instant(0)))
        self._followed = self._said()

    def __call__(self) -> Instant:
        return Instant(self._began + self._passed() - self._counted_from)

    def jump(self) -> Jump | None:
        """Where the machine's clock says something else than the house, both; nothing while they agree."""
        house, machine = self(), self._machine()
        return Jump(house, machine) if abs(machine - house) >= APART else None

    def heed(self) -> None:
        """The settings changed: if the direction said so, here or at another process, the machine is followed now."""
        said = self._said()
        if said != self._followed:
            self._followed = said
            self._begin(self._machine())

    def _begin(self, at: Instant) -> None:
        self._began, self._counted_from = at, self._passed()

    def _said(self) -> object:
        return settings_of(self._store).values.get(CLOCK)


_CLOCKS: WeakKeyDictionary[Store, HouseClock] = WeakKeyDictionary()


def house_clock(store: Store) -> HouseClock:
    found = _CLOCKS.get(store)
    return found if found is not None else _CLOCKS.setdefault(store, HouseClock(store))


def follow_machine(command: FollowMachineClock, asked: Asked) -> Plan:
    """From now on the machine's hour is the house's. No level gets longer or shorter by it: every clock that runs goes on
    from where it stands."""
    settings: SettingsState = asked.look.state(STREAM)
    machine, house = instant_of(command.machine_at), asked.envelope.at
    was = settings.values.get(CLOCK, {})
    told = SettingChanged(
        setting=CLOCK, was=was, now={"house": write_instant(house), "machine": write_instant(machine)}
    )
    running = [live.stream for live in asked.look.world.lives("tournament:") if live.gist and live.gist.runs]
    carried = {stream: carried_over(asked.look.state(stream), house, machine) for stream in running}
    return Plan(events={STREAM: (told,), **{stream: events for stream, events in carried.items() if events}})
