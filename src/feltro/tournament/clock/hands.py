"""A level holds from the next hand: what each table plays at, whatever the clock shows by then; and which game."""

from feltro.kernel.instants import MINUTE, Instant
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock import commands as c
from feltro.tournament.clock.face import break_length, level_length, standing
from feltro.tournament.facts import clock as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sheet.games import games_of
from feltro.tournament.state import TournamentState

LONGEST_HAND = 5 * MINUTE
"""A hand that ends this long after a new level began was begun in it; few hands take longer."""


def start_hand(command: c.StartHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What starts a hand is the book's business, and so is the level of a hand that started in time."""
    table = state.floor.tables.get(command.table)
    if table is None:
        return Refused("clock.no_such_table", {"table": command.table})
    if command.table in state.clocks.hands:
        return Refused("clock.hand_in_progress", {"table": command.table})
    starts = book["level.hand_start.with_shuffler" if command.shuffler else "level.hand_start.by_hand"]
    if command.by not in starts.value:
        return Refused("clock.does_not_start_a_hand", {"by": command.by}, starts.cites)
    shown = standing(state, table.day, now.at)
    if not shown.level:
        return Refused("clock.not_started", {"day": table.day})
    refused = refuse_hand(state, command.table, table.day, book)
    if refused:
        return refused
    holds = book["level.new.holds_from"]
    return (
        e.HandStarted(
            table=command.table,
            number=command.number or table.hands + 1,
            level=shown.level,
            by=command.by,
            at=now.at,
            because=f"clock.level_holds_from.{holds.value}",
            cites=tuple(str(cite) for cite in (*starts.cites, *holds.cites)),
        ),
    )


def keep_old_level(command: c.KeepOldLevel, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """From the moment that the book names a mistaken hand is not corrected any more."""
    table = state.floor.tables.get(command.table)
    if table is None:
        return Refused("clock.no_such_table", {"table": command.table})
    locked, hand = book["level.old_by_mistake.locked_by"], state.clocks.hands.get(command.table)
    shown = hand.level if hand else standing(state, table.day, now.at).level
    if shown < 2:
        return Refused("clock.no_old_level", {"table": command.table})
    if locked.value == "substantial_action" and not command.substantial_action:
        return Refused("clock.level_is_corrected", {"level": shown}, locked.cites)
    return (
        e.OldLevelKept(
            table=command.table,
            number=hand.number if hand else table.hands + 1,
            level=shown - 1,
            at=now.at,
            because="clock.old_level_kept",
            cites=tuple(str(cite) for cite in locked.cites),
        ),
    )


def level_at_table(state: TournamentState, table: int, at: Instant, holds_from: str = "next_hand") -> int:
    """The level of the hand in progress, else of the next hand to start."""
    shown = standing(state, state.floor.tables[table].day, at).level
    hand = state.clocks.hands.get(table)
    return hand.level if hand and holds_from == "next_hand" else shown


def game_played(state: TournamentState, table: int, at: Instant, *, with_blinds: bool = False) -> str:
    """The game of the hand that is ending, which may have begun before the clock went on to another.

    Nobody told when it began: the one before it ended in the level before, no break lies between, and the new
    level is younger than a hand lasts. `with_blinds`: blinds were told of it, so that it was no stud hand.
    """
    seated = state.floor.tables[table]
    clock, shown = state.clocks.days.get(seated.day), standing(state, seated.day, at)
    if clock is None or table in state.clocks.hands or not 0 < seated.shown == shown.level - 1 or shown.in_break:
        return game_now(state, table, at)
    rested = break_length(state.the_sheet, clock, seated.shown) > 0
    elapsed = level_length(state.the_sheet, shown.level) - shown.left
    began_before = with_blinds or 0 < elapsed <= LONGEST_HAND
    return _game(state, table, seated.shown) if began_before and not rested else game_now(state, table, at)


def game_now(state: TournamentState, table: int, at: Instant) -> str:
    """The game of the hand in progress or the next one: by level, or by the hands that the table has played."""
    return _game(state, table, max(level_at_table(state, table, at), 1))


def _game(state: TournamentState, table: int, level: int) -> str:
    sheet = state.the_sheet
    games = games_of(sheet, level)
    if len(games) == 1:
        return games[0]
    return games[state.floor.tables[table].hands // sheet.games.every % len(games)]


def refuse_hand(state: TournamentState, table: int, day: str, book: Settled) -> Refused | None:
    """Why a table may not start a hand now."""
    pace, last = state.pace.hand_for_hand.get(day), state.pace.last_hands.get(day)
    if pace is not None and (not pace.hand or table not in pace.to_play):
        return Refused("pace.wait", {"table": table}, book["hand_for_hand.hands_per_release"].cites)
    if last is not None and last.hands and not last.left.get(table):
        return Refused("pace.no_hands_left", {"table": table}, book["end_of_day.same_for_all_tables"].cites)
    return None
