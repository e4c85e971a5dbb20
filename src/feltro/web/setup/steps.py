"""What an empty house still lacks before it can sell its first entry, in the order in which it is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.web.events.days import seasons

if TYPE_CHECKING:
    from typing import Any

    from litestar import Request

    from feltro.app.handling import House

STEPS = ("season", "stage", "event", "drawer")


class SetUp(NamedTuple):
    """Which steps are done, and the first that is not; empty when all are."""

    done: frozenset[str]
    next: str
    season: str = ""
    """The latest one."""

    @property
    def finished(self) -> bool:
        return not self.next


def set_up(house: House) -> SetUp:
    """Read from the log: whoever did a step elsewhere has done it. Hold the world's lock."""
    known = seasons(house)
    season = known[0][0] if known else ""
    done = {
        "season": bool(season),
        "stage": any(house.world.live(f"season:{one}").state.stages for one, _ in known),
        "event": bool(house.store.streams("tournament:")),
        "drawer": bool(house.store.streams("desk:")),
    }
    # Stages are a tour's business: a club that opened its drawer without one is set up.
    done["stage"] = done["stage"] or (done["event"] and done["drawer"])
    open_steps = [step for step in STEPS if not done[step]]
    return SetUp(frozenset(step for step in STEPS if done[step]), open_steps[0] if open_steps else "", season)


def unfinished(request: Request[Any, Any, Any]) -> bool:
    """Until it is done, which this worker remembers."""
    state = request.app.state
    if not state.set_up:
        with state.house.world.lock:
            state.set_up = set_up(state.house).finished
    return not state.set_up
