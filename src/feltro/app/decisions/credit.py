"""Which way the money came that a player left with the house: it goes back the same way, or is played with.

A prize and notes may leave as notes. What came by card, PIX or transfer stays that until it has paid for an entry: what
is played with is taken from there first, and comes back as what it was if the entry is cancelled.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from feltro.app.world.accounts import DRAWER_METHODS
from feltro.house.desks import CreditPaid, DrawerActReversed, TabPaid
from feltro.ledger.accounts import CASH
from feltro.tournament.facts import sales as e
from feltro.tournament.sales.payments import BALANCE, TAB

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.world import Live, World
    from feltro.app.world.history import Fact

KINDS = ("player_credit", TAB)
Ways = Counter[str]
"""Centavos by the drawer's name of a way to pay."""


def credit_ways(people: Iterable[str], world: World) -> dict[str, dict[str, int]]:
    """By person, what is left of the credit, by the way it came. Hold the world's lock."""
    found = {person: _Credit() for person in people}
    for person, live, fact, kind, centavos in _moves(world) if found else ():
        if person in found:
            found[person].move(live, fact.event, kind, centavos)
    return {
        person: {way: centavos for way, centavos in one.left.items() if centavos > 0}
        for person, one in found.items()
    }


def _moves(world: World) -> list[tuple[str, Live, Fact, str, int]]:
    """All that moved somebody's credit or tab, in the order in which it happened."""
    world.load_all()
    found = []
    for stream in world.store.streams():
        live = world.live(stream)
        for version, posting in live.postings.items():
            for line in posting.lines:
                if line.account.kind in KINDS:
                    centavos = (line.amount * line.account.side.value).centavos
                    move = (line.account.parts[0], live, live.facts[version - 1], line.account.kind, centavos)
                    # In one instant what came goes before what went: streams have no order among each other.
                    came = (line.account.kind != TAB, centavos < 0)
                    found.append(((posting.at, *came, posting.reference), move))
    return [move for _, move in sorted(found, key=lambda one: one[0])]


class _Credit:
    """One player's, in the making."""

    def __init__(self) -> None:
        self.left: Ways = Counter()
        self.paid_tab: Ways = Counter()
        self.gone: dict[tuple[str, str], Ways] = {}
        """What a sale or an act of a drawer took of it: as that it comes back."""

    def move(self, live: Live, event: Any, kind: str, centavos: int) -> None:
        if kind == TAB:
            if isinstance(event, TabPaid):
                self.paid_tab[event.way] -= centavos
        elif centavos > 0:
            self.left.update(self._came(live.stream, event, centavos))
        else:
            first = event.way if isinstance(event, CreditPaid) else ""
            taken = _taken(self.left, -centavos, first)
            self.gone.setdefault(_named(live.stream, event), Counter()).update(taken)

    def _came(self, stream: str, event: Any, centavos: int) -> Ways:
        if isinstance(event, e.ExcessReturned):
            return Counter({"pix": centavos})
        came = event.fee_method if isinstance(event, e.RefundPaid) else CASH
        if came == TAB:
            return _taken(self.paid_tab, centavos)
        if came == BALANCE or isinstance(event, DrawerActReversed):
            return _taken(self.gone.get(_named(stream, event), Counter()), centavos)
        return Counter({DRAWER_METHODS.get(came, CASH): centavos})


def _named(stream: str, event: Any) -> tuple[str, str]:
    return stream, getattr(event, "sale", "") or getattr(event, "act", "")


def _taken(ways: Ways, centavos: int, first: str = "") -> Ways:
    """So much of it: as it is asked for, then what is not notes; more than there is was notes."""
    found: Ways = Counter()
    for way in sorted(ways, key=lambda one: (one != first, one == CASH, one)):
        part = max(min(ways[way], centavos - found.total()), 0)
        ways[way] -= part
        found[way] += part
    rest = centavos - found.total()
    ways[CASH] -= rest
    found[CASH] += rest
    return found
