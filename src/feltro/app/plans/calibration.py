"""The model as this house's own events tell it. An event that is over is fitted once; what follows of all is kept until another is over."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from feltro.app.plans.past import over_lately, past_event
from feltro.forecast.fit import Calibration, EventFit, calibrated, fit_event, uncalibrated
from feltro.kernel.instants import MINUTE

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.forecast.past import PastEvent
    from feltro.kernel.instants import Instant

AGAIN_AFTER = 30 * MINUTE
Key = tuple[str, int]
"""An event and how much is written down of it."""


class HouseFits:
    """What was worked out for one house. Nothing here is truth: it can be worked out again from the log."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.events: dict[Key, EventFit | None] = {}
        self.whole: dict[tuple[Key, ...], Calibration] = {}
        self.asked_at: Instant | None = None


_KEPT: WeakKeyDictionary[House, HouseFits] = WeakKeyDictionary()


def calibration_of(house: House, at: Instant) -> Calibration:
    """Takes seconds when events are over that were not fitted before. Do not hold the world's lock."""
    kept = _KEPT.setdefault(house, HouseFits())
    with kept.lock:
        new = _not_fitted(house, kept, at)
        for key, past in new.items():
            kept.events[key] = fit_event(past) if past else None
        keys = tuple(_keys(house, at))
        fits = [fit for key in keys if (fit := kept.events.get(key))]
        if keys not in kept.whole:
            kept.whole = {keys: calibrated(fits) if fits else uncalibrated()}
        return kept.whole[keys]


def known_calibration(house: House) -> Calibration | None:
    """What is worked out already: for a page that cannot wait."""
    kept = _KEPT.get(house)
    return next(iter(kept.whole.values()), None) if kept else None


def calibration_soon(house: House, at: Instant) -> Calibration:
    """What is known now; whatever is new is worked out beside, for the next who asks."""
    kept = _KEPT.setdefault(house, HouseFits())
    if kept.asked_at is None or at - kept.asked_at > AGAIN_AFTER:
        kept.asked_at = at
        threading.Thread(target=calibration_of, args=(house, at), name="calibration", daemon=True).start()
    return known_calibration(house) or uncalibrated()


def _keys(house: House, at: Instant) -> list[Key]:
    with house.world.lock:
        return [(event.id, event.version) for event in over_lately(house, at)]


def _not_fitted(house: House, kept: HouseFits, at: Instant) -> dict[Key, PastEvent | None]:
    with house.world.lock:
        new = [event for event in over_lately(house, at) if (event.id, event.version) not in kept.events]
        return {(event.id, event.version): past_event(event) for event in new}
