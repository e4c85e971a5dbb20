"""The paper of a prize payment and of a staff share, as plain data for whoever prints it."""

from dataclasses import dataclass

from feltro.kernel.instants import Instant
from feltro.tournament.prizes.due import due, won_apart
from feltro.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class PrizeReceipt:
    number: int
    person: str
    entry: str
    """Empty on the paper of a staff share."""
    place: int
    amount_centavos: int
    """Off the prize."""
    tax_centavos: int
    method: str
    reference: str
    remaining_centavos: int
    """Of the prize, after everything paid so far."""
    at: Instant
    void: bool = False
    """The payment was taken back."""

    @property
    def net_centavos(self) -> int:
        return self.amount_centavos - self.tax_centavos


def prize_receipt(payment: str, state: TournamentState) -> PrizeReceipt | None:
    void = payment in state.prizes.taken_back
    paid = (state.prizes.taken_back if void else state.prizes.payments).get(payment)
    if paid is None:
        return None
    prize = due(state).get(paid.entry)
    apart = won_apart(state).get(paid.of)
    won = apart[paid.entry] if apart else prize.amount if prize else 0
    return PrizeReceipt(
        number=paid.receipt,
        person=paid.person,
        entry=paid.entry,
        place=prize.place if prize and not apart else 0,
        amount_centavos=paid.amount_centavos,
        tax_centavos=paid.tax_centavos,
        method=paid.method,
        reference=paid.reference,
        remaining_centavos=max(0, won - state.prizes.paid(paid.entry, paid.of)),
        at=paid.at,
        void=void,
    )


def staff_receipt(person: str, state: TournamentState) -> PrizeReceipt | None:
    """Nothing until it was signed."""
    share = state.prizes.staff.get(person)
    if share is None or share.at is None:
        return None
    return PrizeReceipt(share.receipt, person, "", 0, share.amount_centavos, 0, "", "", 0, share.at)
