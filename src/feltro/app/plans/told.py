"""A plan in sentences and rows, the same in the terminal, on the page and on paper."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.app.plans.event_plan import hour_of
from feltro.kernel.money import Money
from feltro.words.dates import hour, weekday_and_day
from feltro.words.numbers import decimal, percent
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.app.plans.event_plan import EventPlan
    from feltro.forecast.figures import HourFigures, Spread
    from feltro.forecast.fit import Calibration
    from feltro.words.languages import Lang

Rows = list[tuple[str, ...]]


def calibration(plan: EventPlan, lang: Lang) -> str:
    """What the figures rest on; never left out."""
    return say("plan.calibrated", lang, n=plan.calibrated) if plan.calibrated else say("plan.uncalibrated", lang)


def fit_told(fit: Calibration, lang: Lang) -> str:
    """How the numbers would have done in the past, or why nobody can say."""
    if not fit.events:
        return ""
    if not fit.tests:
        return say("plan.fit.untested", lang)
    minutes = decimal(part(fit.off_minutes, 0), lang)
    return say("plan.fit", lang, minutes=minutes, within=fit.within, n=len(fit.tests))


def answers(plan: EventPlan, lang: Lang) -> list[str]:
    early, middle, late = (hour(one.time(), lang) for one in plan.ends_at)
    if day := last_day_told(plan, lang):
        middle = f"{middle} ({day})"
    found = [
        say("plan.ends.sure" if early == late else "plan.ends", lang, middle=middle, early=early, late=late),
        say("plan.error", lang, minutes=decimal(part(plan.end_error, 1), lang), runs=plan.runs),
    ]
    if plan.by:
        at = hour(plan.by.time(), lang)
        found.append(say("plan.by", lang, at=at, chance=share(plan.by_chance, lang)))
    found.append(say("plan.field", lang, people=between(plan.people, lang), entries=between(plan.entries, lang)))
    found.append(say("plan.final_table", lang, size=decimal(part(plan.final_table, 1), lang)))
    if plan.wait.people.p90:
        minutes = decimal(part(plan.wait.minutes, 0), lang)
        found.append(say("plan.alternates", lang, people=between(plan.wait.people, lang), minutes=minutes))
    return found


def money_told(plan: EventPlan, lang: Lang) -> list[str]:
    money = plan.purse
    found = [say("plan.pool", lang, **_reais(money.pool))]
    if money.guarantee:
        values = {"guarantee": Money(money.guarantee), "worst": Money(money.overlay_p95)}
        chance, expected = share(money.overlay_chance, lang), Money(money.overlay_expected)
        found.append(say("plan.overlay", lang, chance=chance, expected=expected, **values))
        if money.safe_from:
            found.append(say("plan.safe_from", lang, n=money.safe_from))
    found.append(say("plan.rake", lang, **_reais(money.rake)))
    if money.staff.p90:
        found.append(say("plan.staff", lang, **_reais(money.staff)))
    if money.prizes and money.prizes.places:
        first = Money(money.prizes.places[0].each_centavos)
        found.append(say("plan.prizes", lang, n=money.prizes.paid, first=first))
    notes = [f"{many} × {written(Money(note), lang)}" for note, many in money.notes.items() if note]
    return [*found, say("plan.notes", lang, notes=", ".join(notes))] if notes else found


def heads(lang: Lang, *names: str) -> tuple[str, ...]:
    return tuple(say(f"plan.column.{name}", lang) for name in names)


def level_rows(plan: EventPlan, lang: Lang) -> Rows:
    return [
        (str(one.number), between(one.players, lang), decimal(part(one.average, 1), lang)) for one in plan.levels
    ]


def hour_rows(plan: EventPlan, lang: Lang) -> Rows:
    return [
        (
            hour_named(plan, one, lang),
            between(one.tables, lang),
            between(one.dealers, lang),
            written(one.tables.p90 * plan.sheet.table_size, lang),
        )
        for one in plan.hours
    ]


def hour_named(plan: EventPlan, one: HourFigures, lang: Lang) -> str:
    """With its day, where there are several."""
    at = hour(hour_of(plan, one).time(), lang)
    return f"{one.day} · {at}" if len(plan.sheet.days) > 1 else at


def chip_rows(plan: EventPlan, lang: Lang) -> Rows:
    unknown = say("plan.not_said", lang)
    return [
        (
            written(one.value, lang),
            between(one.needed, lang),
            unknown if one.owned is None else written(one.owned, lang),
            written(one.missing, lang) if one.missing else "",
        )
        for one in plan.chips.rows
    ]


def races_told(plan: EventPlan, lang: Lang) -> list[str]:
    return [say("plan.race", lang, value=one.value, level=one.after_level) for one in plan.chips.races]


def prize_rows(plan: EventPlan, lang: Lang) -> Rows:
    """What the window pays in the middle case, from the first place on."""
    return [
        (
            str(one.first) if one.first == one.last else f"{one.first}–{one.last}",
            written(Money(one.each_centavos), lang),
        )
        for one in (plan.purse.prizes.places if plan.purse.prizes else ())
    ]


def break_rows(plan: EventPlan, lang: Lang) -> Rows:
    """When so many tables are left: on each day, flights among them, and with its name where there are several."""
    from datetime import timedelta

    starts = {day.id: day.starts_at for day in plan.sheet.days}
    return [
        (
            f"{day} · {tables}" if len(starts) > 1 else str(tables),
            *(hour((starts[day] + timedelta(minutes=one)).time(), lang) for one in (at.p10, at.p50, at.p90)),
        )
        for day, breaks in plan.breaks_by_day.items()
        for tables, at in sorted(breaks.items(), reverse=True)
    ]


def side_by_side(plan: EventPlan, lang: Lang) -> tuple[str, ...]:
    """One line of a comparison, in the order of `COMPARED`."""
    dealers = max((one.dealers.p90 for one in plan.hours), default=0)
    overlay = share(plan.purse.overlay_chance, lang) if plan.purse.guarantee else "—"
    cost = written(Money(plan.purse.overlay_expected), lang) if plan.purse.guarantee else "—"
    return (
        _ends(plan, lang),
        share(plan.by_chance, lang) if plan.by else "—",
        between(plan.people, lang),
        written(dealers, lang),
        written(Money(plan.purse.pool.p50), lang),
        overlay,
        cost,
        decimal(part(plan.final_table, 1), lang),
    )


COMPARED = ("variant", "end", "in_time", "people", "dealers_most", "pool", "overlay", "overlay_cost", "final_table")


def _ends(plan: EventPlan, lang: Lang) -> str:
    """With the day, where the event takes several."""
    early, middle, late = plan.ends_at
    day = last_day_told(plan, lang)
    band = f"{hour(middle.time(), lang)} ({hour(early.time(), lang)}–{hour(late.time(), lang)})"
    return f"{band}, {day}" if day else band


def last_day_told(plan: EventPlan, lang: Lang) -> str:
    """On which day it ends, where there are several."""
    return on_day(plan.ends_at[1], lang) if len(plan.sheet.days) > 1 else ""


def on_day(moment: datetime, lang: Lang) -> str:
    return weekday_and_day(moment.date(), lang)


def between(of: Spread, lang: Lang) -> str:
    middle = written(of.p50, lang)
    return middle if of.p10 == of.p90 else f"{middle} ({written(of.p10, lang)}–{written(of.p90, lang)})"


def share(value: float, lang: Lang) -> str:
    return percent(part(value, 3), lang)


def part(value: float, digits: int) -> Fraction:
    return Fraction(str(round(value, digits)))


def _reais(of: Spread) -> dict[str, Money]:
    return {"low": Money(of.p10), "middle": Money(of.p50), "high": Money(of.p90)}
