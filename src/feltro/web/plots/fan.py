"""A fan: what is likely, and how far it may be off. Bands have edges, so that they print."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from feltro.web.plots.frame import across, named, stretched, table, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.web.plots.frame import Point

TOP, HIGH, FOOT = 16, 168, 28
PART = 86
"""Hundredths of the width for the lines; the rest is for what they come to."""
LINES = f"{PART}%"


class Fan(NamedTuple):
    """Along 0 to 1, the median and the edges of half and of nine tenths of all, each between 0 and 1."""

    along: tuple[float, ...]
    median: tuple[float, ...]
    half: tuple[tuple[float, float], ...]
    most: tuple[tuple[float, float], ...]
    end: str
    now: float | None = None
    """Where a rail stands for the present."""
    marks: tuple[tuple[float, str], ...] = ()
    """Named along the foot."""


def fan_svg(title: str, fan: Fan, grid: Sequence[tuple[float, str]], rows: Sequence[Sequence[str]]) -> Markup:
    """`rows` are the numbers beneath; the first is their head."""
    bands = [_band("most", fan, fan.most), _band("half", fan, fan.half), _median(fan)]
    rail = Markup('<line class="plot-now" x1="{0}" x2="{0}" y1="0" y2="{1}"/>')
    now = [rail.format(round(fan.now * 1000, 1), HIGH)] if fan.now is not None else []
    end = Markup('<text class="plot-end" x="87%" y="{}">{}</text>').format(
        round(TOP + (1 - fan.median[-1]) * HIGH + 5, 1), fan.end
    )
    lines = [*across(grid, TOP, HIGH, LINES), stretched([*bands, *now], TOP, HIGH, LINES)]
    inside = [*lines, *named(grid, TOP, HIGH), end, *_marks(fan)]
    drawn = Markup('<svg class="plot" width="100%" height="{}" role="img" aria-label="{}: {}">{}</svg>').format(
        TOP + HIGH + FOOT, title, fan.end, Markup("").join(inside)
    )
    return drawn + table(rows[0], rows[1:], title)


def _marks(fan: Fan) -> list[Markup]:
    mark = Markup('<text class="plot-label" x="{}%" y="{}" text-anchor="{}">{}</text>')
    return [
        mark.format(
            round(along * PART, 1),
            TOP + HIGH + 20,
            "start" if not along else "end" if along == 1 else "middle",
            label,
        )
        for along, label in fan.marks
    ]


def _band(name: str, fan: Fan, edges: Sequence[tuple[float, float]]) -> Markup:
    low: list[Point] = [(x, one[0]) for x, one in zip(fan.along, edges, strict=True)]
    high: list[Point] = [(x, one[1]) for x, one in zip(fan.along, edges, strict=True)]
    return Markup('<polygon class="plot-band of-{}" points="{}"/>').format(
        name, written([*low, *reversed(high)], HIGH)
    )


def _median(fan: Fan) -> Markup:
    points = list(zip(fan.along, fan.median, strict=True))
    return Markup('<polyline class="plot-line" points="{}"/>').format(written(points, HIGH))
