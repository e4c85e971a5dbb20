"""Who is owed what: places, ties, deals, forfeits; what was paid of it and what remains."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Finding
from feltro.procedures.places import Finish
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.eliminations.places import standings
from feltro.tournament.facts.prizes import Calendar
from feltro.tournament.prizes.forfeits import deal_amounts, free_places, outside_the_deal
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
    calendar: Calendar | None = None
    """By which the day it was left for was counted."""

    @property
    def remaining(self) -> int:
        return self.amount - self.paid


def decided_places(state: TournamentState) -> list[Finish]:
    """Every place that is decided, best first; those who share one stand together.

    The champion has a place once nobody else is in and nobody can enter.
    """
    order = standings(state)
    top = order[:1] if order and order[0].place == 1 else []
    out = order[len(top) :]
    groups = _flights_apart(_moved_up([finish.players for finish in out], state), state)
    crowned = bool(state.satellite_winners) or state.registration_closed
    return [*(top if crowned else []), *_numbered(groups, out[0].place if out else 1)]


def _numbered(groups: list[tuple[str, ...]], place: int) -> list[Finish]:
    found = []
    for group in groups:
        found.append(Finish(group, place))
        place += len(group)
    return found


def _moved_up(groups: list[tuple[str, ...]], state: TournamentState) -> list[tuple[str, ...]]:
    """Without those whose place goes to the next one."""
    moved = {one.entry for one in outside_the_deal(state) if one.freed == "places_move_up"}
    left = (tuple(entry for entry in group if entry not in moved) for group in groups)
    return [group for group in left if group]


def _flights_apart(groups: list[tuple[str, ...]], state: TournamentState) -> list[tuple[str, ...]]:
    """Whoever cashed in a flight stands above all who did not, though a later flight's first bust came later."""
    early, announced = state.prizes.early, state.prizes.announced
    if not early:
        return groups
    order = state.out_order
    before = set(order[: announced.out if announced else len(order)])
    without = [group for group in groups if all(entry in before and entry not in early for entry in group)]
    return [*(group for group in groups if group not in without), *without]


def prizes_by_place(state: TournamentState, *, at_the_deal: bool = False) -> list[int]:
    """The money of each place: as announced, after a saved bubble and the prizes that were forfeited.

    At the deal: without what was forfeited after it was closed.
    """
    announced = state.prizes.announced
    if announced is None:
        return []
    amounts = list(announced.prizes_centavos)
    if state.prizes.bubble_centavos:
        amounts[0] -= state.prizes.bubble_centavos
        amounts.append(state.prizes.bubble_centavos)
    if state.seats_passed_on:
        amounts = _behind_seats(amounts, state)
    forfeits = [one for one in outside_the_deal(state) if not (at_the_deal and one.after_deal)]
    free_places(amounts, forfeits, _as_paid(state))
    return amounts


def _as_paid(state: TournamentState) -> list[Finish]:
    """By the prize of each place: whoever stands behind a deal is not moved up by one who is struck off it."""
    agreed, struck = state.deals.agreed, len(_struck_off(state))
    inside = set(agreed.amounts_centavos) if agreed else set()
    return [
        one if inside.intersection(one.players) else Finish(one.players, one.place + struck)
        for one in standings(state)
    ]


def due(state: TournamentState) -> dict[str, Due]:
    """Everybody who has won money so far, best place first."""
    order = decided_places(state)
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
    prizes = dict(enumerate(map(Money, prizes_by_place(state)), 1))
    agreed = state.deals.agreed
    struck = _struck_off(state)
    lost = dict.fromkeys((*(one.entry for one in state.prizes.forfeits), *struck))
    won = dict.fromkeys(agreed.amounts_centavos, ZERO) if agreed else {}
    if agreed:  # its places are its own: whoever moves up behind it keeps the prize of the place before
        prizes = {place - len(struck): prize for place, prize in prizes.items() if place > agreed.players}
    for finish in order:
        won.update(_of_those_who_keep(finish, prizes, set(lost)))
    if agreed:
        champion = agreed.champion or (order[0].players[0] if order and order[0].place == 1 else "")
        more = _freed_to_the_deal(agreed.players, state)
        won.update(deal_amounts(agreed, lost, more, champion))
        behind = [entry for finish in order for entry in finish.players if entry not in lost]
        if behind and set(lost).issuperset(agreed.amounts_centavos):
            won[behind[0]] += Money(agreed.total_centavos + more)
    return {entry: amount for entry, amount in won.items() if entry not in lost}


