"""Games and tables: games that exist, and tables that the deck can serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.structure import Sheet


def check(sheet: Sheet) -> Iterator[Fault]:
    named = (*sheet.games.codes, *(level.game for level in sheet.levels if level.game))
    for code in dict.fromkeys(named):
        if code not in GAMES:
            yield Fault("sheet.game_unknown", "game", {"game": code, "known": sorted(GAMES)})
        elif sheet.table_size > GAMES[code].most_seats:
            values = {"game": code, "seats": sheet.table_size, "most": GAMES[code].most_seats}
            yield Fault("sheet.table_too_large", "table_size", values)
