"""What cannot be forecast, and why: everything that is wrong with a question, in one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.forecast.turnout import FEWEST, MOST
from feltro.kernel.outcome import Finding
from feltro.tournament.sheet.duration import size_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.forecast.study import FieldQuestion
    from feltro.tournament.sheet import Sheet

MOST_RUNS = 1_000_000


def unfit(question: FieldQuestion, runs: int) -> list[Finding]:
    """Nothing: it can be answered."""
    return [*_field(question, runs), *_sheet(question.sheet)]


def _field(question: FieldQuestion, runs: int) -> Iterator[Finding]:
    come = question.turnout.stages or (question.turnout.people,)
    for people in come:
        if not FEWEST <= people <= MOST:
            yield Finding("forecast.entries", "entries", {"entries": round(people), "least": FEWEST, "most": MOST})
    if not 1 <= runs <= MOST_RUNS:
        yield Finding("forecast.runs", "runs", {"runs": runs, "most": MOST_RUNS})
    if question.assumes.hands_per_hour <= 0:
        yield Finding("forecast.hands", "hands_per_hour")


def _sheet(sheet: Sheet) -> Iterator[Finding]:
    if not sheet.levels:
        yield Finding("forecast.no_levels", "levels")
    yield from (
        Finding("forecast.no_time", f"levels.{number}", {"level": number})
        for number, level in enumerate(sheet.levels, 1)
        if level.minutes <= 0
    )
    yield from (
        Finding("forecast.no_blinds", f"levels.{number}", {"level": number})
        for number, level in enumerate(sheet.levels, 1)
        if not size_of(level)
    )
    if not sheet.starting_stack and not any(item.chips for item in sheet.items if item.kind == "entry"):
        yield Finding("forecast.no_chips", "stack")
