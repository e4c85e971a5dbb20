"""Rules by area: for every command, how the state machine fills in its fields.

A rule is given the machine and a `Pick`, and says what is asked and by whom. A new command gets its row in the table of
its area; until it has one, the machine's own test fails. The number says how often it comes up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.app.machine.rules_desk import GOING_BACK, SELLING, TABLES
from tests.app.machine.rules_drawers import DRAWERS
from tests.app.machine.rules_house import MEDIA, OPENING, PERSONS, SEASON
from tests.app.machine.rules_money import DEALS, HOUSE, PRIZES, RANKING, SCREENS
from tests.app.machine.rules_room import BOUNTIES, CLOCK, COUNTS, DAYS, FLOOR, PHONES, PLAY, VOUCHERS

if TYPE_CHECKING:
    from tests.app.machine.asking import Rule

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
    "phones": PHONES,
    "vouchers": VOUCHERS,
    "clock": CLOCK,
    "days": DAYS,
    "play": PLAY,
    "bounties": BOUNTIES,
    "counts": COUNTS,
    "prizes": PRIZES,
    "deals": DEALS,
    "ranking": RANKING,
    "house": HOUSE,
    "screens": SCREENS,
}
RULES = {kind: rule for area in AREAS.values() for kind, rule in area.items()}

PHASES = {
    "desk": ("season", "opening", "selling", "going back", "tables", "media", "people", "drawers"),
    "seats": ("seats", "phones", "vouchers", "going back", "selling", "tables", "clock"),
    "cards": ("seats", "selling"),
    "line": ("tables", "selling", "opening", "going back"),
    "line over": ("tables", "going back"),
    "phones": ("phones", "going back"),
    "vouchers": ("vouchers", "phones", "selling", "going back"),
    "vouchers left": ("vouchers", "drawers", "tables", "going back"),
    "room": ("seats", "clock", "play", "tables", "going back", "selling", "opening"),
    "last level": ("clock", "days", "tables"),
    "night": ("days", "seats", "clock", "going back"),
    "house": ("house", "bounties", "play", "counts", "screens"),
    "closing": ("prizes", "counts", "tables", "opening"),
    "money": ("prizes", "tables", "drawers", "clock", "going back"),
    "deal": ("deals", "going back"),
    "end": ("ranking", "prizes", "bounties", "season", "drawers", "going back"),
    "hall": ("seats", "play", "clock", "tables"),
    "mixed": ("seats", "clock"),
    "hunt": ("tables", "play", "bounties", "selling", "going back"),
    "bubble": ("clock", "tables", "prizes", "deals"),
    "satellite": ("tables", "going back", "prizes"),
    "dealers": ("house",),
    "tills": ("drawers", "selling"),
}
"""Where a run of the machine begins, and what is asked there. A walk from the first sale would seldom see a prize."""
KINDS = {
    phase: [kind for area in areas for kind, rule in AREAS[area].items() for _ in range(rule.weight)]
    for phase, areas in PHASES.items()
}
