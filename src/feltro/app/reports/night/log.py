"""What the log says of a night, read once: its facts in order, its postings, and the cash that was there before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.world.history import Undone, undone_keys
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import CASH

if TYPE_CHECKING:
    from feltro.app.reports.night.hours import Night
    from feltro.app.world import Live, World
    from feltro.app.world.history import Fact
    from feltro.ledger.accounts import Account
    from feltro.ledger.entries import Posting


class Happened(NamedTuple):
    live: Live
    fact: Fact
    undone: bool

    @property
    def event(self) -> Any:
        return self.fact.event

    @property
    def reference(self) -> str:
        return f"{self.live.stream}@{self.fact.version}"

    @property
    def posting(self) -> Posting | None:
        return self.live.postings.get(self.fact.version)

    @property
    def behind(self) -> list[Any]:
        """The events that it speaks of: its own, or those that it takes back."""
        if isinstance(self.event, Undone):
            return [fact.event for fact in self.live.by_key.get(self.event.key, ())]
        return [self.event]

    @property
    def together(self) -> list[Any]:
        """The events of the same command in the same stream."""
        return [fact.event for fact in self.live.by_key[self.fact.meta.key]]

    @property
    def name(self) -> str:
        """Of the tournament, where it is one."""
        sheet = getattr(self.live.state, "sheet", None)
        return str(sheet.name) if sheet else ""


class NightLog(NamedTuple):
    facts: list[Happened]
    cash_before: Money
    by_kind: dict[type[Any], list[Happened]]
    """Those that hold."""

    def of(self, *kinds: type[Any]) -> list[Happened]:
        return [one for kind in kinds for one in self.by_kind.get(kind, ())]

    def tournaments(self) -> list[Live]:
        found = {one.live.stream: one.live for one in self.facts if one.live.stream.startswith("tournament:")}
        return [live for live in found.values() if live.state.sheet is not None]


def night_log(night: Night, world: World, blind: str = "") -> NightLog:
    """Hold the world's lock. `blind`: whose open drawer is not to be told."""
    found: list[Happened] = []
    before = ZERO
    for live in world.lives():
        if live.first_at >= night.ends:
            continue
        if live.last_at < night.starts:
            before += sum((Money(left) for one, left in live.balances.items() if _is_cash(one, blind)), ZERO)
            continue
        for posting in live.postings.values():
            if posting.at < night.starts:
                before += cash_in(posting, blind)
        mine = [fact for fact in live.facts if night.has(fact.meta.at)]
        undone = undone_keys(live.facts) if mine else set()
        found += [Happened(live, fact, fact.meta.key in undone) for fact in mine]
    found.sort(key=lambda one: one.fact.meta.at)
    by_kind: dict[type[Any], list[Happened]] = {}
    for one in found:
        if not one.undone:
            by_kind.setdefault(type(one.event), []).append(one)
    return NightLog(found, before, by_kind)


def cash_in(posting: Posting, blind: str = "") -> Money:
    """What the house has more in notes after it: in drawers, in the safe, and on its way."""
    return sum((line.amount for line in posting.lines if _is_cash(line.account, blind)), ZERO)


def _is_cash(account: Account, blind: str) -> bool:
    if account.kind == "drawer":
        return account.part("method") == CASH and account.part("cashier") != blind
    return account.kind in {"safe", "in_transit"}
