"""The tax on prizes that a fund pays: by the regime of the house, because they belong to no event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.decisions.tax import paid_in_month
from feltro.app.settings.tax import tax_rule
from feltro.kernel.instants import local_time
from feltro.procedures.tax import PaidBefore, TaxedPrize, withheld

if TYPE_CHECKING:
    from feltro.app.world.world import World
    from feltro.kernel.instants import Instant
    from feltro.season.state import SeasonState


def fund_tax(prize: str, amount_centavos: int, state: SeasonState, world: World, at: Instant) -> int:
    """What is withheld of a part of a fund's prize, by the regime of the house. Hold the world's lock."""
    owed, rule = state.ranking.owed.get(prize), tax_rule(world.store)
    if owed is None or rule.regime == "none":
        return 0
    before = TaxedPrize(owed.prize.amount_centavos, owed.paid_centavos, owed.tax_centavos)
    month = paid_in_month(owed.prize.person, world, at) if rule.regime == "monthly" else PaidBefore()
    return withheld(amount_centavos, local_time(at).date(), rule, before, month)
