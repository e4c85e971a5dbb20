"""A plan on a terminal: the answers first, then small plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.plans import told
from feltro.cli.terminal import bold, write_table

if TYPE_CHECKING:
    from feltro.app.plans.event_plan import EventPlan
    from feltro.forecast.figures import Spread
    from feltro.forecast.fit import Calibration
    from feltro.words.languages import Lang

WIDE = 40


def write_plan(plan: EventPlan, lang: Lang, fit: Calibration) -> None:
    print(bold(plan.sheet.name))
    print(told.calibration(plan, lang))
    if said := told.fit_told(fit, lang):
        print(said)
    print()
    print("\n".join(told.answers(plan, lang)))
    print()
    players = [one.players for one in plan.levels]
    _plotted(("level", "players", "average"), told.level_rows(plan, lang), players, lang, right=(0, 2))
    print()
    dealers = [one.dealers for one in plan.hours]
    _plotted(("hour", "tables", "dealers", "chairs"), told.hour_rows(plan, lang), dealers, lang, right=(3,))
    print()
    write_table(
        list(told.heads(lang, "chip", "needed", "owned", "missing")), told.chip_rows(plan, lang), right=(0,)
    )
    print("\n".join(told.races_told(plan, lang)))
    print()
    print("\n".join(told.money_told(plan, lang)))


def _plotted(
    names: tuple[str, ...], rows: told.Rows, spreads: list[Spread], lang: Lang, right: tuple[int, ...]
) -> None:
    most = max((one.p90 for one in spreads), default=1)
    drawn = [(*row, _whisker(one, most)) for row, one in zip(rows, spreads, strict=True)]
    write_table([*told.heads(lang, *names), ""], drawn, right=right)


def _whisker(of: Spread, most: int) -> str:
    """A bar to the middle, and how far it may be off."""
    low, middle, high = (round(one * WIDE / max(1, most)) for one in (of.p10, of.p50, of.p90))
    return "█" * low + "▓" * (middle - low) + "░" * (high - middle)
