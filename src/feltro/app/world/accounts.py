"""Which account a payment, a part of a price or a prize touches."""

from collections.abc import Mapping
from functools import lru_cache

from feltro.kernel.money import Money
from feltro.ledger.accounts import CHART, Account, account
from feltro.tournament.state import TournamentState

Amounts = Mapping[Account, Money]

DRAWER_METHODS = {
    "cash": "cash",
    "debit_card": "debit",
    "credit_card": "credit",
    "pix": "pix",
    "bank_transfer": "transfer",
    "deposit": "transfer",
}
"""The drawer that each way to pay ends up in."""
PAST_THE_DRAWERS = {"pix": "pix", "bank_transfer": "transfer", "cheque": "cheque"}
"""Ways that pass every drawer: from the organiser's bank."""


OWN = {"tab": "tab", "balance": "player_credit"}
"""Ways to pay that are between a person and the house: on the tab, and off what was left for next time."""


def source(method: str, cashier: str, state: TournamentState, person: str) -> Account:
    """Where a payment comes from or goes back to, on the house's side."""
    if method in OWN:
        return account(OWN[method], person)
    if method == "ticket":
        return account("tickets", state.season)
    if method == "courtesy":
        return account("courtesy", state.tournament)
    if not cashier:  # nobody's drawer: what a phone pays is at the organiser's bank at once
        return account("organiser")
    return account("drawer", cashier, DRAWER_METHODS[method])


def outlet(method: str, cashier: str, person: str = "") -> Account:
    """Where money leaves the house: notes from a drawer, everything else from the organiser's bank; or it stays, as
    what the house owes the player."""
    if method in OWN:
        return account(OWN[method], person)
    if method == "cash":
        return account("drawer", cashier, "cash")
    return account("paid_out", PAST_THE_DRAWERS[method])


def destination(kind: str, state: TournamentState) -> Account:
    return destination_in(kind, state.season, state.stage, state.tournament)


@lru_cache(maxsize=4_096)
def destination_in(kind: str, season: str, stage: str, tournament: str) -> Account:
    """A part of a price belongs to the tournament, its stage or its season."""
    whose = {"season": season, "stage": stage, "tournament": tournament}
    return account(kind, *(whose[part] for part in CHART[kind].parts))
