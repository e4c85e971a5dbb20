"""Rules by area: for every command, how the state machine fills in its fields.

A rule is given the machine and a `Pick`, and says what is asked and by whom. A new command gets its row in the table of
its area; until it has one, the machine's own test fails. The number says how often it comes up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.desk.machine_rules_desk import GOING_BACK, SELLING, TABLES
from tests.desk.machine_rules_house import DRAWERS, MEDIA, OPENING, PERSONS, SEASON

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
}
RULES = {kind: rule for area in AREAS.values() for kind, rule in area.items()}
