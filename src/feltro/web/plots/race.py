"""A race: each a line in steps, the first three told apart by their strokes, so that they are on paper too."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from feltro.web.plots.frame import across, apart, named, steps, stretched, table, written

if TYPE_CHECKING:
    from collections.abc import Sequence

TOP, HIGH, FOOT = 16, 224, 40
LINES = "78%"
"""The rest is for names."""
STROKES = ("first", "second", "third")


class Runner(NamedTuple):
    name: str
    points: tuple[int, ...]
    """After each event."""
    said: tuple[str, ...]
    me: bool = False
    end: str = ""
    """What stands at the end of the line where it is not the name: on one's own page the name is known."""


def race_svg(
    title: str, events: Sequence[str], runners: Sequence[Runner], grid: Sequence[tuple[int, str]]
) -> Markup:
    """`runners` from the first on; `grid` has the round numbers that the lines across stand for, the top last."""
    most = grid[-1][0] or 1
    lines = [_line(one, place, most) for place, one in enumerate(runners)]
    high = [(number / most, label) for number, label in grid]
    drawn_lines = [*across(high, TOP, HIGH, LINES), stretched(reversed(lines), TOP, HIGH, LINES)]
    inside = [*drawn_lines, *named(high, TOP, HIGH), *_names(runners, most), *_events(events)]
    drawn = Markup('<svg class="plot" width="100%" height="{}" role="img" aria-label="{}">{}</svg>').format(
        TOP + HIGH + FOOT, title, Markup("").join(inside)
    )
    return drawn + table(("", *events), [(one.name, *one.said) for one in runners], title)


def _kind(one: Runner, place: int) -> str:
    return "me" if one.me else STROKES[place] if place < len(STROKES) else "other"


def _line(one: Runner, place: int, most: int) -> Markup:
    last = len(one.points)
    points = [(0.0, 0.0), *((after / last, points / most) for after, points in enumerate(one.points, 1))]
    return Markup('<polyline class="plot-line of-{}" points="{}"/>').format(
        _kind(one, place), written(steps(points), HIGH)
    )


def _names(runners: Sequence[Runner], most: int) -> list[Markup]:
    """At the ends of the lines; who is neither among the first nor oneself is only a line."""
    named = sorted(
        ((one, place) for place, one in enumerate(runners) if place < len(STROKES) or one.me),
        key=lambda pair: -pair[0].points[-1],
    )
    heights = apart([TOP + (1 - one.points[-1] / most) * HIGH + 5 for one, _ in named])
    text = Markup('<text class="plot-end of-{}" x="79%" y="{}">{}</text>')
    return [
        text.format(_kind(one, place), round(y, 1), one.end or one.name)
        for (one, place), y in zip(named, heights, strict=True)
    ]


def _events(events: Sequence[str]) -> list[Markup]:
    """Along the foot, each where its step is; the first and the last where there is no room for all."""
    shown = {len(events)} if len(events) < 2 else {1, len(events)}
    text = Markup('<text class="plot-label" x="{}%" y="{}" text-anchor="{}">{}</text>')
    return [
        text.format(
            round(78 * place / len(events), 1), TOP + HIGH + 20, "middle" if place < len(events) else "end", name
        )
        for place, name in enumerate(events, 1)
        if place in shown
    ]
