"""Levels: blinds that go up, step by step, and everything that the game posts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from feltro.tournament.sheet.duration import chips_in_play, last_level_expected, size_of
from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.games import GAMES, games_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.levels import Level
    from feltro.tournament.sheet.structure import Sheet


def check(sheet: Sheet) -> Iterator[Fault]:
    if not sheet.levels:
        yield Fault("sheet.no_levels", "levels")
        return
    for number, level in enumerate(sheet.levels, 1):
        yield from _one(sheet, level, number)
    for number, (before, level) in enumerate(pairwise(sheet.levels), 2):
        yield from _step(before, level, number)
    yield from _antes(sheet)
    yield from _enough(sheet)


def _one(sheet: Sheet, level: Level, number: int) -> Iterator[Fault]:
    where = f"levels.{number}"
    if level.small_blind > level.big_blind or level.small_bet > level.big_bet:
        yield Fault("sheet.blinds_swapped", where, {"level": number})
    for game in games_of(sheet, number):
        missing = _missing(level, game)
        if missing:
            yield Fault("sheet.level_lacks", where, {"level": number, "game": game, "missing": missing})


def _missing(level: Level, game: str) -> str:
    """The first thing that the game posts and the level does not say."""
    facts = GAMES.get(game)
    if facts is None:
        return ""
    if facts.family == "stud":
        wanted = {"bring_in": level.bring_in, "bets": level.small_bet and level.big_bet}
    else:
        wanted = {"blinds": level.big_blind}
        if facts.limit == "fixed":
            wanted["bets"] = level.small_bet and level.big_bet
    return next((name for name, value in wanted.items() if not value), "")


def _step(before: Level, level: Level, number: int) -> Iterator[Fault]:
    old, new = size_of(before), size_of(level)
    values = {"level": number, "before": old, "now": new}
    if new < old:
        yield Fault("sheet.blinds_go_down", f"levels.{number}", values)
    elif (
        new == old
        and (before.ante, before.stud_ante) == (level.ante, level.stud_ante)
        and before.game == level.game
    ):
        yield Fault("sheet.level_repeated", f"levels.{number}", values, "doubt")
    elif old and new > old * 2:
        yield Fault("sheet.blinds_jump", f"levels.{number}", values, "doubt")


def _antes(sheet: Sheet) -> Iterator[Fault]:
    with_ante = next((number for number, level in enumerate(sheet.levels, 1) if level.ante), None)
    if with_ante and sheet.ante_from == "nobody":
        yield Fault("sheet.ante_from_nobody", "ante_from", {"level": with_ante})
    if not with_ante and sheet.ante_from != "nobody":
        yield Fault("sheet.ante_never", "ante_from", {}, "doubt")


def _enough(sheet: Sheet) -> Iterator[Fault]:
    if not sheet.expected_entries:
        return
    chips = chips_in_play(sheet, sheet.expected_entries)
    if last_level_expected(sheet.levels, chips) is None:
        left = chips // max(1, size_of(sheet.levels[-1]))
        values = {"levels": len(sheet.levels), "entries": sheet.expected_entries, "left": left}
        yield Fault("sheet.levels_run_out", "levels", values, "doubt")
