"""The registration desk of a simulated room: people come, pay, are identified, come again, and wait for a chair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused
from feltro.sim.people import newcomer, person_id
from feltro.tournament.sales.commands import CheckIdentity, CheckIn, Payment, SeatAlternate, SellEntry
from feltro.tournament.state import LIVE, OUT

if TYPE_CHECKING:
    import random

    from feltro.sim.voice import Voice
    from feltro.tournament.state import TournamentState

CARDS = 0.35
"""How many would rather pay by card."""

IN_ADVANCE = "bank_transfer"
"""Where the book takes neither cards nor cash before the day."""


class Counter:
    """Sells the entries of one tournament. People are numbered, and known to the house from their first event on."""

    def __init__(self, voice: Voice, tournament: str, seed: int, chance: random.Random) -> None:
        self.voice = voice
        self.tournament = tournament
        self.seed = seed
        self.chance = chance
        self.sold = 0

    @property
    def state(self) -> TournamentState:
        state: TournamentState = self.voice.house.world.live(f"tournament:{self.tournament}").state
        return state

    def welcome(self, number: int) -> str:
        """The person of a number, registered if the house has never seen them."""
        person = person_id(number)
        if self.voice.house.store.kept("person", person) is None:
            self.voice.do(newcomer(number, self.seed), "cashier")
        return person

    def sell(self, person: str, kind: str = "entry") -> str | Refused:
        """Sold, identified and in the chair; or why not."""
        item = next(one for one in self.state.the_sheet.items if one.kind == kind)
        self.sold += 1
        entry = f"e{len(self.state.used_ids) + 1}"
        wish = "debit_card" if self.chance.random() < CARDS else "cash"
        refused: Refused | None = None
        for method in dict.fromkeys((wish, "cash", IN_ADVANCE)):
            paying = Payment(method=method, amount_centavos=item.price_centavos)  # type: ignore[arg-type]
            selling = SellEntry(
                tournament=self.tournament,
                entry=entry,
                person=person,
                item=item.id,
                desk=self.voice.crew.desk,
                payments=(paying,),
                terms_accepted=True,
            )
            outcome = self.voice.try_to(selling, "cashier")
            if not isinstance(outcome, Refused):
                self.check_in(entry)
                return entry
            refused = outcome
        return refused or Refused("entry.registration_over")

    def check_in(self, entry: str) -> None:
        """Photo ID in hand, then the chair. Alternates are checked in when they are called."""
        known = self.state.entries[entry]
        if known.status != LIVE:
            return
        self.voice.do(CheckIdentity(tournament=self.tournament, entry=entry, day=known.day), "cashier")
        self.voice.try_to(CheckIn(tournament=self.tournament, entry=entry, day=known.day), "cashier")

    def once_more(self) -> str | None:
        """Somebody who is out buys another entry, where the sheet sells one and the book lets them."""
        if not any(item.kind == "reentry" for item in self.state.the_sheet.items):
            return None
        gone = [
            person
            for person, entries in self.state.of_person.items()
            if all(self.state.entries[entry].status == OUT for entry in entries)
        ]
        if not gone:
            return None
        sold = self.sell(self.chance.choice(gone), "reentry")
        return None if isinstance(sold, Refused) else sold

    def call_alternates(self) -> None:
        """In order, while there are chairs."""
        for entry in list(self.state.waiting):
            outcome = self.voice.try_to(SeatAlternate(tournament=self.tournament, entry=entry), "floor")
            if isinstance(outcome, Refused):
                return
            self.check_in(entry)
