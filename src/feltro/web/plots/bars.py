"""A payout: horizontal bars, filled once paid, outlined until then; amounts in a column outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence

ROW, BAR = 32, 20
LEFT, WIDEST, LETTER = 14, 56, 2.8
"""Hundredths of the width: where a bar begins, how long the longest is, and what a letter takes on a telephone."""


class Bar(NamedTuple):
    label: str
    value: int
    said: str
    paid: bool = False


def bars_svg(title: str, bars: Sequence[Bar]) -> Markup:
    """Labels and amounts are text, so that a reader reads them in their order."""
    most = max((one.value for one in bars), default=0) or 1
    longest = max((len(one.said) for one in bars), default=0)
    widest = min(WIDEST, 100 - LEFT - LETTER * longest)
    rows = Markup("").join(_row(one, place, one.value * widest / most) for place, one in enumerate(bars))
    return Markup('<svg class="plot bars" width="100%" height="{}" role="img" aria-label="{}">{}</svg>').format(
        ROW * len(bars), title, rows
    )


def _row(one: Bar, place: int, wide: float) -> Markup:
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
        wide=round(max(wide, 0.5), 2),
        bar=BAR,
        said=one.said,
    )
