"""The turns of a desk: from one opening of its drawer to the next, with every count that was ever made in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.reports.flows import postings_on
from feltro.app.world.history import Undone, undone_keys
from feltro.house.desks import DrawerClosed, DrawerOpened, DrawerReopened

if TYPE_CHECKING:
    from feltro.app.world import World
    from feltro.app.world.history import Fact
    from feltro.ledger.entries import Posting


class DrawerTurn(NamedTuple):
    desk: str
    number: int
    first: Fact
    """Its opening."""
    facts: tuple[Fact, ...]
    """All that happened at the desk until the next opening, also what was undone."""
    undone: frozenset[str]
    """The keys of what was."""

    @property
    def cashier(self) -> str:
        return str(self.first.event.cashier)

    @property
    def closings(self) -> list[Fact]:
        """Every one, also those that were opened again, and those that older logs undid."""
        return [fact for fact in self.facts if isinstance(fact.event, DrawerClosed)]

    @property
    def last(self) -> Fact | None:
        """The closing that holds; none while the drawer is open."""
        found = None
        for fact in self.facts:
            if isinstance(fact.event, DrawerClosed) and fact.meta.key not in self.undone:
                found = fact
            elif isinstance(fact.event, DrawerReopened):
                found = None
        return found


def turns(desk: str, world: World) -> list[DrawerTurn]:
    facts = world.live(f"desk:{desk}").facts
    undone = frozenset(undone_keys(facts))
    opened = [fact for fact in facts if isinstance(fact.event, DrawerOpened) and fact.meta.key not in undone]
    ends = [*(fact.version for fact in opened[1:]), len(facts) + 1]
    return [
        DrawerTurn(desk, number, first, tuple(facts[first.version - 1 : end - 1]), undone)
        for number, (first, end) in enumerate(zip(opened, ends, strict=False), 1)
    ]


def turn_postings(turn: DrawerTurn, world: World) -> list[Posting]:
    """What moved the drawer from its opening until it was closed. Closing empties it, opening it again fills it as it
    was: neither is a part of it."""
    keys = {fact.meta.key for fact in turn.closings}
    emptied = {
        f"desk:{turn.desk}@{fact.version}"
        for fact in turn.facts
        if isinstance(fact.event, DrawerClosed | DrawerReopened)
        or (isinstance(fact.event, Undone) and fact.event.key in keys)
    }
    until = turn.last.meta.at if turn.last else None
    return [
        posting
        for posting in postings_on(world, lambda _any: True, since=turn.first.meta.at)
        if posting.at >= turn.first.meta.at
        and (until is None or posting.at <= until)
        and str(posting.reference) not in emptied
    ]
