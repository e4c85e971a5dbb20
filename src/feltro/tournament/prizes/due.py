"""Who is owed what: places, ties, deals, forfeits; what was paid of it and what remains."""

from dataclasses import dataclass
from datetime import date

from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Finding
from feltro.tournament.places import Finish, shared_prizes
from feltro.tournament.state import BAGGED, GONE, LIVE, OUT, WAITING, TournamentState

STILL_IN = (LIVE, WAITING, BAGGED)


@dataclass(frozen=True, slots=True)
class Due:
    """What one entry won, and how much of it was paid. `provisional` until the pool is known."""

    entry: str
    person: str
    place: int
    """Zero where a deal came before the place, or a flight's cash before the pool."""
    amount: int
    paid: int
    held: bool
    scheduled: date | None
    provisional: bool = False

    @property
    def remaining(self) -> int:
        return self.amount - self.paid


def still_in(state: TournamentState) -> list[str]:
    return [entry.id for entry in state.entries.values() if entry.status in STILL_IN]


def finishing_order(state: TournamentState) -> list[Finish]:
    """Every place that is decided, best first; those who share one stand together.

    The champion has a place once nobody else is in and nobody can enter.
    """
    if state.satellite_winners:
        winners = [Finish(state.satellite_winners, 1)]
        return [*winners, *_out(state, len(state.satellite_winners))]
    alive = still_in(state)
    champion = [Finish((alive[0],), 1)] if len(alive) == 1 and state.registration_closed else []
    return [*champion, *_out(state, len(alive))]


def _out(state: TournamentState, ahead: int) -> list[Finish]:
    moved_up = {one.entry for one in state.prizes.forfeits if one.freed == "places_move_up"}
    gone = [entry for entry in state.out_order if state.entries[entry].status not in GONE and entry not in moved_up]
    return [Finish((entry,), place) for place, entry in enumerate(reversed(_flights_apart(gone, state)), ahead + 1)]


def _flights_apart(gone: list[str], state: TournamentState) -> list[str]:
    """Whoever cashed in a flight stands above all who did not, though a later flight's first bust came later."""
    early, announced = state.prizes.early, state.prizes.announced
    if not early:
        return gone
    flights = announced.out if announced else len(state.out_order)
    before = set(state.out_order[:flights])
    without = [entry for entry in gone if entry in before and entry not in early]
    return [*without, *(entry for entry in gone if entry not in set(without))]


def prizes_by_place(state: TournamentState) -> list[int]:
    """The money of each place: as announced, after a saved bubble and the prizes that were forfeited."""
    announced = state.prizes.announced
    if announced is None:
        return []
    amounts = list(announced.prizes_centavos)
    if state.prizes.bubble_centavos:
        amounts[0] -= state.prizes.bubble_centavos
        amounts.append(state.prizes.bubble_centavos)
    for forfeit in state.prizes.forfeits:
        if forfeit.freed == "shared_in_proportion" and 1 < forfeit.place <= len(amounts):
            better = amounts[: forfeit.place - 1]
            shared = Money(amounts[forfeit.place - 1]).split(better)
            amounts[: forfeit.place - 1] = [
                amount + more.centavos for amount, more in zip(better, shared, strict=True)
            ]
            amounts[forfeit.place - 1] = 0
    return amounts


def due(state: TournamentState) -> dict[str, Due]:
    """Everybody who has won money so far, best place first."""
    order = finishing_order(state)
    places = {entry: finish.place for finish in order for entry in finish.players}
    won = _won(order, state)
    known = state.prizes.announced is not None
    found = {
        entry: _due(entry, amount, places.get(entry, 0), state) for entry, amount in won.items() if amount.centavos
    }
    for entry, centavos in state.prizes.early.items():
        if not known:
            found[entry] = _due(entry, Money(centavos), 0, state, provisional=True)
    return found


