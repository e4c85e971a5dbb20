"""A curve that goes in steps, or bars side by side, as a report has it and a paper prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from feltro.web.plots.frame import across, named, stretched, written

if TYPE_CHECKING:
    from feltro.app.papers.blocks import Plot

TOP, HIGH, FOOT = 24, 168, 28
"""Pixels: above the highest line, from there to the lowest, and below it."""


MOST_SAID = 4
"""Bars that say their amount; of more the table does."""


def plot_svg(plot: Plot) -> Markup:
    """Of the line at the foot everybody knows what it stands for. Words lie over what is drawn, and where every bar says its
    amount the lines across say none. The table beneath says the same to who listens."""
    ends = _tops(plot) if plot.bars else [_end(plot)]
    told = 0 < len(plot.bars) <= MOST_SAID
    grid = [(place, "" if told else label) for place, label in plot.grid]
    inside = Markup("").join((*across(grid, TOP, HIGH), _line(plot), *named(grid, TOP, HIGH), *_marks(plot), *ends))
    return Markup('<svg class="plot" width="100%" height="{}" role="img" aria-label="{}: {}">{}</svg>').format(
        TOP + HIGH + FOOT, plot.title, plot.end, inside
    )


def _down(high: float) -> float:
    return round(TOP + (1 - high) * HIGH, 1)


def _line(plot: Plot) -> Markup:
    kind = "plot-bar paid" if plot.bars else "plot-line"
    line = Markup('<polyline class="{}" points="{}"/>').format(kind, written(plot.steps, HIGH))
    return stretched([line], TOP, HIGH)


def _marks(plot: Plot) -> list[Markup]:
    mark = Markup('<text class="plot-label" x="{}%" y="{}" text-anchor="{}">{}</text>')
    return [
        mark.format(
            round(along * 100, 1),
            TOP + HIGH + 20,
            "start" if not along else "end" if along == 1 else "middle",
            label,
        )
        for along, label in plot.marks
    ]


def _tops(plot: Plot) -> list[Markup]:
    """Above each bar, as long as their words have room beside each other; else above the last."""
    mark = Markup('<text class="plot-end" x="{}%" y="{}" text-anchor="middle">{}</text>')
    found = [
        mark.format(round(along * 100, 1), _down(high) - 7, said)
        for (along, high), said in zip(plot.points, plot.bars, strict=True)
    ]
    return found if len(found) <= MOST_SAID else found[-1:]


def _end(plot: Plot) -> Markup:
    """At the line's end, above it."""
    along, high = plot.points[-1]
    mark = Markup('<text class="plot-end" x="{}%" y="{}" text-anchor="end">{}</text>')
    return mark.format(round(along * 100, 1), _down(high) - 7, plot.end)
