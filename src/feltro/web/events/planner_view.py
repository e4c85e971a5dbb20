"""A plan as the page shows it: what is read first, fans, and tables beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.plans import told
from feltro.app.plans.fans import dealers_fan, players_fan
from feltro.app.sheets.templates import templates
from feltro.kernel.money import Money
from feltro.web.plots import Fan, fan_svg
from feltro.words.dates import hour
from feltro.words.numbers import decimal
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from feltro.app.papers.blocks import FanPlot
    from feltro.app.plans.event_plan import EventPlan
    from feltro.app.plans.plan_paper import Compared
    from feltro.app.plans.suggest import Suggestion
    from feltro.forecast.fit import Calibration
    from feltro.words.languages import Lang


class Sign(NamedTuple):
    """One of the few things that are read first."""

    label: str
    value: str
    under: str
    tone: str = ""
    """`short` where it should worry somebody."""


class PlanTable(NamedTuple):
    name: str
    head: tuple[str, ...]
    rows: told.Rows


class PlanView(NamedTuple):
    calibration: str
    fit: str
    signs: tuple[Sign, ...]
    sentences: tuple[str, ...]
    fans: tuple[tuple[str, Markup], ...]
    tables: tuple[PlanTable, ...]
    races: tuple[str, ...]
    compared: PlanTable | None
    past: PlanTable | None


def view_of(plan: EventPlan, fit: Calibration, compared: Sequence[Compared], lang: Lang) -> PlanView:
    numbers = (_by_level(plan, lang), _by_hour(plan, lang))
    return PlanView(
        calibration=told.calibration(plan, lang),
        fit=told.fit_told(fit, lang),
        signs=tuple(_signs(plan, lang)),
        sentences=(*told.answers(plan, lang), *told.money_told(plan, lang)),
        fans=tuple((one.title, drawn(one, numbers)) for one in _fans(plan, lang)),
        tables=(*numbers, *_tables(plan, lang)),
        races=tuple(told.races_told(plan, lang)),
        compared=_side_by_side(plan, compared, lang) if compared else None,
        past=_past(fit, lang) if fit.tests else None,
    )


def _signs(plan: EventPlan, lang: Lang) -> list[Sign]:
    early, middle, late = (hour(one.time(), lang) for one in plan.ends_at)
    spread = say("plan.sign.sure" if early == late else "plan.sign.between", lang, early=early, late=late)
    if day := told.last_day_told(plan, lang):
        spread = f"{day}, {spread}"
    tone = "short" if plan.by and plan.by_chance < 0.5 else ""
    found = [Sign(say("plan.sign.end", lang), middle, spread, tone)]
    if plan.by:
        at = hour(plan.by.time(), lang)
        found.append(
            Sign(
                say("plan.sign.by", lang, at=at),
                told.share(plan.by_chance, lang),
                say("plan.sign.times", lang),
                tone,
            )
        )
    most = max(plan.hours, key=lambda one: one.dealers.p90, default=None)
    if most:
        at = told.hour_named(plan, most, lang)
        found.append(
            Sign(say("plan.sign.dealers", lang), written(most.dealers.p90, lang), say("plan.sign.at", lang, at=at))
        )
    if plan.purse.guarantee:
        cost = say("plan.sign.cost", lang, cost=Money(plan.purse.overlay_expected))
        short = "short" if plan.purse.overlay_chance > 0.2 else ""
        found.append(Sign(say("plan.sign.overlay", lang), told.share(plan.purse.overlay_chance, lang), cost, short))
    else:
        found.append(Sign(say("plan.sign.pool", lang), written(Money(plan.purse.pool.p50), lang), ""))
    depth = decimal(told.part(plan.final_table, 1), lang)
    found.append(Sign(say("plan.sign.final_table", lang), depth, say("plan.sign.big_blinds", lang)))
    return found


def _fans(plan: EventPlan, lang: Lang) -> list[FanPlot]:
    return [one for one in (players_fan(plan, lang), dealers_fan(plan, lang)) if one]


def drawn(one: FanPlot, tables: Sequence[PlanTable]) -> Markup:
    """With its numbers for who listens: the table that is called as it is."""
    fan = Fan(one.along, one.median, one.half, one.most, one.end, one.now, one.marks)
    numbers = next(table for table in tables if table.name == one.title)
    return fan_svg(one.title, fan, one.grid, (numbers.head, *numbers.rows))


def _by_level(plan: EventPlan, lang: Lang) -> PlanTable:
    head = told.heads(lang, "level", "players", "average")
    return PlanTable(say("plan.plot.players", lang), head, told.level_rows(plan, lang))


def _by_hour(plan: EventPlan, lang: Lang) -> PlanTable:
    head = told.heads(lang, "hour", "tables", "dealers", "chairs")
    return PlanTable(say("plan.plot.dealers", lang), head, told.hour_rows(plan, lang))


def _tables(plan: EventPlan, lang: Lang) -> list[PlanTable]:
    chips, breaks = told.chip_rows(plan, lang), told.break_rows(plan, lang)
    return [
        PlanTable(say("plan.chips", lang), told.heads(lang, "chip", "needed", "owned", "missing"), chips),
        PlanTable(say("plan.payouts", lang), told.heads(lang, "place", "each"), told.prize_rows(plan, lang)),
        PlanTable(say("plan.breaks", lang), told.heads(lang, "tables_left", "early", "middle", "late"), breaks),
    ]


def _side_by_side(plan: EventPlan, compared: Sequence[Compared], lang: Lang) -> PlanTable:
    rows = [(said, *told.side_by_side(one, lang)) for said, one in ((say("plan.as_is", lang), plan), *compared)]
    return PlanTable(say("plan.what_if", lang), told.heads(lang, *told.COMPARED), rows)


def _past(fit: Calibration, lang: Lang) -> PlanTable:
    rows: told.Rows = [
        (
            one.name,
            minutes_said(one.real_end, lang),
            minutes_said(one.end.p50, lang),
            f"{minutes_said(one.end.p10, lang)}–{minutes_said(one.end.p90, lang)}",
            told.share(one.levels_within, lang),
        )
        for one in fit.tests
    ]
    return PlanTable(
        say("plan.past", lang), told.heads(lang, "event", "lasted", "foretold", "band", "levels_within"), rows
    )


def minutes_said(minutes: float, lang: Lang) -> str:
    """How long, as people say it."""
    return say("plan.hours", lang, h=str(round(minutes) // 60), m=f"{round(minutes) % 60:02d}")


class SuggestedLine(NamedTuple):
    structure: str
    """Whose blinds, with levels of how long."""
    ends: str
    depth: str
    """What is left to play with."""
    sheet: str
    """The sheet with these levels, to plan with."""


def suggestion_lines(found: Sequence[Suggestion], lang: Lang) -> list[SuggestedLine]:
    lines = []
    for one in found:
        whose = templates()[one.template].about.read(lang) if one.template else say("plan.suggest.own", lang)
        ends = hour(one.plan.ends_at[1].time(), lang)
        chance, depth = told.share(one.plan.by_chance, lang), decimal(told.part(one.plan.final_table, 1), lang)
        lines.append(
            SuggestedLine(
                say("plan.suggest.levels", lang, whose=whose, n=one.minutes),
                say("plan.suggest.ends", lang, at=ends, chance=chance),
                say("plan.suggest.depth", lang, size=depth),
                msgspec.json.encode(one.plan.sheet).decode(),
            )
        )
    return lines
