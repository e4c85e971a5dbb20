"""Rules by area: for every command, how the state machine fills in its fields.

A rule is given the machine and a `Pick`, and says what is asked and by whom. A new command gets its row in the table of
its area; until it has one, the machine's own test fails. The number says how often it comes up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.desk.machine_rules_desk import GOING_BACK, SELLING, TABLES
from tests.desk.machine_rules_house import DRAWERS, MEDIA, OPENING, PERSONS, SEASON
from tests.desk.machine_rules_money import DEALS, HOUSE, PRIZES, RANKING, SCREENS
from tests.desk.machine_rules_room import CLOCK, DAYS, FLOOR, PLAY

if TYPE_CHECKING:
    from tests.desk.machine_asking import Rule

AREAS: dict[str, dict[str, Rule]] = {
    "season": SEASON,
    "opening": OPENING,
    "selling": SELLING,
    "going back": GOING_BACK,
    "tables": TABLES,
    "media": MEDIA,
    "people": PERSONS,
    "drawers": DRAWERS,
    "seats": FLOOR,
    "clock": CLOCK,
    "days": DAYS,
    "play": PLAY,
    "prizes": PRIZES,
    "deals": DEALS,
    "ranking": RANKING,
    "house": HOUSE,
    "screens": SCREENS,
}
RULES = {kind: rule for area in AREAS.values() for kind, rule in area.items()}

AT_THE_DESK = ("season", "opening", "selling", "going back", "tables", "media", "people", "drawers", "screens")
IN_THE_ROOM = ("going back", "tables", "seats", "clock", "days", "play", "house")
FOR_MONEY = ("going back", "tables", "play", "prizes", "deals", "clock", "house", "drawers")
AT_THE_END = ("season", "going back", "prizes", "ranking", "drawers")
PHASES = {"desk": AT_THE_DESK, "room": IN_THE_ROOM, "money": FOR_MONEY, "end": AT_THE_END}
"""Where a run of the machine begins, and what is asked there. A walk from the first sale would seldom see a prize."""
KINDS = {
    phase: [kind for area in areas for kind, rule in AREAS[area].items() for _ in range(rule.weight)]
    for phase, areas in PHASES.items()
}
