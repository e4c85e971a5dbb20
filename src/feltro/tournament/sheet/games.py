"""What a sheet has to know of a game: what is posted in it, and how many fit at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from feltro.tournament.sheet.structure import Sheet


@dataclass(frozen=True, slots=True)
class GameFacts:
    family: Literal["flop", "stud", "draw"]
    limit: Literal["no", "pot", "fixed"]
    most_seats: int
    """More players than this could use up the deck, or are not played anywhere."""


GAMES = {
    "nlhe": GameFacts("flop", "no", 10),
    "plhe": GameFacts("flop", "pot", 10),
    "flhe": GameFacts("flop", "fixed", 10),
    "plo": GameFacts("flop", "pot", 10),
    "plo8": GameFacts("flop", "pot", 10),
    "flo8": GameFacts("flop", "fixed", 10),
    "stud": GameFacts("stud", "fixed", 8),
    "stud8": GameFacts("stud", "fixed", 8),
    "razz": GameFacts("stud", "fixed", 8),
    "27td": GameFacts("draw", "fixed", 6),
    "27sd": GameFacts("draw", "no", 7),
    "badugi": GameFacts("draw", "fixed", 8),
    "shortdeck": GameFacts("flop", "no", 10),
}


def games_of(sheet: Sheet, level: int) -> tuple[str, ...]:
    """What may be dealt in a level (from 1): one game, or all of a rotation that goes by hands."""
    own = sheet.levels[level - 1].game
    if own:
        return (own,)
    codes = sheet.games.codes
    if sheet.games.by == "hands" or not codes or sheet.games.every < 1:
        return codes
    return (codes[(level - 1) // sheet.games.every % len(codes)],)


def final_table_parameter(sheet: Sheet) -> str:
    """The rulebook's name for the size of a final table like this sheet's."""
    if any(code in GAMES and GAMES[code].family == "stud" for code in sheet.games.codes):
        return "final_table.size.stud"
    by_size = {6: "final_table.size.six_max", 7: "final_table.size.seven_handed"}
    return by_size.get(sheet.table_size, "final_table.size.flop")
