"""What is foreseen of an event in play, in words and rows."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.papers.blocks import FanPlot
from feltro.app.plans.told import between, share
from feltro.kernel.money import Money
from feltro.words.dates import hour
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.app.plans.in_play import Foreseen
    from feltro.words.languages import Lang

SAME = 3
"""Minutes within which nothing has changed."""
Rows = list[tuple[str, ...]]


class AheadLine(NamedTuple):
    calibration: str
    ends: str
    change: str
    others: tuple[str, ...]


def line_of(seen: Sequence[Foreseen], lang: Lang) -> AheadLine:
    """Of the last level, against the one before it."""
    now = seen[-1]
    early, middle, late = (hour(one.time(), lang) for one in now.ends)
    key = "ahead.ends" if now.last else "ahead.day_ends"
    if early == late:
        key += ".sure"
    ends = say(key, lang, early=early, middle=middle, late=late)
    short = say("ahead.calibrated", lang, n=now.calibrated) if now.calibrated else say("ahead.uncalibrated", lang)
    change = changed(seen[-2], now, lang) if len(seen) > 1 else ""
    return AheadLine(short, ends, change, tuple(_others(now, lang)))


def _others(now: Foreseen, lang: Lang) -> list[str]:
    found = []
    if now.hours:
        then = now.hours[min(1, len(now.hours) - 1)]
        values = {"now": now.hours[0].dealers.p90, "next": then.dealers.p90, "at": hour(then.at.time(), lang)}
        found.append(say("ahead.dealers", lang, **values))
    coming = breaks_of(now, lang)
    if coming:
        found.append(coming[0])
    if now.guarantee:
        key = "ahead.guarantee" if now.overlay_chance else "ahead.guarantee.met"
        found.append(say(key, lang, chance=share(now.overlay_chance, lang), cost=Money(now.overlay_expected)))
    return found


def breaks_of(now: Foreseen, lang: Lang) -> list[str]:
    """From the next table on that leaves."""
    here = now.hours[0].tables.p50 if now.hours else 0
    coming = {at: tables for tables, at in now.breaks if at > now.since and tables < here}
    return [say("ahead.break", lang, n=tables, at=hour(at.time(), lang)) for at, tables in coming.items()]


def changed(before: Foreseen, now: Foreseen, lang: Lang) -> str:
    minutes = round((now.ends[1] - before.ends[1]).total_seconds() / 60)
    if abs(minutes) <= SAME:
        return say("ahead.same", lang, level=before.level)
    return say(
        "ahead.later" if minutes > 0 else "ahead.earlier", lang, span=_span(abs(minutes)), level=before.level
    )


def _span(minutes: int) -> str:
    """From an hour on nobody counts in minutes."""
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60}h{minutes % 60:02d}"


def change_rows(seen: Sequence[Foreseen], lang: Lang) -> Rows:
    """The head first; level by level what was foreseen."""
    names = ("level", "players", "early", "middle", "late", "change")
    rows: Rows = [tuple(say(f"ahead.column.{name}", lang) for name in names)]
    for place, one in enumerate(seen):
        hours = (hour(at.time(), lang) for at in one.ends)
        moved = changed(seen[place - 1], one, lang) if place else ""
        rows.append((str(one.level), written(one.players, lang), *hours, moved))
    return rows


def hour_rows(now: Foreseen, lang: Lang) -> Rows:
    rows: Rows = [tuple(say(f"plan.column.{name}", lang) for name in ("hour", "tables", "dealers"))]
    rows += [
        (hour(one.at.time(), lang), between(one.tables, lang), between(one.dealers, lang)) for one in now.hours
    ]
    return rows


def calibration_said(now: Foreseen, lang: Lang) -> str:
    return say("plan.calibrated", lang, n=now.calibrated) if now.calibrated else say("plan.uncalibrated", lang)


def end_fan(seen: Sequence[Foreseen], lang: Lang) -> FanPlot | None:
    """How the foreseen end has moved: its middle and eight runs in ten, level after level."""
    if len(seen) < 2:
        return None
    low = _full_hour(min(one.ends[0] for one in seen))
    top = _full_hour(max(one.ends[2] for one in seen)) + timedelta(hours=1)
    whole, last = (top - low).total_seconds(), len(seen) - 1

    def high(at: datetime) -> float:
        return (at - low).total_seconds() / whole

    bands = tuple((high(one.ends[0]), high(one.ends[2])) for one in seen)
    marks = sorted({0, last // 2, last})
    return FanPlot(
        title=say("ahead.end_by_level", lang),
        along=tuple(place / last for place in range(last + 1)),
        median=tuple(high(one.ends[1]) for one in seen),
        half=bands,
        most=bands,
        grid=tuple((part / 2, hour((low + (top - low) * part / 2).time(), lang)) for part in range(3)),
        marks=tuple((place / last, str(seen[place].level)) for place in marks),
        end=hour(seen[-1].ends[1].time(), lang),
    )


def _full_hour(at: datetime) -> datetime:
    return at.replace(minute=0, second=0, microsecond=0)
