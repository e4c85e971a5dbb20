"""What readers are shown of a stream: its state as plain data, now or as it was known at a moment."""

import re
from typing import Any

from feltro.app.world.history import fold
from feltro.app.world.plan import Handler
from feltro.kernel.instants import Instant
from feltro.kernel.sight import shown_to
from feltro.tournament.state import TournamentState

_STREAM = re.compile(r"[a-z]+:[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""What nobody could have created is not looked for: no store has to cope with every text of the world."""


class Version(int):
    """A place in a stream, told apart from an instant."""


def as_of(house: Handler, stream: str, moment: Instant | Version | None) -> tuple[Any, int] | None:
    """The state and its version. As it was known then: what was undone later was not undone yet."""
    if not _STREAM.fullmatch(stream):
        return None
    with house.world.lock:
        live = house.world.live(stream)
        if moment is None:
            last = live.version
        elif isinstance(moment, Version):
            last = min(int(moment), live.version)
        else:
            last = max((fact.version for fact in live.facts if fact.meta.at <= moment), default=0)
        if last < 1:
            return None
        return (live.state if last == live.version else fold(stream, live.facts[:last])), last


def tournament_view(state: TournamentState, version: int, role: str) -> dict[str, Any]:
    """Ids, amounts and statuses as far as each field says that they are for this role. Nobody's name is in a state."""
    plain: dict[str, Any] = shown_to(role, state)
    return {"version": version, **plain}
