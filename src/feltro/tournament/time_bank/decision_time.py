"""The time for one decision: begun by a call or by the turn, ended by an act or by the book."""

from math import ceil, floor

from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.procedures.time_to_act import DecisionClock, Reading, read_action_clock
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import time_bank as e
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import LIVE, TournamentState
from feltro.tournament.state.time_bank import RunningTime
from feltro.tournament.time_bank import commands as c


def start_time(command: c.StartTime, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """How long and what at the end comes with the command's envelope: the same engine that rules at the table."""
    if command.entry not in state.entries or state.entries[command.entry].status != LIVE:
        return Refused("entry.not_playing", {"entry": command.entry})
    if command.time in state.time_bank.times:
        return Refused("time.id_used", {"time": command.time})
    table = state.floor.table_of(command.entry)
    if table is None:
        return Refused("entry.not_playing", {"entry": command.entry})
    if any(one.table == table.number for one in state.time_bank.running.values()):
        return Refused("time.runs_already", {"table": table.number})
    given = now.decision_time
    if given is None:
        return Refused("time.not_ruled")
    return (
        e.TimeStarted(
            time=command.time,
            entry=command.entry,
            table=table.number,
            hand=table.hands,
            kind=command.kind,
            faces=command.faces,
            silent=given.silent,
            seconds=given.seconds,
            card=given.card,
            cards=given.cards,
            zero=given.zero,
            at=now.when,
            because=given.because,
            cites=given.cites,
            zero_cites=given.zero_cites,
        ),
    )


def stop_time(command: c.StopTime, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """An act is believed whoever stands at the table; that nothing is left, the clock itself says."""
    running = state.time_bank.running.get(command.time)
    if running is None:
        return Refused("time.over")
    elapsed = max(now.when - running.at, 0) / SECOND
    reading = reading_of(running, elapsed)
    if not command.acted and reading.phase != "expired":
        return Refused("time.still_runs", {"seconds": ceil(reading.seconds_left)})
    result = "acted" if command.acted else running.zero
    stopped = e.TimeStopped(
        time=command.time,
        entry=running.entry,
        table=running.table,
        hand=running.hand,
        result=result,
        seconds=floor(elapsed),
        cards=reading.cards_used,
        at=now.when,
        because=f"time.{result}",
        cites=running.cites if command.acted else running.zero_cites,
    )
    return (*_cards_spent(running, reading, state, book), stopped)


def reading_of(running: RunningTime, elapsed: float) -> Reading:
    """Where a time stands, whichever of the two it is."""
    clock = DecisionClock(running.silent, running.seconds, running.card)
    return read_action_clock(clock, elapsed, running.cards)


def _cards_spent(
    running: RunningTime, reading: Reading, state: TournamentState, book: Settled
) -> tuple[e.TimeCardsUsed, ...]:
    """Where the book spends them by itself, nobody has to lay them down."""
    if not reading.cards_used:
        return ()
    left = int(book["action_clock.cards.initial"].value) + state.time_bank.more.get(running.entry, 0)
    used, worth = min(reading.cards_used, left), book["action_clock.card.automatic"]
    return (
        e.TimeCardsUsed(
            entry=running.entry, cards=used, left=left - used, because="time_bank.card_spent", cites=cited(worth)
        ),
    )
