"""Fans of a plan: players by level and dealers by hour, for the page and for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from feltro.app.papers.blocks import FanPlot
from feltro.app.plans.told import hour_named
from feltro.app.reports.plots import half_of
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.app.plans.event_plan import EventPlan
    from feltro.forecast.figures import Spread
    from feltro.words.languages import Lang

MARKS = 4
"""Named along the foot, at most."""
APART = 0.12
"""Of the width, from the name of one day to the next."""


def players_fan(plan: EventPlan, lang: Lang) -> FanPlot | None:
    named = [str(one.number) for one in plan.levels]
    return fan_of("players", [one.players for one in plan.levels], named, lang)


def dealers_fan(plan: EventPlan, lang: Lang) -> FanPlot | None:
    named = [hour_named(plan, one, lang) for one in plan.hours]
    days = {one.day: place for place, one in reversed(list(enumerate(plan.hours)))}
    fan = fan_of("dealers", [one.dealers for one in plan.hours], named, lang)
    return replace(fan, marks=_where_days_begin(days, len(plan.hours) - 1)) if fan and len(days) > 1 else fan


def _where_days_begin(days: dict[str, int], last: int) -> tuple[tuple[float, str], ...]:
    """Named there, in the place of an hour with its day, which no phone has room for four of; one that begins too close to the one
    before is left to the table."""
    found: list[tuple[float, str]] = []
    for day, place in sorted(days.items(), key=lambda one: one[1]):
        if not found or place / last - found[-1][0] >= APART:
            found.append((place / last, day))
    return tuple(found)


def fan_of(name: str, spreads: Sequence[Spread], named: Sequence[str], lang: Lang) -> FanPlot | None:
    """Nothing of a single point: it would be no line."""
    last = len(spreads) - 1
    if last < 1:
        return None
    top = 2 * half_of(max(1, *(one.p95 for one in spreads)))
    shown = sorted({round(part * last / (MARKS - 1)) for part in range(MARKS)})
    return FanPlot(
        title=say(f"plan.plot.{name}", lang),
        along=tuple(place / last for place in range(last + 1)),
        median=tuple(one.p50 / top for one in spreads),
        half=tuple((one.p25 / top, one.p75 / top) for one in spreads),
        most=tuple((one.p5 / top, one.p95 / top) for one in spreads),
        grid=tuple((part / 2, written(part * top // 2, lang)) for part in range(3)),
        marks=tuple((place / last, named[place]) for place in shown),
        end=written(spreads[-1].p50, lang),
    )
