"""What the room's hands do to the record, and to the clock."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import MINUTE
from feltro.tournament.clock.evolve import go_on, stand_still, take_off
from feltro.tournament.facts import pace as e
from feltro.tournament.facts.draws import SealedAnew
from feltro.tournament.facts.floor import HandPlayed, TableClosed
from feltro.tournament.state import TournamentState
from feltro.tournament.state.pace import HandForHand, LastHands


def hand_for_hand_started(state: TournamentState, event: e.HandForHandStarted) -> None:
    state.pace.hand_for_hand[event.day] = HandForHand(
        paid=event.paid,
        minutes_per_hand=event.minutes_per_hand,
        hands_per_release=event.hands_per_release,
        levels_go_up=event.levels_go_up,
        to_play=dict.fromkeys(event.tables, 1),
    )
    stand_still(state, event.day, event.at, by_hands=True)


def table_stopped(state: TournamentState, event: e.TableStopped) -> None:
    state.pace.hand_for_hand[event.day].drop(event.table)


def hand_released(state: TournamentState, event: e.HandReleased) -> None:
    pace = state.pace.hand_for_hand[event.day]
    pace.hand = event.hand
    pace.to_play = dict.fromkeys(event.tables, pace.hands_per_release)
    stand_still(state, event.day, event.at, by_hands=True)


def all_in_held(state: TournamentState, event: e.AllInHeld) -> None:
    pace = state.pace.hand_for_hand[event.day]
    pace.held.append(event.table)
    pace.all_in[event.table] = event.entries


def all_in_run(state: TournamentState, event: e.AllInRun) -> None:
    state.pace.hand_for_hand[event.day].runs = event.table


def hand_for_hand_ended(state: TournamentState, event: e.HandForHandEnded) -> None:
    state.pace.hand_for_hand.pop(event.day, None)
    go_on(state, event.day, event.at, running=event.resume)


def last_hands_called(state: TournamentState, event: e.LastHandsCalled) -> None:
    stand_still(state, event.day, event.at)
    state.pace.last_hands[event.day] = LastHands(commitment=event.commitment, cards=event.cards)


def sealed_anew(state: TournamentState, event: SealedAnew) -> None:
    for last in state.pace.last_hands.values():
        if last.commitment == event.instead_of:
            last.commitment = event.commitment


def last_hands_drawn(state: TournamentState, event: e.LastHandsDrawn) -> None:
    last = state.pace.last_hands[event.day]
    last.card, last.hands = event.card, event.hands
    last.left = {table: event.hands + (table in event.in_hand) for table in event.tables}


# What happens at the tables


def hand_played(state: TournamentState, event: HandPlayed) -> None:
    day = state.floor.tables[event.table].day
    pace, last = state.pace.hand_for_hand.get(day), state.pace.last_hands.get(day)
    if pace and event.table in pace.to_play:
        pace.to_play[event.table] -= 1
        if event.table in pace.held or not pace.to_play[event.table]:
            pace.drop(event.table)
        _hand_over(state, day, pace)
    if last and last.left.get(event.table):
        last.left[event.table] -= 1


def table_closed(state: TournamentState, event: TableClosed) -> None:
    """A table that broke holds nobody up."""
    for day, pace in state.pace.hand_for_hand.items():
        if event.table in pace.to_play:
            pace.drop(event.table)
            _hand_over(state, day, pace)
    for last in state.pace.last_hands.values():
        last.left.pop(event.table, None)


def _hand_over(state: TournamentState, day: str, pace: HandForHand) -> None:
    """All tables are done: the hands that were released have cost their time."""
    if not pace.to_play and pace.hand:
        time = pace.hands_per_release * pace.minutes_per_hand * MINUTE
        take_off(state, day, time, goes_up=pace.levels_go_up)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.HandForHandStarted: hand_for_hand_started,
    e.TableStopped: table_stopped,
    e.HandReleased: hand_released,
    e.AllInHeld: all_in_held,
    e.AllInRun: all_in_run,
    e.HandForHandEnded: hand_for_hand_ended,
    e.LastHandsCalled: last_hands_called,
    e.LastHandsDrawn: last_hands_drawn,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    HandPlayed: hand_played,
    TableClosed: table_closed,
    SealedAnew: sealed_anew,
}
