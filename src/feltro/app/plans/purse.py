"""The pool of each run against the guarantee, what the house and the staff get, prizes of the middle one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.app.money.payouts import wall
from feltro.app.plans.cash import notes_for
from feltro.app.sheets.settlement import settle_for
from feltro.forecast.days import AGAIN
from feltro.forecast.figures import band
from feltro.tournament.state import TournamentState

if TYPE_CHECKING:
    from feltro.app.money.payouts import Wall
    from feltro.forecast.course import Ints
    from feltro.forecast.figures import Spread
    from feltro.forecast.record import Runs
    from feltro.tournament.sheet import PriceAccount, Sheet


class Purse(NamedTuple):
    """In centavos."""

    pool: Spread
    guarantee: int
    overlay_chance: float
    """Part of the runs in which the organiser has to add money."""
    overlay_expected: int
    overlay_p95: int
    """What is at stake: only one run in twenty costs more."""
    safe_from: int
    """People from which the guarantee is met nine times in ten; nought where that was not seen."""
    rake: Spread
    staff: Spread
    prizes: Wall | None
    """For the middle field; nothing where the book leaves a question open."""
    notes: dict[int, int]
    """To pay these prizes in cash: notes by their value, coins under 0."""


def purse(sheet: Sheet, runs: Runs) -> Purse:
    settlement = settle_for(sheet, {})
    pool = _brought(sheet, runs, "prize_pool")
    guarantee = sheet.guarantee_centavos or 0
    counted, covers = pool, True
    prizes = None
    if not isinstance(settlement, list):
        book = settlement.book
        covers = book["guarantee.short"].value == "organiser_covers"
        if book["guarantee.knockouts_count"].value:
            counted = counted + _brought(sheet, runs, "bounties")
        prizes = wall(TournamentState(sheet=sheet), book, band(runs.entries).p50)
    missing = np.maximum(0, guarantee - counted) if covers else np.zeros_like(counted)
    withheld = sum(one.basis_points for one in sheet.withheld if one.account == "staff")
    staff = _brought(sheet, runs, "staff") + pool * withheld // 10_000
    amounts = [
        one.each_centavos for one in (prizes.places if prizes else ()) for _ in range(one.first, one.last + 1)
    ]
    return Purse(
        pool=band(pool),
        guarantee=guarantee,
        overlay_chance=float((missing > 0).mean()),
        overlay_expected=round(float(missing.mean())),
        overlay_p95=band(missing).p95,
        safe_from=_safe_from(runs.people, missing),
        rake=band(_brought(sheet, runs, "rake")),
        staff=band(staff),
        prizes=prizes,
        notes=notes_for(amounts),
    )


def _brought(sheet: Sheet, runs: Runs, account: PriceAccount) -> Ints:
    """What entries, re-entries and add-ons of each run put into an account."""
    parts = {"entry": runs.people, "addon": runs.addons}
    again = next((item.kind for kind in AGAIN for item in sheet.items if item.kind == kind), "reentry")
    parts[again] = runs.again
    total = np.zeros(runs.count, dtype=np.int64)
    for kind, many in parts.items():
        item = next((one for one in sheet.items if one.kind == kind and not one.members_only), None)
        total += many * (item.split_centavos.get(account, 0) if item else 0)
    return total


def _safe_from(people: Ints, missing: Ints) -> int:
    """The smallest number of people from which nine runs in ten with at least so many needed nothing."""
    order = np.argsort(people)
    met = (missing[order] == 0)[::-1]
    share = (np.cumsum(met) / np.arange(1, len(met) + 1))[::-1]
    safe = np.flatnonzero(share >= 0.9)
    return int(people[order][safe[0]]) if safe.size else 0
