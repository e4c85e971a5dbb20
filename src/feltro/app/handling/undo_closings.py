"""What was closed on the result of an event: while it stands, the result stays."""

from collections.abc import Callable
from typing import Any

from feltro.app.world import Live
from feltro.app.world.history import Fact, undone_keys
from feltro.app.world.plan import Asked
from feltro.kernel.outcome import Refused
from feltro.season.events import StageClosed
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.state import TournamentState


def refuse_closed_stage(facts: list[Fact], live: Live, asked: Asked, after: Callable[[], Any]) -> Refused | None:
    """Its champion was named, and its fund given: with another number of players left the event is played again."""
    before = live.state
    if not isinstance(before, TournamentState) or not before.season:
        return None
    season = asked.look.live(f"season:{before.season}")
    undone = undone_keys(season.facts)
    closed = (
        fact.meta
        for fact in reversed(season.facts)
        if isinstance(fact.event, StageClosed)
        and fact.event.stage == (before.stage or before.season)
        and fact.meta.key not in undone
        and fact.meta.at >= facts[-1].meta.at
    )
    meta = next(closed, None)
    if meta is None or players_left(before) == players_left(after()):
        return None
    return Refused("undo.depended_on", {"command": meta.command, "key": meta.key})
