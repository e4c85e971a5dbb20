"""What is unusual in a night: what, who, how much, and why it is shown. The limits are the house's."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.reports.night.cashiers import VOIDS
from feltro.app.reports.report import ReportRow, Said, Section
from feltro.app.world.streams import access
from feltro.app.world.streams.settings import ReceiverChanged
from feltro.house import desks as d
from feltro.kernel.instants import MINUTE, Instant, local_time
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import CASH
from feltro.season.events import RankingPrizeApproved
from feltro.tournament.facts import prizes as p
from feltro.tournament.facts import sales as s
from feltro.tournament.facts.days import BagVerified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.reports.night.acts import NightAct
    from feltro.app.reports.night.hours import Night
    from feltro.app.reports.night.log import Happened, NightLog
    from feltro.app.reports.night_drawers import NightDrawer
    from feltro.app.world import World
    from feltro.procedures.unusual import Unusual
    from feltro.store.port import Meta

COLUMNS = ("what", "who", "person", "amount", "hour", "shown_because")
HOUR = 60 * MINUTE
SEEN = ("statement", "terminal")
"""How a person, and not a file of the bank, saw that a PIX came."""


class NightLook(NamedTuple):
    """All that the marks are made from."""

    night: Night
    log: NightLog
    acts: list[NightAct]
    drawers: list[NightDrawer]
    world: World
    at: Instant
    """Now, or the end of a night that is over."""


class NightMark(NamedTuple):
    at: Instant | None
    what: Said
    who: str
    why: Said
    person: str = ""
    amount: Money | None = None
    references: tuple[str, ...] = ()


def unusual_section(look: NightLook, limit: Unusual) -> Section:
    marks = [mark for find in FINDERS for mark in find(look, limit)]
    return Section("night_unusual", COLUMNS, tuple(map(_row, marks)))


def _row(mark: NightMark) -> ReportRow:
    when = local_time(mark.at).time() if mark.at is not None else None
    return ReportRow((mark.what, mark.who, mark.person, mark.amount, when, mark.why), mark.references)


def _voids(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    """Under whoever sold it and whoever took it back: a director may void for many."""
    mine: dict[str, list[NightAct]] = defaultdict(list)
    for act in look.acts:
        if act.kind in VOIDS and not act.one.undone:
            for who in {act.cashier, act.who} - {""}:
                mine[who].append(act)
    for who, acts in sorted(mine.items()):
        if len(acts) >= limit.voids:
            amount = sum((act.amount or ZERO for act in acts), ZERO)
            what, why = Said("night.many_voids", {"n": len(acts)}), Said("night.why.voids", {"n": limit.voids})
            yield NightMark(None, what, who, why, amount=amount, references=_references(acts))


def _reprints(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    copies: Counter[str] = Counter()
    for act in look.acts:
        copies[act.who] += act.copies
    for who, n in sorted(copies.items()):
        if n and n >= limit.reprints:
            mine = [act for act in look.acts if act.copies and act.who == who]
            what, why = Said("night.many_reprints", {"n": n}), Said("night.why.reprints", {"n": limit.reprints})
            yield NightMark(None, what, who, why, references=_references(mine))


def _late_undos(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    for act in look.acts:
        if act.kind in {"undone", "corrected"} and act.minutes >= limit.undo_minutes:
            what = Said("night.late_undo", {"n": act.minutes, "act": act.what.values["act"]})
            yield _of_act(act, what, Said("night.why.undo", {"n": limit.undo_minutes}))


def _drops(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    for act in look.acts:
        minutes = (look.at - act.one.fact.meta.at) // MINUTE
        if act.kind == "drop" and minutes >= limit.drop_minutes:
            yield _of_act(act, act.what, Said("night.why.drop", {"n": limit.drop_minutes}))


def _other_way(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    least = Money(limit.other_way_centavos)
    for act in look.acts:
        if act.kind == "other_way" and act.amount is not None and act.amount >= least:
            yield _of_act(act, act.what, Said("night.why.other_way", {"amount": least}))


def _of_act(act: NightAct, what: Said, why: Said) -> NightMark:
    return NightMark(act.one.fact.meta.at, what, act.who, why, act.person, act.amount, (act.one.reference,))


def _differences(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    """Every count that was made that night, also one that was opened again since."""
    for drawer in look.drawers:
        for count in drawer.counts:
            off = Money(count.difference_centavos)
            if off and look.night.has(count.at) and abs(off.centavos) >= limit.difference_centavos:
                what = Said("night.difference", {"desk": drawer.called, "state": count.state})
                why = Said("night.why.difference", {"amount": Money(limit.difference_centavos)})
                yield NightMark(count.at, what, drawer.cashier, why, amount=off, references=(count.reference,))


def _cash(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    """What was given back later came all the same."""
    came: dict[str, list[Happened]] = defaultdict(list)
    for one in look.log.of(s.PaymentTaken, d.TabPaid, p.OverpaymentRepaid):
        if one.event.method == CASH:
            came[one.event.person].append(one)
    for person, taken in sorted(came.items()):
        amount = sum((Money(one.event.amount_centavos) for one in taken), ZERO)
        if amount.centavos >= limit.cash_centavos:
            hands = ", ".join(sorted({one.event.cashier for one in taken}))
            why = Said("night.why.cash", {"amount": Money(limit.cash_centavos)})
            references = tuple(one.reference for one in taken)
            yield NightMark(None, Said("night.much_cash"), hands, why, person, amount, references)


def _new_accounts(look: NightLook, limit: Unusual) -> Iterator[NightMark]:
    made = _accounts_made(look.world)
    for one in look.log.facts:
        meta = made.get(one.fact.meta.who)
        age = one.fact.meta.at - meta.at if meta else -1
        if meta and 0 <= age < limit.account_hours * HOUR and seconds(one):
            what = Said("night.new_account", {"made": local_time(meta.at).time(), "who": meta.who})
            why = Said("night.why.account", {"n": limit.account_hours})
            amount = Money(getattr(one.event, "amount_centavos", 0)) or None
            yield NightMark(
                one.fact.meta.at, what, one.fact.meta.who, why, amount=amount, references=(one.reference,)
            )


def _accounts_made(world: World) -> dict[str, Meta]:
    """By whom each account was made or raised. Whoever founded the house is nobody's second hand: no account was there to make
    theirs."""
    made = [
        fact
        for fact in world.live(access.STREAM).facts
        if isinstance(fact.event, access.UserAdded | access.RoleChanged)
    ]
    return {fact.event.user: fact.meta for fact in made[1:]}


def seconds(one: Happened) -> bool:
    """Whether somebody looked at what another did."""
    event = one.event
    if isinstance(event, s.PaymentTaken):
        return event.source in SEEN and one.fact.meta.who != event.cashier
    if isinstance(event, d.DrawerOpened):
        return bool(event.handed_by)
    return isinstance(
        event,
        p.PrizeApproved | RankingPrizeApproved | d.DropReceived | d.DropRefused | ReceiverChanged | BagVerified,
    )


def _references(acts: list[NightAct]) -> tuple[str, ...]:
    return tuple(act.one.reference for act in acts)


FINDERS = (_cash, _differences, _voids, _other_way, _drops, _late_undos, _reprints, _new_accounts)
