"""What the ranking answers: who joins it, which events count, points given or taken. Money is champions.py's."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import events as e
from feltro.season.now import SeasonNow
from feltro.season.points.table import lint_table
from feltro.season.ranking import champions, stages
from feltro.season.ranking import commands as c
from feltro.season.state import EXCLUDED, SeasonState

Outcome = tuple[Event, ...] | Refused


def choose_book(command: c.ChooseRankingBook, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    """`book` is the one chosen, settled: whoever asks has checked that it binds."""
    if state.ranking.closed_at is not None:
        return Refused("season.closed", {"season": state.season})
    return (e.RankingBookChosen(book=command.book, addenda=command.addenda, answers=command.answers),)


def load_table(command: c.LoadPointsTable, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    wrong = next(lint_table(command.rows), None)
    if wrong:
        return Refused(wrong.because, {**wrong.values, "where": wrong.where})
    if book is not None and book["points.table_source"].value == "book":
        return Refused("points.table_is_printed", cites=book["points.table_source"].cites)
    return (e.PointsTableLoaded(kind=command.scored_as, rows=command.rows),)


def register(command: c.RegisterForRanking, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if command.person in state.ranking.joined:
        return Refused("ranking.already_in", {"person": command.person})
    return (e.RankingJoined(person=command.person, at=now.at),)


def count_event(command: c.CountEvent, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if state.ranking.counted.get(command.tournament) == command.scored_as:
        return Refused("ranking.already_counted", {"tournament": command.tournament})
    return (e.EventCounted(tournament=command.tournament, kind=command.scored_as, reason=now.key),)


def exclude_event(command: c.ExcludeEvent, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if state.ranking.counted.get(command.tournament) == EXCLUDED:
        return Refused("ranking.already_excluded", {"tournament": command.tournament})
    return (e.EventExcluded(tournament=command.tournament, reason=now.key),)


def adjust(command: c.AdjustPoints, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if not command.points:
        return Refused("ranking.adjusts_nothing")
    return (e.PointsAdjusted(person=command.person, points=command.points, reason=now.key, at=now.at),)


def import_results(command: c.ImportResults, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    result = command.result
    if result.event in state.ranking.imported and not command.replace:
        return Refused("results.exist", {"event": result.event})
    if state.stages and result.stage not in state.stages:
        return Refused("stage.unknown", {"stage": result.stage})
    refused = _refuse_result(command)
    return refused or (e.ResultsImported(event=result.event, name=command.name, result=result),)


def _refuse_result(command: c.ImportResults) -> Refused | None:
    """Places follow one another, ties leave the next places empty, and nobody finishes twice."""
    result = command.result
    if not result.finishers:
        return Refused("results.nobody", {"event": result.event})
    people = [one.person for one in result.finishers]
    twice = next((one for one in people if people.count(one) > 1), None) if len(set(people)) < len(people) else None
    if twice:
        return Refused("results.person_twice", {"event": result.event, "person": twice})
    if result.entries < sum(one.entries for one in result.finishers):
        return Refused("results.more_than_entries", {"event": result.event, "entries": result.entries})
    places = [one.place for one in result.finishers]
    for number, place in enumerate(places, 1):
        tied = number > 1 and place == places[number - 2]
        if place != number and not tied:
            return Refused("results.place_missing", {"event": result.event, "place": number})
    if max(result.paid_places, result.deal_left) > result.entries:
        return Refused("results.more_than_entries", {"event": result.event, "entries": result.entries})
    return None


DECIDE: dict[type[SeasonCommand], Callable[[Any, SeasonState, Settled | None, SeasonNow], Outcome]] = {
    c.ChooseRankingBook: choose_book,
    c.LoadPointsTable: load_table,
    c.RegisterForRanking: register,
    c.CountEvent: count_event,
    c.ExcludeEvent: exclude_event,
    c.AdjustPoints: adjust,
    c.ImportResults: import_results,
    **stages.DECIDE,
    **champions.DECIDE,
}
