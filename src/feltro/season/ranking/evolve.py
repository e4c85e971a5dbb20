"""What each event does to a season's ranking."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec

from feltro.kernel.events import Event
from feltro.season import events as e
from feltro.season.results import EventResult, FundPrize
from feltro.season.state import EXCLUDED, ChosenBook, FundPayment, Imported, OwedPrize, RankingRecord, SeasonState

Applied = Callable[[SeasonState, Any], None]


def moves_points(apply: Applied) -> Applied:
    """After such a fact standings are counted anew: every number of changes stands for other points."""

    @wraps(apply)
    def applied(state: SeasonState, event: Any) -> None:
        apply(state, event)
        state.ranking.changes += 1

    return applied


@moves_points
def book_chosen(state: SeasonState, event: e.RankingBookChosen) -> None:
    state.ranking.book = ChosenBook(book=event.book, addenda=event.addenda, answers=event.answers)


@moves_points
def table_loaded(state: SeasonState, event: e.PointsTableLoaded) -> None:
    state.ranking.tables[event.kind] = event.rows


@moves_points
def joined(state: SeasonState, event: e.RankingJoined) -> None:
    state.ranking.joined[event.person] = event.at


@moves_points
def event_counted(state: SeasonState, event: e.EventCounted) -> None:
    state.ranking.counted[event.tournament] = event.kind


@moves_points
def event_excluded(state: SeasonState, event: e.EventExcluded) -> None:
    state.ranking.counted[event.tournament] = EXCLUDED


@moves_points
def points_adjusted(state: SeasonState, event: e.PointsAdjusted) -> None:
    state.ranking.adjustments.append(event)


@moves_points
def results_imported(state: SeasonState, event: e.ResultsImported) -> None:
    state.ranking.imported[event.event] = Imported(name=event.name, result=event.result)


def stage_closed(state: SeasonState, event: e.StageClosed) -> None:
    state.ranking.closed_stages[event.stage] = event.at
    if not event.held:
        state.ranking.not_held.add(event.stage)
    if event.prizes:
        state.ranking.champions[event.stage] = tuple(prize.person for prize in event.prizes)
    _owe(state.ranking, event.prizes)


def hotel_charged(state: SeasonState, event: e.HotelCharged) -> None:
    """The money moved; the ranking is as before."""


def season_closed(state: SeasonState, event: e.SeasonClosed) -> None:
    state.ranking.closed_at = event.at
    _owe(state.ranking, event.prizes)


def surplus_shared(state: SeasonState, event: e.SurplusShared) -> None:
    _owe(state.ranking, event.prizes)


def prize_paid(state: SeasonState, event: e.RankingPrizePaid) -> None:
    owed = state.ranking.owed[event.prize]
    owed.paid_centavos += event.amount_centavos
    owed.tax_centavos += event.tax_centavos
    paid = FundPayment(
        prize=event.prize,
        method=event.method,
        amount_centavos=event.amount_centavos,
        tax_centavos=event.tax_centavos,
        at=event.at,
    )
    state.ranking.payments.append(paid)


def prize_approved(state: SeasonState, event: e.RankingPrizeApproved) -> None:
    state.ranking.owed[event.prize].approved_by.append(event.by)


def prize_taken_back(state: SeasonState, event: e.RankingPrizeTakenBack) -> None:
    owed = state.ranking.owed[event.prize]
    owed.paid_centavos -= event.amount_centavos
    owed.tax_centavos -= event.tax_centavos


def _owe(ranking: RankingRecord, prizes: tuple[FundPrize, ...]) -> None:
    ranking.owed.update({prize.prize: OwedPrize(prize=prize) for prize in prizes if prize.amount_centavos})


def rename(ranking: RankingRecord, person: str, into: str) -> None:
    """Two people are one: what either finished, joined, was given or is owed is the one's."""
    if person in ranking.joined:
        ranking.joined.setdefault(into, ranking.joined.pop(person))
    replace = msgspec.structs.replace
    ranking.adjustments = [
        replace(one, person=into) if one.person == person else one for one in ranking.adjustments
    ]
    for imported in ranking.imported.values():
        imported.result = merged(imported.result, person, into)
    for owed in ranking.owed.values():
        if owed.prize.person == person:
            owed.prize = replace(owed.prize, person=into)
    ranking.champions = {
        stage: tuple(into if one == person else one for one in champions)
        for stage, champions in ranking.champions.items()
    }


def merged(result: EventResult, person: str, into: str) -> EventResult:
    """Of two finishes of one person the better place stands, with the entries of both."""
    both = [one for one in result.finishers if one.person in {person, into}]
    if not any(one.person == person for one in both):
        return result
    best = min(both, key=lambda one: one.place)
    kept = msgspec.structs.replace(
        best,
        person=into,
        entries=sum(one.entries for one in both),
        day2=any(one.day2 for one in both),
        started_day2=any(one.started_day2 for one in both),
        final_table=any(one.final_table for one in both),
        prize_centavos=sum(one.prize_centavos for one in both),
        deal=any(one.deal for one in both),
        bounties_centavos=sum(one.bounties_centavos for one in both),
    )
    finishers = tuple(kept if one is best else one for one in result.finishers if one is best or one not in both)
    return msgspec.structs.replace(result, finishers=finishers)


APPLY: dict[type[Event], Callable[[SeasonState, Any], None]] = {
    e.RankingBookChosen: book_chosen,
    e.PointsTableLoaded: table_loaded,
    e.RankingJoined: joined,
    e.EventCounted: event_counted,
    e.EventExcluded: event_excluded,
    e.PointsAdjusted: points_adjusted,
    e.ResultsImported: results_imported,
    e.StageClosed: stage_closed,
    e.HotelCharged: hotel_charged,
    e.SeasonClosed: season_closed,
    e.SurplusShared: surplus_shared,
    e.RankingPrizeApproved: prize_approved,
    e.RankingPrizePaid: prize_paid,
    e.RankingPrizeTakenBack: prize_taken_back,
}
