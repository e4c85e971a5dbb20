"""The statement of one tournament: entries, what was taken, where it went, prizes owed and paid, cover."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from feltro.app.money.business_days import calendar_said
from feltro.app.reports.flows import Flow, flows, postings_of, postings_on
from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.app.upkeep.heads import head_of
from feltro.app.world.history import Fact, Undone, undone_keys
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.tournament.facts.prizes import Calendar, PrizePaid, PrizeScheduled, PrizeTakenBack
from feltro.tournament.prizes.due import due, due_apart
from feltro.tournament.state import GONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.app.world import Live, World
    from feltro.ledger.accounts import Account
    from feltro.ledger.entries import Posting
    from feltro.tournament.prizes.due import Due
    from feltro.tournament.state import TournamentState

PAYS = ("drawer", "tickets", "courtesy", "receivable", "tab", "player_credit", "paid_out")
"""What a player pays with, or is paid with."""
SHARES = (
    "prize_pool",
    "bounties",
    "rake",
    "staff",
    "ranking_fund",
    "stage_champion_fund",
    "federation",
    "local_partners",
    "card_fees",
    "tax_withheld",
    "guarantee_cover",
    "rounding",
)
"""Where it goes."""
POOLS = ("prize_pool", "bounties")
PRICED = tuple(kind for kind in SHARES if kind not in {"card_fees", "guarantee_cover", "tax_withheld", "rounding"})
"""Parts of a price. A card's fee comes on top of it."""


def event_report(tournament: str, world: World) -> Report | Refused:
    stream = f"tournament:{tournament}"
    state: TournamentState = world.live(stream).state
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": tournament})
    live = world.live(stream)
    mine = postings_of(stream, world)
    touching = postings_on(world, lambda account: account.part("tournament") == tournament)
    elsewhere = [one for one in touching if one.reference.stream != stream]
    sections = (
        _sales(live),
        _taken(mine),
        _shares(mine, elsewhere, tournament),
        _prizes(live, [*mine, *elsewhere], tournament),
        _won(live),
        _later(live),
    )
    about = {"tournament": tournament, "name": state.sheet.name, "stage": state.stage, "season": state.season}
    filled = tuple(section for section in sections if section.rows)
    return Report("event", about, filled, head_of(world.store, stream, live.version))


def _sales(live: Live) -> Section:
    """What was sold, without what was cancelled or voided; its money is what was paid or is owed for it."""
    rows = []
    state: TournamentState = live.state
    paid = _by_item(live)
    for item in state.the_sheet.items:
        sold = [sale for sale in state.sales.values() if sale.item == item.id]
        gone = sum(1 for sale in sold if sale.gone)
        flow = paid.get(item.id, Flow())
        if sold:
            cells = (item.label, len(sold) - gone, gone, flow.left)
            rows.append(ReportRow(cells, tuple(flow.references)))
    people = len({entry.person for entry in state.entries.values() if entry.status not in GONE})
    total = sum((flow.left for flow in paid.values()), ZERO)
    rows.append(ReportRow((Said("report.people", {"people": people}), state.entries_sold, None, total), total=True))
    return Section("sales", ("item", "sold", "gone", "amount"), tuple(rows))


def _by_item(live: Live) -> dict[str, Flow]:
    found: dict[str, Flow] = {}
    for sale, posting in sale_postings(live):
        shares = [line.amount for line in posting.lines if line.account.kind in PRICED]
        found.setdefault(live.state.sales[sale].item, Flow()).add(-sum(shares, ZERO), str(posting.reference))
    return found


def sale_postings(live: Live) -> list[tuple[str, Posting]]:
    """Where prices went to their shares, or came back; what was undone came and went."""
    found = []
    for version, posting in sorted(live.postings.items()):
        sale = _sale_behind(live.facts[version - 1], live)
        if sale in live.state.sales and any(line.account.kind in PRICED for line in posting.lines):
            found.append((sale, posting))
    return found


def _sale_behind(fact: Fact, live: Live) -> str:
    undone = live.by_key.get(fact.event.key, []) if isinstance(fact.event, Undone) else [fact]
    return next((sale for one in undone if (sale := getattr(one.event, "sale", ""))), "")


def _taken(mine: Sequence[Posting]) -> Section:
    found = flows(mine, lambda account: _way(account) if account.kind in PAYS else None, through=True)
    return _section("taken", found)


def _way(account: Account) -> str:
    return f"report.way.{account.part('method') or account.kind}"


