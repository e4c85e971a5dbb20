"""What happens to time-bank cards."""

from collections.abc import Callable, Iterable
from typing import Any

from feltro.kernel.events import Event
from feltro.procedures.time_to_act import cards_held
from feltro.tournament.clock.face import standing
from feltro.tournament.facts import sales as t
from feltro.tournament.facts import time_bank as e
from feltro.tournament.facts.days import DayStarted
from feltro.tournament.sheet import on_sale
from feltro.tournament.state import TournamentState
from feltro.tournament.state.time_bank import RunningTime


def cards_used(state: TournamentState, event: e.TimeCardsUsed | e.TimeCardsLost) -> None:
    _add(state, event.entry, -event.cards)


def cards_handed_out(state: TournamentState, event: e.TimeCardsHandedOut) -> None:
    _hand_out(state, event.entries, event.cards, event.initial, kept=event.left_are_kept)
    state.time_bank.final_table = state.time_bank.final_table or event.occasion == "final_table"


def day_started(state: TournamentState, event: DayStarted) -> None:
    _hand_out(state, event.entries, event.cards, event.initial_cards, kept=event.cards_kept)


def clock_shortened(state: TournamentState, event: e.ActionClockShortened) -> None:
    state.time_bank.seconds[event.entry] = event.seconds


def entry_sold(state: TournamentState, event: t.EntrySold) -> None:
    """Cards that go with every entry sold inside their window."""
    shown = standing(state, event.day, event.at)
    cards = sum(
        item.time_cards
        for item in state.the_sheet.items
        if item.id == event.item
        or (item.given_with_entry and on_sale(state.the_sheet, item, level=shown.level, in_break=shown.in_break))
    )
    if cards:
        _add(state, event.entry, cards)


def extra_sold(state: TournamentState, event: t.ExtraSold) -> None:
    item = state.the_sheet.item(event.item)
    if item is not None and item.time_cards:
        _add(state, event.entry, item.time_cards)


def _hand_out(state: TournamentState, entries: Iterable[str], cards: int, initial: int, *, kept: bool) -> None:
    more = state.time_bank.more
    for entry in entries:
        left = initial + more.get(entry, 0)
        more[entry] = cards_held(left, cards, 0, left_are_kept=kept, lost_replaced=True) - initial


def _add(state: TournamentState, entry: str, cards: int) -> None:
    state.time_bank.more[entry] = state.time_bank.more.get(entry, 0) + cards


def time_started(state: TournamentState, event: e.TimeStarted) -> None:
    running = {name: getattr(event, name) for name in RunningTime.__struct_fields__}
    state.time_bank.running[event.time] = RunningTime(**running)
    state.time_bank.times.add(event.time)
    state.time_bank.ended.pop(event.table, None)


def time_stopped(state: TournamentState, event: e.TimeStopped) -> None:
    state.time_bank.running.pop(event.time, None)
    state.time_bank.ended[event.table] = event


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.TimeCardsUsed: cards_used,
    e.TimeCardsLost: cards_used,
    e.TimeCardsHandedOut: cards_handed_out,
    e.ActionClockShortened: clock_shortened,
    e.TimeStarted: time_started,
    e.TimeStopped: time_stopped,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    t.EntrySold: entry_sold,
    t.ExtraSold: extra_sold,
    DayStarted: day_started,
}
