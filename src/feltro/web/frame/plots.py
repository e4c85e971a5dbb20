"""Plots as SVG that stands in a page by itself. Colours are the page's own; words stay as large on a phone as on a laptop,
because only the line is stretched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from feltro.app.papers.blocks import Plot

TOP, HIGH, FOOT = 24, 168, 28
"""Pixels: above the highest line, from there to the lowest, and below it."""
WIDE = 1000


def plot_svg(plot: Plot) -> Markup:
    """Of the line at the foot everybody knows what it stands for. The table beneath says the same to who listens."""
    inside = Markup("").join((*_grid(plot), _line(plot), *_marks(plot), _end(plot)))
    return Markup('<svg class="plot" width="100%" height="{}" role="img" aria-label="{}: {}">{}</svg>').format(
        TOP + HIGH + FOOT, plot.title, plot.end, inside
    )


def _down(high: float) -> float:
    return round(TOP + (1 - high) * HIGH, 1)


def _grid(plot: Plot) -> list[Markup]:
    line = Markup('<line class="plot-grid" x1="0" x2="100%" y1="{0}" y2="{0}"/>')
    named = Markup('<text class="plot-label" x="0" y="{}">{}</text>')
    across = [line.format(_down(high)) for high, _ in plot.grid]
    return across + [named.format(_down(high) - 5, label) for high, label in plot.grid if high]


def _line(plot: Plot) -> Markup:
    points = " ".join(f"{round(x * WIDE, 1)},{round((1 - y) * HIGH, 1)}" for x, y in plot.steps)
    drawn = Markup(
        '<svg y="{}" width="100%" height="{}" viewBox="0 0 {} {}" preserveAspectRatio="none" overflow="visible">'
        '<polyline class="plot-line" points="{}"/></svg>'
    )
    return drawn.format(TOP, HIGH, WIDE, HIGH, points)


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


def _end(plot: Plot) -> Markup:
    """At the line's end, above it."""
    along, high = plot.points[-1]
    mark = Markup('<text class="plot-end" x="{}%" y="{}" text-anchor="end">{}</text>')
    return mark.format(round(along * 100, 1), _down(high) - 7, plot.end)
