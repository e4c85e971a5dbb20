"""Cards spent, lost and handed out, and clocks made shorter: as the book and the sheet say."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.procedures.time_to_act import DecisionClock, action_clock, cards_come_at, cards_held, usual_seconds
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import day_of, standing
from feltro.tournament.facts import time_bank as e
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import LIVE, TournamentState
from feltro.tournament.time_bank import commands as c
from feltro.tournament.time_bank import decision_time


def cards_of(state: TournamentState, entry: str, book: Settled) -> int:
    """Time-bank cards that a player holds; none where the event has no action clock."""
    if state.the_sheet.action_clock is None:
        return 0
    return int(book["action_clock.cards.initial"].value) + state.time_bank.more.get(entry, 0)


def action_clock_of(state: TournamentState, entry: str, book: Settled, at: Instant) -> DecisionClock | None:
    """The clock of a player's decisions; nothing where none is used, or not yet."""
    sheet = state.the_sheet
    level = standing(state, day_of(state, entry), at).level
    if sheet.action_clock is None or level < sheet.action_clock.from_level:
        return None
    return action_clock(state.time_bank.seconds.get(entry, usual_seconds(book)), book)


def cards_each_day(state: TournamentState, book: Settled) -> int:
    """New cards at each new day, where the book gives some then: the sheet says how many."""
    clock = state.the_sheet.action_clock
    if clock is None or not cards_come_at("new_day", book):
        return 0
    return clock.cards_each_day or 0


def _refuse(entry: str, state: TournamentState) -> Refused | None:
    if state.the_sheet.action_clock is None:
        return Refused("time_bank.no_action_clock")
    if entry not in state.entries or state.entries[entry].status != LIVE:
        return Refused("entry.not_playing", {"entry": entry})
    return None


def use_cards(command: c.UseTimeCards, state: TournamentState, book: Settled, now: Now) -> Outcome:
    refused = _refuse(command.entry, state)
    if refused:
        return refused
    held, worth = cards_of(state, command.entry, book), book["action_clock.card.automatic"]
    if held < command.cards:
        return Refused("time_bank.not_enough", {"cards": held}, worth.cites)
    left = held - command.cards
    because = "time_bank.card_spent"
    return (
        e.TimeCardsUsed(entry=command.entry, cards=command.cards, left=left, because=because, cites=cited(worth)),
    )


def lose_cards(command: c.LoseTimeCards, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Bagged players lose them too: the card stayed on the table."""
    if state.the_sheet.action_clock is None:
        return Refused("time_bank.no_action_clock")
    if command.entry not in state.entries:
        return Refused("entry.not_playing", {"entry": command.entry})
    replaced = book["action_clock.cards.lost_replaced"]
    if replaced.value:
        return Refused("time_bank.replaced", cites=replaced.cites)
    held = cards_of(state, command.entry, book)
    if held < command.cards:
        return Refused("time_bank.not_enough", {"cards": held}, replaced.cites)
    left = cards_held(held, 0, command.cards, left_are_kept=True, lost_replaced=False)
    because = "time_bank.not_replaced"
    cites = cited(replaced)
    return (e.TimeCardsLost(entry=command.entry, cards=held - left, left=left, because=because, cites=cites),)


def hand_out(command: c.HandOutTimeCards, state: TournamentState, book: Settled, now: Now) -> Outcome:
    sheet, added = state.the_sheet.action_clock, book["action_clock.cards.added_at"]
    if sheet is None:
        return Refused("time_bank.no_action_clock")
    final = command.occasion == "final_table"
    if final and not cards_come_at("final_table", book):
        return Refused("time_bank.not_then", cites=added.cites)
    if final and state.time_bank.final_table:
        return Refused("time_bank.handed_out")
    number, source = (
        command.cards or (sheet.cards_final_table if final else None),
        book["action_clock.cards.quantity_from"],
    )
    if not number:
        return Refused("time_bank.how_many", cites=source.cites)
    entries = command.entries or tuple(one.id for one in state.entries.values() if one.status == LIVE)
    refused = next((one for entry in entries if (one := _refuse(entry, state))), None)
    if refused:
        return refused
    kept = book["action_clock.cards.left_are_kept"]
    return (
        e.TimeCardsHandedOut(
            entries=entries,
            occasion=command.occasion,
            cards=number,
            initial=book["action_clock.cards.initial"].value,
            left_are_kept=kept.value,
            because=f"time_bank.{command.occasion}",
            cites=cited(added if final else source, kept),
        ),
    )


def shorten(command: c.ShortenActionClock, state: TournamentState, book: Settled, now: Now) -> Outcome:
    refused = _refuse(command.entry, state)
    if refused:
        return refused
    may, usual = book["action_clock.may_be_shortened"], book["action_clock.seconds"]
    if not may.value:
        return Refused("time_bank.not_shortened", cites=may.cites)
    if command.seconds > usual.value:
        return Refused("time_bank.only_shorter", {"seconds": usual.value}, may.cites)
    return (
        e.ActionClockShortened(
            entry=command.entry,
            seconds=command.seconds,
            reason=now.key,
            because="time_bank.shortened",
            cites=cited(may),
        ),
    )


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.UseTimeCards: use_cards,
    c.LoseTimeCards: lose_cards,
    c.HandOutTimeCards: hand_out,
    c.ShortenActionClock: shorten,
    c.StartTime: decision_time.start_time,
    c.StopTime: decision_time.stop_time,
}
