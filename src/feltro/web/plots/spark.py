"""A line in a word's place: how something grows, without a scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from feltro.web.plots.frame import stretched, written

if TYPE_CHECKING:
    from collections.abc import Sequence

HIGH = 24


def sparkline_svg(said: str, values: Sequence[float]) -> Markup:
    """`said` tells what is seen to who listens."""
    most, last = max(values, default=0) or 1, max(len(values) - 1, 1)
    points = [(place / last, value / most) for place, value in enumerate(values)]
    line = Markup('<polyline class="plot-line" points="{}"/>').format(written(points, HIGH))
    return Markup('<svg class="plot spark" width="100%" height="{}" role="img" aria-label="{}">{}</svg>').format(
        HIGH + 2, said, stretched([line], 1, HIGH)
    )