def _shares(mine: Sequence[Posting], elsewhere: Sequence[Posting], tournament: str) -> Section:
    """Of other streams only what touches an account of this tournament."""
    found = flows(mine, lambda one: f"report.account.{one.kind}" if one.kind in SHARES else None)
    others = flows(
        elsewhere,
        lambda one: f"report.account.{one.kind}" if one.part("tournament") == tournament else None,
    )
    for name, flow in others.items():
        together = found.setdefault(name, Flow())
        together.came += flow.came
        together.went += flow.went
        together.references += flow.references
    order = [f"report.account.{kind}" for kind in SHARES]
    return _section("shares", dict(sorted(found.items(), key=lambda one: order.index(one[0]))), total=False)


def _prizes(live: Live, postings: Sequence[Posting], tournament: str) -> Section:
    """The pool from what was collected to what is still due: cover, what was withheld, what players were paid."""
    sold = {str(posting.reference) for _, posting in sale_postings(live)}
    found: dict[str, Flow] = {}
    for posting in postings:
        mine = [
            line for line in posting.lines if line.account.kind in POOLS and line.account.parts == (tournament,)
        ]
        reference = str(posting.reference)
        if mine and (reference in sold or _lapsed(posting)):
            collected = found.setdefault("report.pool.collected", Flow())
            collected.add(-sum((line.amount for line in mine), ZERO), reference)
        elif mine:
            for line in posting.lines:
                if line.account.kind not in POOLS:
                    found.setdefault(f"report.pool.{line.account.kind}", Flow()).add(line.amount, reference)
    rows = [ReportRow((Said(key), flow.left), tuple(flow.references)) for key, flow in found.items()]
    if rows:
        rows.append(ReportRow((Said("report.pool.due"), _sum(rows, 1)), total=True))
    return Section("prizes", ("account", "amount"), tuple(rows))


def _won(live: Live) -> Section:
    """What each player won, was paid and is owed, with the event of every payment."""
    state: TournamentState = live.state
    undone = undone_keys(live.facts)
    paid: dict[str, list[str]] = {}
    for fact in live.facts:
        if isinstance(fact.event, PrizePaid | PrizeTakenBack) and fact.meta.key not in undone:
            paid.setdefault(fact.event.entry, []).append(f"{live.stream}@{fact.version}")
    rows = [
        ReportRow(
            (one.place or None, one.person, Money(one.amount), Money(one.paid), Money(one.remaining)),
            tuple(paid.get(one.entry, ())),
        )
        for one in sorted((*due(state).values(), *due_apart(state)), key=_by_place)
    ]
    if rows:
        rows.append(
            ReportRow((None, Said("report.total"), *(_sum(rows, place) for place in (2, 3, 4))), total=True)
        )
    return Section("won", ("place", "person", "prize", "paid", "due"), tuple(rows))


def _later(live: Live) -> Section:
    """The last day of what is still owed, and the calendar by which it was counted."""
    undone = undone_keys(live.facts)
    told = {
        fact.event.entry: f"{live.stream}@{fact.version}"
        for fact in live.facts
        if isinstance(fact.event, PrizeScheduled) and fact.meta.key not in undone
    }
    waiting = [one for one in due(live.state).values() if one.scheduled and one.remaining > 0]
    rows = [
        ReportRow(
            (
                one.place or None,
                one.person,
                Money(one.remaining),
                one.scheduled,
                Said(*calendar_said(one.calendar or Calendar())),
            ),
            (told[one.entry],),
        )
        for one in sorted(waiting, key=_by_place)
    ]
    return Section("later", ("place", "person", "due", "due_on", "calendar"), tuple(rows))


def _by_place(one: Due) -> tuple[int, int]:
    """Who has no place yet comes last, the largest amount first."""
    return (one.place or sys.maxsize, -one.amount)


def _lapsed(posting: Posting) -> bool:
    """A ticket that nobody used is shared out like an entry."""
    return any(line.account.kind == "tickets" and line.amount > ZERO for line in posting.lines)


def _section(name: str, found: dict[str, Flow], *, total: bool = True) -> Section:
    rows = [
        ReportRow((Said(key), flow.came, flow.went, flow.left), tuple(flow.references))
        for key, flow in found.items()
    ]
    if rows and total:
        rows.append(ReportRow((Said("report.total"), *(_sum(rows, place) for place in (1, 2, 3))), total=True))
    return Section(name, ("account", "came", "went", "left"), tuple(rows))


def _sum(rows: Sequence[ReportRow], place: int) -> Money:
    return sum((cell for row in rows if isinstance(cell := row.cells[place], Money)), ZERO)
