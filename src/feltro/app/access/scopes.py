"""What a token may, within what its role may. A token without scopes may all of it, as every token did once.

Reading has three scopes, acting one for each part of the work: a command belongs to the part that its room belongs to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.access.rows import Identity
    from feltro.kernel.commands import Command

Scopes = tuple[str, ...] | None

PUBLIC, HOUSE, PEOPLE = "read:public", "read:house", "read:people"
"""What anybody may see; that and all that the role sees of events and money; finding people, and whose each ticket is."""
READS = (PUBLIC, HOUSE, PEOPLE)
WIDER = {PUBLIC: HOUSE}
"""Whoever has the wider one has the narrower one."""

ROOMS = {
    "tournament.clock": "do:clock",
    "tournament.pace": "do:clock",
    "tournament.time_bank": "do:clock",
    "tournament.asks": "do:desk",
    "tournament.sales": "do:desk",
    "tournament.papers": "do:desk",
    "house.desks": "do:desk",
    "app.people": "do:people",
    "tournament.calls": "do:floor",
    "tournament.chips": "do:floor",
    "tournament.counts": "do:floor",
    "tournament.days": "do:floor",
    "tournament.draws": "do:floor",
    "tournament.eliminations": "do:floor",
    "tournament.floor": "do:floor",
    "tournament.sanctions": "do:floor",
    "tournament.taps": "do:floor",
    "app.conduct": "do:floor",
    "tournament.prizes": "do:prizes",
    "tournament.deals": "do:prizes",
    "tournament.media": "do:events",
    "tournament.opening": "do:events",
    "season": "do:events",
    "app.screens": "do:house",
    "house.room_commands": "do:house",
    "app.handling": "",
}
"""The part of the work that each room belongs to. Undoing and correcting belong to what is undone or corrected."""
DOES = tuple(dict.fromkeys(filter(None, ROOMS.values())))
SCOPES = (*READS, *DOES)


def scope_of(command: type[Command]) -> str:
    """Empty for what belongs to another command; a room that nobody placed is a bug, and said so at the start."""
    place = command.__module__.removeprefix("feltro.")
    while place and place not in ROOMS:
        place = place.rpartition(".")[0]
    return ROOMS[place]


def refuse_scopes(wanted: Iterable[str]) -> Refused | None:
    """A token that may nothing would be a mistake, and so would one for what is not there."""
    unknown = tuple(one for one in wanted if one not in SCOPES)
    if unknown:
        return Refused("access.no_such_scope", {"scope": unknown[0][:40], "scopes": SCOPES})
    return None if tuple(wanted) else Refused("access.no_scope")


def lacks(who: Identity, needed: Iterable[str]) -> Refused | None:
    """Whether a token is too narrow for this; which scope it would take."""
    if who.scopes is None:
        return None
    missing = [one for one in needed if one not in who.scopes and WIDER.get(one) not in who.scopes]
    return Refused("api.out_of_scope", {"scope": missing[0]}) if missing else None
