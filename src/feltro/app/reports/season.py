"""Statements of a stage and of a season: their events, their funds, who is owed what."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.app.ranking import SeasonRanking, ranking_of
from feltro.app.reports.event import sale_postings
from feltro.app.reports.flows import Flow, flows, postings_on
from feltro.app.reports.report import Cell, Report, ReportRow, Said, Section
from feltro.app.world.history import undone_keys
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.season.points.scheme import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltro.app.sheets.books import Books
    from feltro.app.world import Live, World
    from feltro.app.world.gist import Gist
    from feltro.ledger.accounts import Account
    from feltro.season.standings import Standing
    from feltro.season.state import OwedPrize, SeasonState

KINDS = (
    "prize_pool",
    "bounties",
    "rake",
    "staff",
    "ranking_fund",
    "stage_champion_fund",
    "federation",
    "local_partners",
)
BEST = 10


def stage_report(season: str, stage: str, world: World, books: Books) -> Report | Refused:
    state: SeasonState = world.live(f"season:{season}").state
    streams = [one for one in world.tournaments_of(season) if _gist(one, world).stage == stage]
    if stage not in state.stages and not streams:
        return Refused("stage.unknown", {"stage": stage})
    fund = _fund(world, "stage_champion_fund", season, stage)
    owed = [one for name, one in state.ranking.owed.items() if name.startswith(f"stage-{stage}-")]
    live = world.live(f"season:{season}")
    sections = [
        _events(streams, world),
        Section("fund", ("fund", "came", "went", "left"), fund),
        _owed(owed, live),
    ]
    ranking = ranking_of(season, world, books)
    if isinstance(ranking, SeasonRanking):
        sections.append(_best(ranking.of_stage(stage).page(0, BEST)))
    return Report("stage", {"season": season, "stage": stage, "name": state.stage_name(stage)}, _filled(sections))


def season_report(season: str, world: World, books: Books) -> Report | Refused:
    state: SeasonState = world.live(f"season:{season}").state
    if not state.season:
        return Refused("season.unknown", {"season": season})
    streams = world.tournaments_of(season)
    fund = [*_fund(world, "ranking_fund", season)]
    for kind in ("ranking_cover", "federation", "tickets"):
        fund += _fund(world, kind, season)
    sections = [
        _stages(streams, state, world),
        Section("fund", ("fund", "came", "went", "left"), tuple(fund)),
        _owed(state.ranking.owed.values(), world.live(f"season:{season}")),
    ]
    ranking = ranking_of(season, world, books)
    if isinstance(ranking, SeasonRanking):
        sections.append(_best(ranking.standings.page(0, BEST)))
    return Report("season", {"season": season, "name": state.name}, _filled(sections))


def _filled(sections: Iterable[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.rows)


def _events(streams: Sequence[str], world: World) -> Section:
    rows = []
    for stream in streams:
        event = _gist(stream, world)
        rows.append(_line(event.name, event.entries, _collected([stream], world)))
    return _summed("events", "event", rows)


def _gist(stream: str, world: World) -> Gist:
    found = world.remembered(stream).gist
    if found is None:
        raise LookupError(f"{stream} has no sheet")
    return found


def _stages(streams: Sequence[str], season: SeasonState, world: World) -> Section:
    by_stage: dict[str, list[str]] = {}
    for stream in streams:
        by_stage.setdefault(_gist(stream, world).stage, []).append(stream)
    rows = []
    for stage, mine in by_stage.items():
        entries = sum(_gist(stream, world).entries for stream in mine)
        rows.append(_line(season.stage_name(stage), entries, _collected(mine, world)))
    return _summed("stages", "stage", rows)


def _collected(streams: Sequence[str], world: World) -> dict[str, Flow]:
    """What sales and lapsed tickets brought to each account: before prizes and funds are paid out of it."""
    sold = [posting for stream in streams for _, posting in sale_postings(world.live(stream))]
    mine = {stream.partition(":")[2] for stream in streams}
    lapsed = [
        posting
        for posting in postings_on(world, lambda account: account.part("tournament") in mine, prefix="season:")
        if any(line.account.part("tournament") in mine and line.amount < ZERO for line in posting.lines)
    ]
    return flows([*sold, *lapsed], lambda account: account.kind if account.kind in KINDS else None)


def _line(name: str, entries: int, collected: dict[str, Flow]) -> ReportRow:
    amounts = [collected.get(kind, Flow()).left for kind in KINDS]
    references = dict.fromkeys(one for kind in KINDS for one in collected.get(kind, Flow()).references)
    return ReportRow((name, entries, *amounts, sum(amounts, ZERO)), tuple(references))


def _summed(name: str, first: str, rows: list[ReportRow]) -> Section:
    columns = (first, "entries", *KINDS, "collected")
    if rows:
        entries = sum(cell for row in rows if isinstance(cell := row.cells[1], int))
        amounts: list[Cell] = [
            sum((cell for row in rows if isinstance(cell := row.cells[place], Money)), ZERO)
            for place in range(2, len(columns))
        ]
        rows = [*rows, ReportRow((Said("report.total"), entries, *amounts), total=True)]
    return Section(name, columns, tuple(rows))


def _fund(world: World, kind: str, *parts: str) -> tuple[ReportRow, ...]:
    def mine(account: Account) -> str | None:
        return kind if account.kind == kind and account.parts == parts else None

    found = flows(postings_on(world, lambda account: mine(account) is not None), mine)
    return tuple(
        ReportRow((Said(f"report.account.{kind}"), flow.came, flow.went, flow.left), tuple(flow.references))
        for flow in found.values()
    )


def _owed(owed: Iterable[OwedPrize], season: Live) -> Section:
    """With what made it owed, and every payment of it."""
    behind = _behind_prizes(season)
    rows = [
        ReportRow(
            (
                one.prize.prize,
                one.prize.place,
                one.prize.person,
                one.prize.due,
                Money(one.prize.amount_centavos),
                Money(one.paid_centavos),
                Money(one.left_centavos),
            ),
            tuple(behind[one.prize.prize]),
        )
        for one in owed
    ]
    return Section("owed", ("prize_id", "place", "person", "due_on", "prize", "paid", "due"), tuple(rows))


def _behind_prizes(season: Live) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    undone = undone_keys(season.facts)
    for fact in season.facts:
        if fact.meta.key in undone:
            continue
        named = getattr(fact.event, "prize_ids", None) or (getattr(fact.event, "prize", None),)
        for prize in filter(None, named):
            found.setdefault(prize, []).append(f"{season.stream}@{fact.version}")
    return found


def _best(standings: Iterable[Standing]) -> Section:
    rows = [
        ReportRow(
            (
                one.rank,
                one.person,
                Fraction(one.points, WHOLE),
                Said(one.ahead.because, one.ahead.values) if one.ahead else None,
            )
        )
        for one in standings
    ]
    return Section("best", ("place", "person", "points", "why"), tuple(rows))
