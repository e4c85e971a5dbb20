"""The end of an event, step by step: champion, prizes, staff, points, stage, funds, papers, drawers, a copy. The first that is not done stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.event_view import lately, states
from feltro.app.people.names import name_of
from feltro.app.ranking import COUNTS, EXCLUDES, SeasonRanking, ranking_of
from feltro.app.ranking.explanation import points_of
from feltro.app.ranking.results import people_by_place
from feltro.app.upkeep.copies import copies_folder, last_copy, take_copy
from feltro.kernel.instants import SECOND, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.season.points.scheme import WHOLE
from feltro.season.ranking.commands import CloseStage
from feltro.tournament.eliminations.bounties import left_over
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.media.terms import signature_asked
from feltro.tournament.prizes.due import remaining
from feltro.tournament.prizes.pool import staff_centavos
from feltro.tournament.sales.receipts import unsigned
from feltro.web.desk.drawer import open_desks
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY, OFFICE
from feltro.web.frame.visitor import language_of
from feltro.web.money.payouts import ADDRESS
from feltro.web.ranking.profiles import without_profile
from feltro.web.ranking.routes import seen_streams
from feltro.web.ranking.stages import owed_centavos, stages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.world.live import Live
    from feltro.kernel.instants import Instant
    from feltro.kernel.outcome import Cite
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

DONE, NOW, LATER = "done", "now", "later"


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


@staff_page(ADDRESS + "/{tournament:str}/fecho", MONEY)
def show_end(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _page(request, tournament)


@staff_form(ADDRESS + "/{tournament:str}/fecho/copia", OFFICE)
def keep_copy(request: AnyRequest, tournament: str) -> AnyAnswer:
    """The whole house into one file, while it works: the last thing of a night."""
    house = house_of(request)
    with house.world.lock:
        known_event(request, tournament)
    folder = copies_folder(house.store)
    made = take_copy(house.store, folder, now(request)) if folder else None
    return (
        _page(request, tournament, made)
        if isinstance(made, Refused)
        else go(request, f"{ADDRESS}/{tournament}/fecho")
    )


def _page(request: AnyRequest, tournament: str, refused: Refused | None = None) -> AnyAnswer:
    house, role = house_of(request), me(request).role
    with house.world.lock:
        event = known_event(request, tournament)
        season = event.state.season
        has_result = people_by_place(event.state) is not None
        steps = [one for one in ending(event, house) if _is_for(role, one)]
        seen = seen_streams(house, season) if season else f"{event.stream}@{event.version}"
    first = next((number for number, step in enumerate(steps) if not step.done), len(steps))
    marks = [DONE if step.done else NOW if number == first else LATER for number, step in enumerate(steps)]
    return room_page(
        request,
        "money/ending.html",
        409 if refused else 200,
        refused=why(refused, language_of(request)) if refused else None,
        event=event,
        season=season,
        steps=list(zip(steps, marks, strict=True)),
        finished=first == len(steps),
        has_result=has_result,
        seen=seen,
        key=new_key(),
        tab="ending",
    )


def _is_for(role: str, step: EndStep) -> bool:
    return (not step.stage or role in CloseStage.may) and (not step.copy or role in OFFICE)


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
        yield EndStep("end.drawers", {"n": len(still_open)}, done=False, link="/caixa", go="menu.drawer")
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
    if isinstance(ranking, Refused):
        choose = f"/temporada/{name}/ato/ChooseRankingBook"
        yield EndStep(ranking.because, dict(ranking.values), False, ranking.cites, choose, "acts.ChooseRankingBook")
        return
    yield from _points(event, house, ranking, season, champion)
    found = next((one for one in stages_of(season, ranking, house) if one.told.stage == event.state.stage), None)
    if found is None:
        return
    by = ranking.rules.book["fund.stage.champion"].cites
    values = {
        "stage": found.told.name,
        "people": found.champions,
        "events": tuple(one for _, one in found.waits_for),
    }
    if found.closed:
        owed = owed_centavos(season, found.told.stage)
        told = "end.stage_closed" if found.champions else "end.stage_closed_plain"
        yield EndStep(told, values, done=True, cites=by, link=f"/ranking/{name}", go="evening.results")
        yield EndStep("end.fund" if owed else "end.fund_paid", {"amount": Money(owed)}, not owed,
                   ranking.rules.book["fund.annual.methods"].cites, f"/fundos/{name}", "rank.funds")  # fmt: skip
    elif found.waits_for:
        yield EndStep("end.stage_waits", values, done=False, cites=by, link=f"/temporada/{name}", go="season.keep")
    elif found.events:
        yield EndStep("end.stage", values, done=False, cites=by, stage=found.told.stage)


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
