"""What an evening still lacks once somebody has won: prizes, staff, points, stage, funds, papers, drawers, a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.desk.drawer_names import drawer_name
from feltro.app.event_view import lately, states
from feltro.app.people.names import name_of, staff_called
from feltro.app.ranking import COUNTS, EXCLUDES, SeasonRanking, ranking_of
from feltro.app.ranking.explanation import points_of
from feltro.app.ranking.results import people_by_place
from feltro.app.upkeep.copies import copies_folder, last_copy
from feltro.kernel.instants import SECOND, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OWN_MONEY
from feltro.season.points.scheme import WHOLE
from feltro.season.ranking.commands import CloseStage
from feltro.tournament.eliminations.bounties import left_over
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.media.terms import signature_asked
from feltro.tournament.prizes.due import remaining
from feltro.tournament.prizes.pool import staff_centavos
from feltro.tournament.sales.receipts import unsigned
from feltro.web.desk.drawer import open_desks
from feltro.web.frame.menu import OFFICE
from feltro.web.ranking.profiles import without_profile
from feltro.web.ranking.stages import owed_centavos, stages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.access.rows import Identity
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.world.live import Live
    from feltro.kernel.instants import Instant
    from feltro.kernel.outcome import Cite
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

ADDRESS, DRAWERS = "/premios", "end.drawers"
NOTHING_SCORES = "ranking.no_book"
"""No event of the season gives points, this one neither: a club that keeps no ranking is asked for no rules of one."""


class EndStep(NamedTuple):
    key: str
    values: dict[str, Any]
    done: bool
    cites: tuple[Cite, ...] = ()
    link: str = ""
    go: str = ""
    """What stands on the link, a key."""
    stage: str = ""
    """The stage that one button closes."""
    copy: bool = False
    """Whether one button keeps a copy of the house."""


def ending_for(who: Identity, event: EventView, house: House) -> list[EndStep]:
    """What one who works here can do about it. Hold the world's lock."""
    steps = (one for one in ending(event, house) if _is_for(who.role, one))
    return [_own_drawer(who, one, house) if one.key == DRAWERS else one for one in steps]


def _is_for(role: str, step: EndStep) -> bool:
    return (not step.stage or role in CloseStage.may) and (not step.copy or role in OFFICE)


def _own_drawer(who: Identity, step: EndStep, house: House) -> EndStep:
    """Whoever has a drawer counts it; to anybody else that page would only offer to open one more."""
    if any(cashier == who.user for _, cashier in open_desks(house.world)):
        return step._replace(link="/caixa", go="menu.drawer")
    return step._replace(link="/caixas", go="menu.drawers") if who.role in OWN_MONEY else step


def ending(event: EventView, house: House) -> Iterator[EndStep]:
    """Hold the world's lock."""
    order = people_by_place(event.state)
    champion = order[0][0] if order and order[0] else ""
    yield EndStep(
        "end.champion" if champion else "end.playing",
        {"player": name_of(champion, house.store) if champion else ""},
        bool(champion),
        link="" if champion else f"/direcao/{event.id}",
        go="deal.page.back_to_table",
    )
    yield from _bounties(event)
    yield from _money(event)
    if event.state.season:
        yield from _season(event, house, champion)
    if champion:
        yield from _house(event, house)


def _house(event: EventView, house: House) -> Iterator[EndStep]:
    """What the night leaves open besides: receipts that nobody signed and, once nothing else is on, drawers to count."""
    asked, waiting = signature_asked(event.book), unsigned(event.state, event.book)
    if waiting:
        link = f"/balcao/{event.id}?aba=recibos"
        yield EndStep("end.unsigned", {"n": len(waiting)}, False, asked, link, "end.unsigned.go")
    still_open = open_desks(house.world)
    others_play = any(_is_played(one, event.at) for one in states(house, lately(event.at)))
    if still_open and not others_play:
        desks = [
            f"{drawer_name(desk, house.world)}, {staff_called(cashier, house.store)}"
            for desk, cashier in still_open
        ]
        yield EndStep(DRAWERS, {"n": len(still_open), "desks": desks}, done=False)
    yield from _copy(event, house, () if others_play else house.world.lives("desk:"))


def _copy(event: EventView, house: House, drawers: Iterable[Live]) -> Iterator[EndStep]:
    """Of the house as it is after the last act of this event and of its drawers: a copy from before is an older house."""
    folder = copies_folder(house.store)
    if folder is None:
        return
    last_act = max(one.last_at for one in (house.world.live(event.stream), *drawers))
    kept = last_copy(folder)
    done = kept is not None and kept.at >= last_act - last_act % SECOND
    values = {"file": kept.file.name, "folder": str(folder), "hour": local_time(kept.at).time()} if kept else {}
    yield EndStep("end.copied" if done else "end.copy", values, done, copy=not done)


def _is_played(state: TournamentState, at: Instant) -> bool:
    """It has begun, somebody is in, and nobody has won."""
    return at >= min(state.starts.values()) and bool(still_in(state)) and people_by_place(state) is None


