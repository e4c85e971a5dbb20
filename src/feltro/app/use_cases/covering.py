"""Pools that would owe more than they hold: the organiser covers what is missing, in the same transaction.

A satellite's seats cost what they cost, and an entry that is voided takes its money out of a pool that was won already.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from feltro.app import postings
from feltro.app.history import Undone
from feltro.app.plan import Asked, Plan
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.ledger.accounts import Account
from feltro.season.events import TicketIssued
from feltro.tournament import events as e
from feltro.tournament import table_events as t
from feltro.tournament.eliminations import events as b
from feltro.tournament.mid_play import SurvivorPaid
from feltro.tournament.prizes.events import PoolCovered, PrizePaid

TAKING = (
    e.SaleReversed,
    t.SeatPaidInMoney,
    TicketIssued,
    b.BountyWon,
    b.BountyCorrected,
    SurvivorPaid,
    PrizePaid,
    Undone,
)
"""What may take money out of a pool; whatever else happens leaves pools as full as they were."""
POOLS = ("prize_pool", "bounties", "staff", "ranking_fund", "stage_champion_fund")
"""What may not be overdrawn, and what a sale feeds."""


def covered(plan: Plan, asked: Asked) -> Plan | Refused:
    """The plan with what the organiser adds. To undo a sale that the pool cannot spare is refused: it is refunded."""
    if not any(isinstance(event, TAKING) for events in plan.events.values() for event in events):
        return plan
    short = dict(_short(plan, asked))
    if not short:
        return plan
    if all(isinstance(event, Undone) for events in plan.events.values() for event in events):
        account, missing = next(iter(short.items()))
        return Refused("pool.short_without_it", {"pool": str(account), "missing": Money(missing)})
    events = dict(plan.events)
    for account, missing in short.items():
        stream = _whose(account, plan)
        asked.look.live(stream)
        cover = PoolCovered(of=account.kind, amount_centavos=missing, at=asked.envelope.at, because="pool.covered")
        events[stream] = (*events.get(stream, ()), cover)
    return msgspec.structs.replace(plan, events=events)


def _whose(account: Account, plan: Plan) -> str:
    """A pool is its tournament's; a fund of the season is made good by the tournament whose sale was taken back."""
    if account.kind in {"ranking_fund", "stage_champion_fund"}:
        return next(stream for stream in plan.events if stream.startswith("tournament:"))
    return f"tournament:{account.part('tournament')}"


def _short(plan: Plan, asked: Asked) -> Iterable[tuple[Account, int]]:
    """Pools that the plan would leave below zero, and by how much."""
    taken = _taken(plan, asked)
    if not any(amount > 0 for amount in taken.values()):
        return
    asked.look.world.load_all()
    for account, amount in taken.items():
        missing = amount - asked.look.world.balances.held(account).centavos
        if amount > 0 and missing > 0:
            yield account, missing


def _taken(plan: Plan, asked: Asked) -> dict[Account, int]:
    """What leaves each pool, in centavos; below zero, what comes in."""
    taken: dict[Account, int] = {}
    for stream, events in plan.events.items():
        for event in events:
            for account, amount in _amounts(stream, event, asked):
                if account.kind in POOLS:
                    taken[account] = taken.get(account, 0) + amount
    return taken


def _amounts(stream: str, event: Any, asked: Asked) -> Iterable[tuple[Account, int]]:
    live = asked.look.live(stream)
    if isinstance(event, Undone):
        for fact in live.by_key.get(event.key, ()):
            posted = live.postings.get(fact.version)
            yield from ((line.account, -line.amount.centavos) for line in (posted.lines if posted else ()))
        return
    rule = postings.POSTINGS.get(type(event))
    if rule:
        yield from ((account, amount.centavos) for account, amount in rule(event, live.state).items())