def _won(order: list[Finish], state: TournamentState) -> dict[str, Money]:
    prizes = {place: Money(amount) for place, amount in enumerate(prizes_by_place(state), 1)}
    agreed = state.deals.agreed
    won = dict.fromkeys(agreed.amounts_centavos, ZERO) if agreed else {}
    for finish in order:
        won.update(shared_prizes(finish, prizes))
    if agreed:
        won.update({entry: Money(amount) for entry, amount in agreed.amounts_centavos.items()})
        champion = agreed.champion or (order[0].players[0] if order and order[0].place == 1 else "")
        if champion in won:
            won[champion] += Money(agreed.reserve_centavos)
    for forfeit in state.prizes.forfeits:
        won.pop(forfeit.entry, None)
    return won


def _due(entry: str, amount: Money, place: int, state: TournamentState, *, provisional: bool = False) -> Due:
    prizes = state.prizes
    return Due(
        entry=entry,
        person=state.entries[entry].person,
        place=place,
        amount=amount.centavos,
        paid=prizes.paid(entry),
        held=entry in prizes.held,
        scheduled=prizes.scheduled.get(entry),
        provisional=provisional,
    )


# What is left to do


@dataclass(frozen=True, slots=True)
class Remaining:
    """What still has to leave the house, in centavos."""

    now: int
    """Won, not held, not left for later."""
    later: int
    """Scheduled for another day."""
    held: int
    to_come: int
    """Prizes of places that are still played for."""
    staff: int

    @property
    def tonight(self) -> int:
        return self.now + self.to_come + self.staff

    @property
    def all(self) -> int:
        return self.tonight + self.later + self.held


def remaining(state: TournamentState) -> Remaining:
    owed = due(state).values()
    prizes = state.prizes
    apart = sum(amount - prizes.paid(entry, "seat") for entry, amount in prizes.seats_in_money.items())
    apart += sum(amount - prizes.paid(entry, "knockouts") for entry, amount in prizes.knockouts.items())
    announced = state.prizes.announced
    won = sum(one.amount for one in owed)
    total = sum(announced.prizes_centavos) if announced else won
    return Remaining(
        now=apart + sum(max(0, one.remaining) for one in owed if not one.held and one.scheduled is None),
        later=sum(max(0, one.remaining) for one in owed if not one.held and one.scheduled is not None),
        held=sum(max(0, one.remaining) for one in owed if one.held),
        to_come=max(0, total - won),
        staff=sum(share.amount_centavos for share in state.prizes.staff.values() if not share.receipt),
    )


def unpaid(person: str, state: TournamentState) -> int:
    """What a person has won, or earned as staff, and not been paid."""
    won = sum(max(0, one.remaining) for one in due(state).values() if one.person == person)
    won += sum(
        amount - state.prizes.paid(entry, "knockouts")
        for entry, amount in state.prizes.knockouts.items()
        if state.entries[entry].person == person
    )
    share = state.prizes.staff.get(person)
    return won + (share.amount_centavos if share and not share.receipt else 0)


def overpaid(state: TournamentState) -> dict[str, int]:
    """Paid more than is due, since a place was corrected or a prize forfeited, and not booked as a debt yet."""
    if state.prizes.announced is None:
        return {}
    owed = due(state)
    entries = dict.fromkeys(one.entry for one in state.prizes.payments.values() if one.of == "prize")
    found = {entry: state.prizes.paid(entry) - (owed[entry].amount if entry in owed else 0) for entry in entries}
    return {entry: more for entry, more in found.items() if more > 0}


def counts_disagree(state: TournamentState) -> Finding | None:
    """Entries sold that neither play nor played: a PIX that has not come, a receipt not handed over."""
    counted = sum(entry.status in {*STILL_IN, OUT} for entry in state.entries.values())
    if counted == state.entries_sold:
        return None
    return Finding("prizes.entries_pending", "entries", {"sold": state.entries_sold, "counted": counted})
