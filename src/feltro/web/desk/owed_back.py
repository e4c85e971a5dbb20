"""Prizes paid too high: what a player owes back in any event, and taking it at the counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.kernel.outcome import Refused
from feltro.tournament.prizes.commands import RepayOverpayment
from feltro.web.frame import fields
from feltro.web.frame.commands import new_id

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.tournament.state import TournamentState
    from feltro.web.desk.said import CounterForm


class OwedBack(NamedTuple):
    tournament: str
    event: str
    entry: str
    centavos: int


def owed_back(person: str, house: House) -> list[OwedBack]:
    """Hold the world's lock."""
    found = []
    for gist in house.world.gists():
        if person not in gist.overpaid:
            continue
        state: TournamentState = house.world.live(f"tournament:{gist.tournament}").state
        found += [
            OwedBack(state.tournament, state.the_sheet.name, entry, centavos)
            for entry, centavos in state.prizes.overpaid.items()
            if centavos > 0 and state.entries[entry].person == person
        ]
    return found


def repay(said: CounterForm) -> RepayOverpayment | Refused:
    """The whole of it where no amount is typed; what is left stays owed."""
    owed = next((one for one in owed_back(said["person"], said.desk.house) if one.entry == said["entry"]), None)
    if owed is None:
        return Refused("overpayment.none", {"entry": said["entry"]})
    try:
        brought = fields.money(said.form, "amount")
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": said["amount"]})
    return RepayOverpayment(
        tournament=owed.tournament,
        repayment=new_id("r"),
        entry=owed.entry,
        amount_centavos=brought.centavos if brought else owed.centavos,
        desk=said.at_desk,
    )
