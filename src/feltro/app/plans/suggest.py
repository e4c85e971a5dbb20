"""The structure that ends by a wished hour with the best play left: blinds of every template, with longer or shorter levels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace as changed

from feltro.app.plans.event_plan import plan_of
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.forecast.study import blocks, one_by_one
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.duration import size_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import time

    from feltro.app.plans.event_plan import EventPlan
    from feltro.forecast.study import FieldQuestion
    from feltro.tournament.sheet import Level

RUNS = 30
SURE = 0.9
"""How often a structure has to be over by the wished hour to be offered."""
MINUTES = (8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60)
MOST = 3


class Suggestion(NamedTuple):
    template: str
    """Whose blinds; empty for the sheet's own."""
    minutes: int
    plan: EventPlan


def suggestions(question: FieldQuestion, ends_by: time | None) -> list[Suggestion]:
    """The best first: big blinds of the average stack at the final table. Nothing where no hour is wished."""
    if ends_by is None and not any(day.closes_at for day in question.sheet.days):
        return []
    found = (_slowest(name, ladder, question, ends_by) for name, ladder in ladders(question.sheet).items())
    fit = sorted((one for one in found if one), key=lambda one: -one.plan.final_table)
    return fit[:MOST]


def ladders(sheet: Sheet) -> dict[str, tuple[Level, ...]]:
    """The sheet's own levels, and those of every template of the same kind of game, raised or lowered to the same
    depth at the start and to chips that are on the tables."""
    found = {"": sheet.levels}
    smallest = min((chip.value for chip in sheet.stack), default=1)
    for name, one in templates().items():
        made = sheet_from_template(one, sheet.days[0].starts_at.date())
        if isinstance(made, Sheet) and made.games == sheet.games and made.starting_stack and made.levels:
            ladder = tuple(_raised(made, sheet, smallest))
            if _blinds(ladder) not in [_blinds(one) for one in found.values()]:
                found[name] = ladder
    return found


def _blinds(ladder: tuple[Level, ...]) -> list[tuple[int, ...]]:
    return [(one.small_blind, one.big_blind, one.ante, one.stud_ante, one.bring_in) for one in ladder]


def _raised(made: Sheet, sheet: Sheet, unit: int) -> Iterator[Level]:
    """What a level asks of a stack of the template it asks here too."""

    def scaled(chips: int) -> int:
        exact = chips * sheet.starting_stack / made.starting_stack
        return max(unit, round(exact / unit) * unit) if chips else 0

    first = size_of(made.levels[0])
    for level in made.levels:
        if first:
            asks = ("small_blind", "big_blind", "ante", "stud_ante", "bring_in", "small_bet", "big_bet")
            yield changed(level, **{name: scaled(getattr(level, name)) for name in asks}, colour_up=())


def _slowest(
    name: str, ladder: tuple[Level, ...], question: FieldQuestion, ends_by: time | None
) -> Suggestion | None:
    """The longest levels with which it is over in time: halved, because longer levels never end earlier."""
    low, high, best = 0, len(MINUTES) - 1, None
    while low <= high:
        middle = (low + high) // 2
        plan = _planned(question, tuple(changed(one, minutes=MINUTES[middle]) for one in ladder), ends_by)
        if plan.by_chance >= SURE:
            best, low = Suggestion(name, MINUTES[middle], plan), middle + 1
        else:
            high = middle - 1
    return best


def _planned(question: FieldQuestion, levels: tuple[Level, ...], ends_by: time | None) -> EventPlan:
    asked = replace(question, sheet=changed(question.sheet, levels=levels))
    return plan_of(asked, one_by_one(blocks(asked, RUNS)), ends_by)
