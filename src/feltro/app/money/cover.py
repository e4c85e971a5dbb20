"""Pools that would owe more than they hold: the organiser covers what is missing, in the same transaction.

A satellite's seats cost what they cost, and an entry that is voided takes its money out of a pool that was won already.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from feltro.app.world import postings
from feltro.app.world.history import Undone
from feltro.app.world.plan import Asked, Plan
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.ledger.accounts import Account, account
from feltro.season.events import TicketIssued
from feltro.tournament.facts import eliminations as b
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.opening import SurvivorPaid, TournamentStopped
from feltro.tournament.facts.prizes import PoolCovered, PrizeOverpaid, PrizePaid, SeatPaidInMoney
from feltro.tournament.prizes.due import overpaid
from feltro.tournament.prizes.owners import still_promised
from feltro.tournament.state import TournamentState

TAKING = (
    e.SaleReversed,
    SeatPaidInMoney,
    TicketIssued,
    b.BountyWon,
    b.BountyCorrected,
    b.BountyFreed,
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
    if short:
        plan = _with_debts(plan, short, asked)
        short = dict(_short(plan, asked))
    if not short:
        return _with_cover_back(plan, asked)
    if all(isinstance(event, Undone) for events in plan.events.values() for event in events):
        pool, missing = next(iter(short.items()))
        return Refused("pool.short_without_it", {"pool": str(pool), "missing": Money(missing)})
    events = dict(plan.events)
    for pool, missing in short.items():
        stream = _whose(pool, plan)
        asked.look.live(stream)
        cover = PoolCovered(of=pool.kind, amount_centavos=missing, at=asked.envelope.at, because="pool.covered")
        events[stream] = (*events.get(stream, ()), cover)
    return msgspec.structs.replace(plan, events=events)


def _with_debts(plan: Plan, short: Iterable[Account], asked: Asked) -> Plan:
    """A pool is not short of what somebody was paid and has lost since: that is owed back, and nobody covers it."""
    events = dict(plan.events)
    for pool in (one for one in short if one.kind == "prize_pool"):
        stream = _whose(pool, plan)
        state = asked.look.state(stream)
        debts = (_debt(entry, amount, state, asked) for entry, amount in overpaid(state).items())
        events[stream] = (*events.get(stream, ()), *debts)
    return msgspec.structs.replace(plan, events=events)


def _debt(entry: str, centavos: int, state: TournamentState, asked: Asked) -> PrizeOverpaid:
    return PrizeOverpaid(
        overpayment=f"{asked.envelope.key}-{entry}",
        entry=entry,
        person=state.entries[entry].person,
        cashier="",
        cause="place_corrected",
        amount_centavos=centavos,
        reason="",
    )


def _with_cover_back(plan: Plan, asked: Asked) -> Plan:
    """What is left in the pools of an event that was called off, everybody having theirs back, is the organiser's."""
    stopped = (
        (stream, event.tournament)
        for stream, events in plan.events.items()
        for event in events
        if isinstance(event, TournamentStopped) and event.status == "cancelled"
    )
    for stream, tournament in stopped:
        taken = _taken(plan, asked)
        back: list[Any] = []
        for kind in ("prize_pool", "bounties"):
            pool = account(kind, tournament)
            left = asked.look.world.balances.held(pool).centavos - taken.get(pool, 0)
            if left > 0:
                at = asked.envelope.at
                back.append(PoolCovered(of=kind, amount_centavos=-left, at=at, because="pool.cover_returned"))
        if back:
            return msgspec.structs.replace(plan, events={**plan.events, stream: (*plan.events[stream], *back)})
    return plan


def _whose(pool: Account, plan: Plan) -> str:
    """A pool is its tournament's; a fund of the season is made good by the tournament whose sale was taken back."""
    if pool.kind in {"ranking_fund", "stage_champion_fund"}:
        return next(stream for stream in plan.events if stream.startswith("tournament:"))
    return f"tournament:{pool.part('tournament')}"


def _short(plan: Plan, asked: Asked) -> Iterable[tuple[Account, int]]:
    """Pools that the plan would leave below zero, and by how much."""
    taken = _taken(plan, asked)
    if not any(amount > 0 for amount in taken.values()):
        return
    asked.look.world.load_all()
    for pool, amount in taken.items():
        free = asked.look.world.balances.held(pool).centavos - _promised(pool, plan, asked)
        missing = amount - max(0, free)
        if amount > 0 and missing > 0:
            yield pool, missing


def _promised(pool: Account, plan: Plan, asked: Asked) -> int:
    """What a pool still has to pay by prizes that stand: no sale is taken back out of that."""
    stream = f"tournament:{pool.part('tournament')}" if pool.kind == "prize_pool" else ""
    happens = [one for event in plan.events.get(stream, ()) for one in _undone_or_itself(event, stream, asked)]
    if any(isinstance(one, TournamentStopped) for one in happens):
        return 0
    if not any(isinstance(one, e.SaleReversed | e.EntrySold | e.ExtraSold) for one in happens):
        return 0
    return still_promised(asked.look.state(stream))


def _undone_or_itself(event: Any, stream: str, asked: Asked) -> list[Any]:
    if not isinstance(event, Undone):
        return [event]
    return [fact.event for fact in asked.look.live(stream).by_key.get(event.key, ())]


def _taken(plan: Plan, asked: Asked) -> dict[Account, int]:
    """What leaves each pool, in centavos; below zero, what comes in."""
    taken: dict[Account, int] = {}
    for stream, events in plan.events.items():
        for event in events:
            for touched, amount in _amounts(stream, event, asked):
                if touched.kind in POOLS:
                    taken[touched] = taken.get(touched, 0) + amount
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
        yield from ((touched, amount.centavos) for touched, amount in rule(event, live.state).items())
