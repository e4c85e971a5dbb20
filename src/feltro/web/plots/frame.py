"""What every plot is made of: a frame with three lines across, lines that are stretched in it, and what they came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDE = 1000
"""What a stretched line counts in; pixels are counted only from above."""
LINE = 18
"""Pixels from one word to the next."""

Point = tuple[float, float]


def steps(points: Sequence[Point]) -> list[Point]:
    """Level until the next point, then straight up or down to it."""
    found = list(points[:1])
    for along, high in points[1:]:
        found += [(along, found[-1][1]), (along, high)]
    return found


def stretched(inside: Iterable[Markup], top: int, high: int, wide: str = "100%") -> Markup:
    """Lines keep their width, whatever the page makes of the frame."""
    return Markup(
        '<svg y="{}" width="{}" height="{}" viewBox="0 0 {} {}" preserveAspectRatio="none" overflow="visible">{}</svg>'
    ).format(top, wide, high, WIDE, high, Markup("").join(inside))


def written(points: Iterable[Point], high: int) -> str:
    return " ".join(f"{round(x * WIDE, 1)},{round((1 - y) * high, 1)}" for x, y in points)


def across(grid: Iterable[tuple[float, str]], top: int, high: int, wide: str = "100%") -> list[Markup]:
    """Thin lines, under everything else."""
    line = Markup('<line class="plot-grid" x1="0" x2="{}" y1="{}" y2="{}"/>')
    return [line.format(wide, y, y) for y in (_height(place, top, high) for place, _ in grid)]


def named(grid: Iterable[tuple[float, str]], top: int, high: int) -> list[Markup]:
    """What each line across stands for, above everything else; of the one at the foot everybody knows it."""
    label = Markup('<text class="plot-label" x="0" y="{}">{}</text>')
    return [label.format(_height(place, top, high) - 5, said) for place, said in grid if place]


def _height(place: float, top: int, high: int) -> float:
    return round(top + (1 - place) * high, 1)


def apart(wanted: Sequence[float], least: float = LINE) -> list[float]:
    """Where words stand that would cover each other: as near to their lines as room allows."""
    found: list[float] = []
    for one in wanted:
        found.append(max(one, found[-1] + least) if found else one)
    return found


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> Markup:
    """The same in numbers. Cells are escaped one by one and joined as they are: a template for each takes ten times as long."""
    cells = "".join([f"<th scope=col>{escape(one)}</th>" for one in head])
    lines = "".join([_row(*map(escape, row)) for row in rows])
    return Markup(
        '<table class="plot-numbers"><caption>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table>'
    ).format(caption, Markup(cells), Markup(lines))  # noqa: S704 - every cell of them was escaped


def _row(name: Markup, *cells: Markup) -> str:
    return f"<tr><th scope=row>{name}</th>{''.join([f'<td>{one}</td>' for one in cells])}</tr>"