def _struck_off(state: TournamentState) -> list[str]:
    """Of those who agreed on a deal, who should never have been sold an entry."""
    agreed = state.deals.agreed
    return [one for one in agreed.amounts_centavos if state.entries[one].status in GONE] if agreed else []


def _of_those_who_keep(finish: Finish, prizes: Mapping[int, Money], lost: set[str]) -> dict[str, Money]:
    """The prize of a place that several share is shared by those who did not lose it."""
    total = sum((prizes.get(place, ZERO) for place in finish.places), ZERO)
    keep = [entry for entry in finish.players if entry not in lost]
    return dict(zip(keep, total.split([1] * len(keep)), strict=True)) if keep else {}


def _freed_to_the_deal(players: int, state: TournamentState) -> int:
    """What places behind a deal lost to the best ones after it was closed."""
    return sum(prizes_by_place(state)[:players]) - sum(prizes_by_place(state, at_the_deal=True)[:players])


def _behind_seats(amounts: list[int], state: TournamentState) -> list[int]:
    """By place. Whoever got a seat that was passed over another has won that, and no money behind the seats."""
    announced = state.prizes.announced
    seats = announced.seats if announced else len(state.satellite_winners)
    behind = [one for finish in decided_places(state) if finish.place > seats for one in finish.players]
    passed = len(set(behind).intersection(state.seats_passed_on))
    if passed and seats < len(amounts) <= seats + len(behind) - passed:
        return [*amounts[:seats], *[0] * passed, *amounts[seats:]]
    return amounts


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
        calendar=prizes.calendars.get(entry),
    )


# What is won apart from the places


def won_apart(state: TournamentState) -> dict[str, dict[str, int]]:
    """By what it is for, and by entry: bounties, satellite seats in money, shares of a pool stopped in mid-play."""
    return {
        "knockouts": state.eliminations.won,
        "seat": state.prizes.seats_in_money,
        "survivor": state.survivors_paid,
    }


def due_apart(state: TournamentState) -> list[Due]:
    return [
        Due(
            entry,
            state.entries[entry].person,
            0,
            amount,
            state.prizes.paid(entry, of),
            entry in state.prizes.held,
            None,
        )
        for of, amounts in won_apart(state).items()
        for entry, amount in amounts.items()
    ]


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
    apart = sum(one.remaining for one in due_apart(state))
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
    won += sum(one.remaining for one in due_apart(state) if one.person == person)
    share = state.prizes.staff.get(person)
    return won + (share.amount_centavos if share and not share.receipt else 0)


def prizes_stand(state: TournamentState) -> bool:
    """Something was paid, signed for, agreed or given out as a seat by what was announced: it is not announced again."""
    prizes = state.prizes
    paid = any(one.of == "prize" and one.entry not in prizes.early for one in prizes.payments.values())
    signed = any(share.receipt for share in prizes.staff.values())
    seats = prizes.announced is not None and bool(state.satellite_winners)
    return paid or signed or seats or state.deals.agreed is not None


def overpaid(state: TournamentState) -> dict[str, int]:
    """Paid more than is due, since a place was corrected or a prize forfeited, and not booked as a debt yet."""
    if state.prizes.announced is None:
        return {}
    owed = due(state)
    entries = dict.fromkeys(one.entry for one in state.prizes.payments.values() if one.of == "prize")
    found = {entry: state.prizes.paid(entry) - (owed[entry].amount if entry in owed else 0) for entry in entries}
    return {entry: more for entry, more in found.items() if more > 0}


def counts_disagree(state: TournamentState) -> Finding | None:
    """Entries sold that neither play nor played: a PIX that has not come, a receipt not handed over. Where the room
    keeps tables, these have to count as many players too, and as many chips: at once, or when last agreed."""
    counted = sum(entry.status in {*STILL_IN, OUT} for entry in state.entries.values())
    if counted != state.entries_sold:
        return Finding("prizes.entries_pending", "entries", {"sold": state.entries_sold, "counted": counted})
    if not state.floor.tables or state.counts_made.agreed_entries == state.entries_sold:
        return None
    return next(iter(disagreements(state)), None)
