"""What the form shows beside its fields: the end, blinds and stacks by level, chips by colour, the prizes as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.money.outlook import ChipNeed, Outlook, outlook
from feltro.app.papers.blocks import Plot
from feltro.app.reports.plots import half_of
from feltro.kernel.instants import instant_of, local_time
from feltro.kernel.money import Money
from feltro.web.plots import Bar, bars_svg, plot_svg
from feltro.words.dates import hour, weekday_and_day
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from markupsafe import Markup

    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang

FIELD = 50
"""Entries to look ahead with while the sheet expects no number of its own."""
BARS = 9
"""Prizes that are drawn; the others are one line."""


class Preview(NamedTuple):
    entries: int
    supposed: bool
    """The sheet expects no number; this one is only an example."""
    ends: str
    """The hour; empty where the levels run out before."""
    on: str
    """The day, where it is not the first one."""
    outlook: Outlook
    stacks: Markup | None
    blinds: Markup | None
    chips: tuple[ChipNeed, ...]
    bars: Markup | None
    paid: int


def preview(sheet: Sheet, lang: Lang) -> Preview:
    entries = sheet.expected_entries or FIELD
    ahead = outlook(sheet, entries)
    ends = local_time(instant_of(ahead.ends_at), sheet.zone) if ahead.ends_at else None
    first = local_time(sheet.starts_at, sheet.zone).date()
    drawn = len(ahead.levels) > 1
    return Preview(
        entries=entries,
        supposed=sheet.expected_entries is None,
        ends=hour(ends.time(), lang) if ends else "",
        on=weekday_and_day(ends.date(), lang) if ends and (ends.date() - first).days > 1 else "",
        outlook=ahead,
        stacks=_curve("stacks", [round(one.average) for one in ahead.levels], lang) if drawn else None,
        blinds=_curve("blinds", [one.big_blind for one in ahead.levels], lang) if drawn else None,
        chips=ahead.chips,
        bars=_bars(ahead, lang),
        paid=ahead.prizes.paid if ahead.prizes else 0,
    )


def _curve(name: str, heights: list[int], lang: Lang) -> Markup:
    """One point for each level; the line's end says what it comes to."""
    top, last = 2 * half_of(max(heights)), len(heights) - 1
    plot = Plot(
        title=say(f"events.plot.{name}", lang),
        points=tuple((place / last, high / top) for place, high in enumerate(heights)),
        grid=tuple((part / 2, written(part * top // 2, lang)) for part in range(3)),
        marks=tuple((place / last, str(place + 1)) for place in sorted({0, last // 2, last})),
        end=written(heights[-1], lang),
    )
    return plot_svg(plot)


def _bars(ahead: Outlook, lang: Lang) -> Markup | None:
    places = ahead.prizes.places if ahead.prizes else ()
    drawn = [
        Bar(_places(one.first, one.last), one.each_centavos, written(Money(one.each_centavos), lang))
        for one in places[:BARS]
    ]
    return bars_svg(say("events.paid", lang, n=ahead.prizes.paid if ahead.prizes else 0), drawn) if drawn else None


def _places(first: int, last: int) -> str:
    return f"{first}º" if first == last else f"{first}º–{last}º"
