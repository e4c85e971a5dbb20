"""What the office asks about prizes: is there cash for tonight, and what the accountant needs of a year."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from feltro.app.decisions.tax import may_have, payments
from feltro.app.world import Live
from feltro.app.world.history import Fact
from feltro.app.world.plan import Handler
from feltro.kernel.instants import local_time
from feltro.ledger.accounts import account
from feltro.tournament.prizes.due import Remaining, remaining
from feltro.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class CashTonight:
    """In centavos. What may go by transfer counts too: nobody knows yet how each player will want it."""

    needed: Remaining
    safe: int
    drawers: int

    @property
    def short(self) -> int:
        """What is missing if everything left for tonight were paid in notes."""
        return max(0, self.needed.tonight - self.safe - self.drawers)


@dataclass(slots=True)
class Year:
    """What one year paid and earned, in centavos."""

    prizes: dict[str, int] = field(default_factory=dict)
    """To each person, before tax."""
    tax: dict[str, int] = field(default_factory=dict)
    references: dict[str, list[str]] = field(default_factory=dict)
    """The records behind it."""
    rake: dict[str, int] = field(default_factory=dict)
    """Of each tournament."""


def cash_tonight(house: Handler, tournament: str) -> CashTonight | None:
    """Against the safe and all drawers of the house; nothing where there is no such tournament."""
    with house.world.lock:
        house.world.load_all()
        state: TournamentState = house.world.live(f"tournament:{tournament}").state
        if state.sheet is None:
            return None
        balances = house.world.balances
        drawers = balances.by("drawer", "method").get("cash")
        return CashTonight(
            remaining(state), balances.held(account("safe")).centavos, drawers.centavos if drawers else 0
        )


def year_of(house: Handler, year: int) -> Year:
    """Counted on the day of the payment and of the sale, in the tournament's own time zone."""
    found = Year()
    with house.world.lock:
        for paid in payments(house.world, year):
            person = paid.event.person
            found.prizes[person] = found.prizes.get(person, 0) + paid.gross_centavos
            found.tax[person] = found.tax.get(person, 0) + paid.tax_centavos
            found.references.setdefault(person, []).append(paid.reference)
        for live in house.world.lives("tournament:"):
            if live.gist is not None and may_have(live, year):
                for fact in _of_year(live, year):
                    _add_rake(found, live, fact)
    found.prizes = {person: paid for person, paid in found.prizes.items() if paid}
    return found


def _of_year(live: Live, year: int) -> Iterator[Fact]:
    zone = live.state.the_sheet.zone
    return (fact for fact in live.facts if local_time(fact.meta.at, zone).year == year)


def _add_rake(found: Year, live: Live, fact: Fact) -> None:
    """From the postings themselves, so that what was refunded or undone is out again."""
    posted = live.postings.get(fact.version)
    for line in posted.lines if posted else ():
        if line.account.kind == "rake":
            tournament = line.account.parts[0]
            found.rake[tournament] = found.rake.get(tournament, 0) - line.amount.centavos
