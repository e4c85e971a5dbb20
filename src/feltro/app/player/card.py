"""What one player's page shows besides the seat, for everybody of an event at once: only those have a record of whom there is
something to say, so that a room full of phones costs little more than one."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.desk.payees import lacks_of
from feltro.app.people.directory import directory
from feltro.tournament.prizes.due import decided_places, due, due_apart
from feltro.tournament.sales.receipts import unsigned
from feltro.tournament.state import BAGGED, LIVE, OUT
from feltro.tournament.state.deals import OPEN
from feltro.tournament.time_bank.decide import cards_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from feltro.app.event_view import EventView
    from feltro.tournament.prizes.due import Due
    from feltro.tournament.state import Sale, TournamentState
    from feltro.tournament.state.floor import Chair

Told = tuple[str, str, Any]
"""Of an entry, which line of its card says what."""
PAPERS = ("photo", "document", "unsigned")


class CardStack(NamedTuple):
    chips: int
    level: int
    told: bool
    """The player said so; nobody counted."""


class CardPenalty(NamedTuple):
    kind: str
    left: int
    """Hands still to be sat out."""


class CardPrize(NamedTuple):
    """What was won and not paid yet is ready, unless it is held, left for a day, or the pool is not known."""

    centavos: int
    paid: int
    held: bool = False
    provisional: bool = False
    day: date | None = None
    lacks: tuple[str, ...] = ()
    """Papers that the window will ask for and not find."""

    @property
    def ready(self) -> bool:
        return self.centavos > self.paid and not (self.held or self.provisional or self.day)


class CardDeal(NamedTuple):
    agreed: bool
    centavos: int | None
    """Nothing while nobody has put a number on the table."""


class OwnCard(NamedTuple):
    """Of one entry."""

    next_chair: Chair | None = None
    """Where to go once this hand is over."""
    stack: CardStack | None = None
    cards: int | None = None
    """Time-bank cards; nothing where the event has none."""
    penalties: tuple[CardPenalty, ...] = ()
    place: int = 0
    prize: CardPrize | None = None
    sure: int = 0
    """What whoever is out next wins, in centavos: less it cannot become any more."""
    apart: int = 0
    """Bounties and the like, in centavos, paid or not."""
    deal: CardDeal | None = None
    number: int = 0
    """In the queue of those who stood in line when entries closed."""


def cards_by_entry(event: EventView) -> tuple[OwnCard, dict[str, OwnCard]]:
    """What holds for everybody, and those of whom there is more to say. Hold the world's lock."""
    state = event.state
    usual = OwnCard(cards=cards_of(state, "", event.book) if state.the_sheet.action_clock else None)
    found: dict[str, OwnCard] = {}
    for entry, field, value in chain(_at_the_table(event), _of_the_money(event), _in_line(state)):
        found[entry] = found.get(entry, usual)._replace(**{field: value})
    return usual, found


def _at_the_table(event: EventView) -> Iterator[Told]:
    state = event.state
    for entry, chair in state.floor.next_chair.items():
        yield entry, "next_chair", chair
    for entry in {*state.chips.stacks, *state.chips.told}:
        yield entry, "stack", stack_of(state, entry)
    if state.the_sheet.action_clock:
        for entry in state.time_bank.more:
            yield entry, "cards", max(cards_of(state, entry, event.book), 0)
    for entry, penalties in _penalties(state).items():
        yield entry, "penalties", penalties


def _of_the_money(event: EventView) -> Iterator[Told]:
    state = event.state
    for finish in decided_places(state) if state.registration_closed else ():
        for entry in finish.players:
            yield entry, "place", finish.place
    for entry, prize in _prizes(event).items():
        yield entry, "prize", prize
    for entry, amount in _sure(state).items():
        yield entry, "sure", amount
    for entry, won in _apart(state).items():
        yield entry, "apart", won
    for entry, deal in _deals(state).items():
        yield entry, "deal", deal


def _in_line(state: TournamentState) -> Iterator[Told]:
    for person, number in state.tokens.items():
        for entry in state.of_person.get(person, ()):
            yield entry, "number", number


def _sure(state: TournamentState) -> dict[str, int]:
    """Of those who are in the money and still play; not where seats are won, nor once a deal says what each one gets."""
    announced = state.prizes.announced
    if announced is None or announced.seats or state.deals.agreed:
        return {}
    left = [name for name, one in state.entries.items() if one.status in {LIVE, BAGGED}]
    if not 1 < len(left) <= len(announced.prizes_centavos):
        return {}
    return dict.fromkeys(left, announced.prizes_centavos[len(left) - 1])


def _apart(state: TournamentState) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in due_apart(state):
        found[one.entry] = found.get(one.entry, 0) + one.amount
    return found


def stack_of(state: TournamentState, entry: str) -> CardStack | None:
    """The latest word on it: a count, or the player's own."""
    if state.entries[entry].status == OUT:
        return None
    counted, told = state.chips.stacks.get(entry), state.chips.told.get(entry)
    if told and (counted is None or told.at > counted.at):
        return CardStack(told.chips, told.level, told=True)
    return CardStack(counted.chips, counted.level, told=False) if counted else None


def _penalties(state: TournamentState) -> dict[str, tuple[CardPenalty, ...]]:
    found: dict[str, list[CardPenalty]] = {}
    for one in state.sanctions.penalties.values():
        if not one.lifted and one.entry in state.entries:
            found.setdefault(one.entry, []).append(CardPenalty(one.kind, one.left))
    return {entry: tuple(given) for entry, given in found.items()}


def _prizes(event: EventView) -> dict[str, CardPrize]:
    state = event.state
    if not _has_prizes(state):
        return {}
    people = directory(event.house.store)
    open_receipts = _by_person(unsigned(state, event.book))
    found = {}
    for entry, one in due(state).items():
        lacks: tuple[str, ...] = ()
        if one.remaining > 0:
            missing = lacks_of(one.person, people.get(one.person), event, open_receipts.get(one.person, ()))
            lacks = tuple(name for name in PAPERS if getattr(missing, name))
        found[entry] = _prize(one, lacks)
    return found


def _has_prizes(state: TournamentState) -> bool:
    return state.prizes.announced is not None or bool(state.prizes.early) or bool(state.deals.agreed)


def prizes_ready(state: TournamentState) -> dict[str, int]:
    """Who may go to the window now, and for how much."""
    won = {entry: _prize(one, ()) for entry, one in due(state).items()} if _has_prizes(state) else {}
    return {entry: prize.centavos for entry, prize in won.items() if prize.ready}


def _prize(one: Due, lacks: tuple[str, ...]) -> CardPrize:
    return CardPrize(one.amount, one.paid, one.held, one.provisional, one.scheduled, lacks)


def _by_person(sales: Iterable[Sale]) -> Mapping[str, tuple[Sale, ...]]:
    found: dict[str, list[Sale]] = {}
    for sale in sales:
        found.setdefault(sale.person, []).append(sale)
    return {person: tuple(mine) for person, mine in found.items()}


def _deals(state: TournamentState) -> dict[str, CardDeal]:
    """For those who sit in it, and for nobody else."""
    agreed = state.deals.agreed
    if agreed:
        return {entry: CardDeal(True, amount) for entry, amount in agreed.amounts_centavos.items()}
    found: dict[str, CardDeal] = {}
    for deal in state.deals.deals.values():
        if deal.status == OPEN:
            told = deal.current.amounts_centavos if deal.current else {}
            found.update({entry: CardDeal(False, told.get(entry)) for entry in deal.stacks})
    return found
