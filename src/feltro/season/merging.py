"""Two owners who are one person: tickets, bans and points follow."""

from collections.abc import Callable
from typing import Any

from feltro.season import events as e
from feltro.season.ranking import evolve as ranking
from feltro.season.state import Banned, SeasonState


class OwnerMerged(e.Event, frozen=True, kw_only=True):
    """`person` is from now on `into`, in everything this season remembers."""

    about = ("person", "into")
    final = True
    person: str
    into: str


def owner_merged(state: SeasonState, event: OwnerMerged) -> None:
    for ticket in state.tickets.values():
        ticket.owner = event.into if ticket.owner == event.person else ticket.owner
        ticket.owners = [event.into if one == event.person else one for one in ticket.owners]
    gone, stays = state.bans.pop(event.person, None), state.bans.get(event.into)
    if gone and (stays is None or _ends(gone) > _ends(stays)):
        gone.person = event.into
        state.bans[event.into] = gone
    if event.person in state.disqualified:
        state.disqualified.setdefault(event.into, {}).update(state.disqualified.pop(event.person))
    ranking.rename(state.ranking, event.person, event.into)


def _ends(ban: Banned) -> float:
    """Of two bans on one person the longer holds."""
    return float("inf") if ban.until is None else ban.until


APPLY: dict[type[e.Event], Callable[[SeasonState, Any], None]] = {OwnerMerged: owner_merged}