def _bounties(event: EventView) -> Iterator[EndStep]:
    """What entries brought for bounties and nobody has: the champion's own head, and heads without an owner."""
    state = event.state
    left = left_over(state) if state.the_sheet.bounty else 0
    if left > 0 and people_by_place(state) is not None:
        cites = event.book["prizes.knockout.paid_for"].cites
        link = f"{ADDRESS}/{event.id}/ato/SettleBounties"
        yield EndStep("end.bounties", {"amount": Money(left)}, False, cites, link, "acts.SettleBounties")


def _money(event: EventView) -> Iterator[EndStep]:
    state, book, at = event.state, event.book, f"{ADDRESS}/{event.id}"
    left, announced = remaining(state), state.prizes.announced is not None
    if not announced:
        cites = book["prizes.table_source"].cites
        yield EndStep("end.announce", {}, done=False, cites=cites, link=at, go="evening.announce.go")
    elif left.now or left.held or left.to_come:
        values = {"amount": Money(left.now + left.held + left.to_come)}
        yield EndStep("end.pay", values, done=False, link=f"{at}/janela", go="evening.window")
    else:
        yield EndStep("end.paid_later" if left.later else "end.paid", {"amount": Money(left.later)}, done=True)
    owed = staff_centavos(state)
    if not owed:
        return
    waits = left.staff if state.prizes.staff else owed
    key, share = "end.staff" if waits else "end.staff_paid", book["prizes.retention.share"]
    yield EndStep(key, {"amount": Money(waits or owed)}, not waits, share.cites, f"{at}/equipe", "evening.staff.go")


def _season(event: EventView, house: House, champion: str) -> Iterator[EndStep]:
    """Results give points by themselves; what may stand in their way is said here."""
    name, season = event.state.season, event.season
    ranking = ranking_of(name, house.world, house.books)
    if isinstance(ranking, Refused) and ranking.because == NOTHING_SCORES:
        yield EndStep("end.no_points", {}, True, ranking.cites, f"/temporada/{name}", "season.keep")
        return
    if isinstance(ranking, Refused):
        choose = f"/temporada/{name}/ato/ChooseRankingBook"
        yield EndStep(ranking.because, dict(ranking.values), False, ranking.cites, choose, "acts.ChooseRankingBook")
        return
    yield from _points(event, house, ranking, season, champion)
    found = next((one for one in stages_of(season, ranking, house) if one.stage == event.state.stage), None)
    if found is None:
        return
    by = ranking.rules.book["fund.stage.champion"].cites
    values = {
        "stage": found.name,
        "people": found.champions,
        "events": tuple(one for _, one in found.waits_for),
    }
    if found.closed:
        owed = owed_centavos(season, found.stage)
        told = "end.stage_closed" if found.champions else "end.stage_closed_plain"
        yield EndStep(told, values, done=True, cites=by, link=f"/ranking/{name}", go="evening.results")
        yield EndStep("end.fund" if owed else "end.fund_paid", {"amount": Money(owed)}, not owed,
                   ranking.rules.book["fund.annual.methods"].cites, f"/fundos/{name}", "rank.funds")  # fmt: skip
    elif found.waits_for:
        yield EndStep("end.stage_waits", values, done=False, cites=by, link=f"/temporada/{name}", go="season.keep")
    elif found.events:
        yield EndStep("end.stage", values, done=False, cites=by, stage=found.stage)


def _points(
    event: EventView, house: House, ranking: SeasonRanking, season: SeasonState, champion: str
) -> Iterator[EndStep]:
    name, counted = event.state.season, ranking.events.get(event.id)
    link = f"/ranking/{name}"
    if counted is None or counted.status == EXCLUDES:
        yield EndStep(
            "end.no_points", {}, True, counted.cites if counted else (), f"/temporada/{name}", "season.keep"
        )
        return
    if counted.status != COUNTS:
        yield EndStep("end.points_wait", {}, done=False, link=link, go="evening.results")
        return
    if ranking.rules.scheme.awaits_table:
        by = ranking.rules.book["points.table_source"].cites
        yield EndStep("end.no_table", {}, False, by, f"/temporada/{name}/pontos", "points.title")
        return
    of_event = [one for one in points_of(champion, ranking, season).events if one.event == event.id]
    values = {"player": name_of(champion, house.store), "points": sum(one.points for one in of_event) // WHOLE}
    cites = tuple(dict.fromkeys(cite for one in of_event for line in one.lines for cite in line.cites))
    yield EndStep("end.points", values, done=True, cites=cites, link=link, go="evening.results")
    finished = {one.person for one in counted.result.finishers} if counted.result else set()
    if missing := finished.intersection(without_profile(ranking)):
        asks = ranking.rules.book["ranking.requires_profile"].cites
        yield EndStep("end.profiles", {"n": len(missing)}, False, asks, f"{link}#cadastros", "rank.profiles.go")
