"""The staff's part of the prizes: divided among people, signed for one by one, down to zero."""

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import prizes as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes import commands as c
from feltro.tournament.prizes.payment import refuse_reference
from feltro.tournament.prizes.pool import staff_centavos
from feltro.tournament.state import TournamentState


def divide_staff(command: c.DivideStaff, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """By downs to the centavo, or as a list says, which has to give out all of it."""
    if state.prizes.announced is None:
        return Refused("prizes.not_announced")
    if any(share.receipt for share in state.prizes.staff.values()):
        return Refused("staff.signed_already")
    total = staff_centavos(state)
    if not total:
        return Refused("staff.nothing", cites=book["prizes.retention.to"].cites)
    if bool(command.downs) == bool(command.amounts_centavos):
        return Refused("staff.one_way")
    shares = _by_downs(command.downs, total) if command.downs else dict(sorted(command.amounts_centavos.items()))
    given = sum(shares.values())
    if given != total:
        return Refused("staff.does_not_add_up", {"total": Money(total), "given": Money(given)})
    some = {person: amount for person, amount in shares.items() if amount}
    divided = e.StaffDivided(
        by="downs" if command.downs else "list", people=tuple(some), shares_centavos=tuple(some.values())
    )
    return (divided,)


def _by_downs(downs: dict[str, int], total: int) -> dict[str, int]:
    people = sorted(downs)
    if not any(downs.values()):
        return {}
    parts = Money(total).split([downs[person] for person in people])
    return {person: part.centavos for person, part in zip(people, parts, strict=True)}


def sign_staff_share(command: c.SignStaffShare, state: TournamentState, book: Settled, now: Now) -> Outcome:
    share = state.prizes.staff.get(command.person)
    if share is None:
        return Refused("staff.no_share", {"person": command.person})
    if share.receipt:
        return Refused("staff.share_signed", {"person": command.person, "number": share.receipt})
    if sum(one.amount_centavos for one in state.prizes.staff.values()) != staff_centavos(state):
        return Refused("staff.total_changed", {"total": Money(staff_centavos(state))})
    refused = refuse_reference(command.method, command.desk, command.reference, state)
    if refused:
        return refused
    paid = e.StaffSharePaid(
        person=command.person,
        cashier=now.cashier,
        method=command.method,
        amount_centavos=share.amount_centavos,
        reference=command.reference,
        receipt=state.prizes.last_receipt + 1,
        at=now.at,
    )
    return (paid,)
