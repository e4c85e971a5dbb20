"""A payout: horizontal bars, filled once paid, outlined until then; amounts in a column outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence

ROW, BAR = 32, 20
LEFT, WIDEST = 14, 56
"""Hundredths of the width: where a bar begins, and how long the longest is."""


class Bar(NamedTuple):
    label: str
    value: int
    said: str
    paid: bool = False


def bars_svg(title: str, bars: Sequence[Bar]) -> Markup:
    """Labels and amounts are text, so that a reader reads them in their order."""
    most = max((one.value for one in bars), default=0) or 1
    rows = Markup("").join(_row(one, place, most) for place, one in enumerate(bars))
    return Markup('<svg class="plot bars" width="100%" height="{}" role="img" aria-label="{}">{}</svg>').format(
        ROW * len(bars), title, rows
    )


def _row(one: Bar, place: int, most: int) -> Markup:
    top, base = place * ROW + (ROW - BAR) // 2, place * ROW + 21
    return Markup(
        '<text class="plot-label" x="0" y="{base}">{label}</text>'
        '<rect class="plot-bar{paid}" x="{left}%" y="{top}" width="{wide}%" height="{bar}"/>'
        '<text class="plot-end" x="100%" y="{base}" text-anchor="end">{said}</text>'
    ).format(
        base=base,
        label=one.label,
        paid=" paid" if one.paid else "",
        left=LEFT,
        top=top,
        wide=round(max(WIDEST * one.value / most, 0.5), 2),
        bar=BAR,
        said=one.said,
    )
