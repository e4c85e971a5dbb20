"""What went through accounts: in, out and left, and the postings that did it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltro.kernel.instants import Instant
from feltro.kernel.money import ZERO, Money

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feltro.app.world import World
    from feltro.ledger.accounts import Account
    from feltro.ledger.entries import Posting


ALWAYS = Instant(0)


@dataclass(slots=True)
class Flow:
    """As people say it: what came in is positive for a pool as for a drawer."""

    came: Money = ZERO
    went: Money = ZERO
    references: list[str] = field(default_factory=list)

    @property
    def left(self) -> Money:
        return self.came - self.went

    def add(self, amount: Money, reference: str) -> None:
        if amount > ZERO:
            self.came += amount
        else:
            self.went -= amount
        if not self.references or self.references[-1] != reference:
            self.references.append(reference)


def flows(
    postings: Iterable[Posting], name: Callable[[Account], str | None], *, through: bool = False
) -> dict[str, Flow]:
    """By name; an account that is given none is left out. `through`: what went through the house's hands, so that
    a prize sent from the bank went, and a ticket that paid an entry came."""
    found: dict[str, Flow] = {}
    for posting in postings:
        for line in posting.lines:
            named = name(line.account)
            if named is not None:
                flow = found.setdefault(named, Flow())
                sign = 1 if through else line.account.side.value
                flow.add(line.amount * sign, str(posting.reference))
    return found


def postings_of(stream: str, world: World) -> list[Posting]:
    live = world.live(stream)
    return [live.postings[version] for version in sorted(live.postings)]


def postings_on(
    world: World, touches: Callable[[Account], bool], since: Instant = ALWAYS, prefix: str = ""
) -> list[Posting]:
    """Those that move such an account, of every stream, in the order in which they happened. A stream that never
    moved one, or was last written to before then, is not opened for it."""
    may = [one for one in world.lives(prefix) if one.last_at >= since and any(map(touches, one.touches))]
    found = [
        posting
        for live in may
        for posting in live.postings.values()
        if any(touches(line.account) for line in posting.lines)
    ]
    return sorted(found, key=lambda one: (one.at, one.reference))
