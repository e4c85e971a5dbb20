"""What somebody won here, event by event, as a line that only rises."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from markupsafe import Markup

from feltro.app.reports.plots import half_of
from feltro.kernel.money import Money
from feltro.web.plots import Runner, race_svg
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.app.public.results import Won
    from feltro.words.languages import Lang

REAL = 100


def won_svg(won: Sequence[Won], lang: Lang) -> Markup:
    """Nothing to draw for one event, or for nothing won."""
    oldest = list(reversed(won))
    sums = tuple(accumulate(one.finish.prize_centavos + one.finish.bounties_centavos for one in oldest))
    if len(sums) < 2 or not sums[-1]:
        return Markup("")
    half = half_of(sums[-1], REAL)
    grid = [(number, written(Money(number), lang)) for number in (0, half, 2 * half)]
    said = tuple(written(Money(one), lang) for one in sums)
    runner = Runner(oldest[0].finish.name, sums, said, me=True, end=said[-1])
    return race_svg(say("public.won_plot", lang), [one.event.name for one in oldest], [runner], grid)
