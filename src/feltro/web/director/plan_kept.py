"""Floor plans that were drawn: a room full of screens costs one drawing, and a bust the drawing of one table.

From the newest plan to the next one only those tables are looked at that its events can have changed. What an event
changes is known of the frequent ones; after any other, all tables are looked at again. Who asks after something
happened is sent the cards that are other than before, and nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from feltro.app.needs.line import without_chair
from feltro.app.people.forgotten import dropped_by
from feltro.tournament.facts import chips, floor, sales, sanctions
from feltro.tournament.facts.balance import BalanceProposed, HaltWaived, ProposalDropped, TableHalted, TableResumed
from feltro.tournament.facts.clock import HandStarted
from feltro.tournament.facts.counts import TableCounted
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.line import CheckedIn, IdentityChecked
from feltro.tournament.facts.prizes import SeatWon
from feltro.web.director.plan import RoomPlan, TableCard, card_html, card_of, cards_of, moving_in

if TYPE_CHECKING:
    from collections.abc import MutableMapping, Sequence

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.world.history import Fact
    from feltro.words.languages import Lang

PLANS_KEPT = 128
AT_THEIR_TABLE = frozenset(
    {
        sales.EntrySold,
        sales.PaymentTaken,
        sales.SalePaid,
        sales.ReceiptIssued,
        sales.EntryEffective,
        EntryEliminated,
        SeatWon,
        IdentityChecked,
        CheckedIn,
        floor.PlayerSeated,
        floor.PlayerMoved,
        floor.PlayerAbsent,
        floor.PlayerArrived,
        floor.HandPlayed,
        floor.ButtonReported,
        BalanceProposed,
        ProposalDropped,
        TableHalted,
        HaltWaived,
        TableResumed,
        floor.ChairLocked,
        floor.ChairUnlocked,
        sanctions.PenaltyGiven,
        chips.StackCounted,
        HandStarted,
        TableCounted,
    }
)
"""Events that change nothing on the plan but the tables they name, those where their entry sat and sits now,
and who is to be moved."""


class _Drawn(NamedTuple):
    """Cards as a browser reads them, each beside the card that it was made of."""

    cards: tuple[TableCard, ...]
    each: dict[int, tuple[TableCard, bytes]]
    whole: bytes


class Plans:
    """The latest plans, by what was seen. Whoever asks holds the world's lock: a plan is of the state as it stands."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], RoomPlan] = OrderedDict()
        self._newest: dict[str, _Newest] = {}
        self._drawn: OrderedDict[tuple[str, str, Lang], _Drawn] = OrderedDict()

    def get(self, found: EventView, people: int) -> RoomPlan:
        key = (found.stream, found.version, people, found.past)
        plan = self._kept.get(key)
        if plan is None:
            cards = tuple(cards_of(found)) if found.past else self._now(found, people)
            plan = RoomPlan(found.version, cards, tuple(without_chair(found.state)))
            _keep(self._kept, key, plan)
        return plan

    def _now(self, found: EventView, people: int) -> tuple[TableCard, ...]:
        newest = self._newest.get(found.stream)
        if newest is None or not newest.follow(found, people):
            newest = self._newest[found.stream] = _Newest(found, people)
        return tuple(newest.cards.values())

    def seen(self, stream: str, version: int, people: int) -> RoomPlan | None:
        return self._kept.get((stream, version, people, ""))

    def html(self, plan: RoomPlan, found: EventView, lang: Lang) -> bytes:
        """All cards together. A card that is the one of last time is not drawn again."""
        key = (found.stream, found.past, lang)
        drawn = self._drawn.get(key)
        if drawn is None or drawn.cards is not plan.cards:
            drawn = _draw(plan.cards, lang, drawn.each if drawn else {})
            _keep(self._drawn, key, drawn)
        return drawn.whole


def _draw(cards: tuple[TableCard, ...], lang: Lang, before: dict[int, tuple[TableCard, bytes]]) -> _Drawn:
    each: dict[int, tuple[TableCard, bytes]] = {}
    for card in cards:
        was = before.get(card.number)
        each[card.number] = was if was and was[0] is card else (card, card_html(card, lang).encode())
    return _Drawn(cards, each, b"".join([text for _, text in each.values()]))


class _Newest:
    """The plan of the latest version that somebody asked for, and what it hung on."""

    def __init__(self, found: EventView, people: int) -> None:
        self.people = people
        self.cards = {card.number: card for card in cards_of(found)}
        self._where = {seat.entry: card.number for card in self.cards.values() for seat in card.seats if seat.entry}
        self._timed = {card.number for card in self.cards.values() if _sits_out(card)}
        self._remember(found, moving_in(found))

    def follow(self, found: EventView, people: int) -> bool:
        """Go on to what stands now; false where it cannot be said which tables are other than before."""
        moving = moving_in(found)
        if people != self.people or self._paced or _paced(found) or _fullest(found) != self._fullest:
            return False
        tables = self._touched(found, moving, found.facts[self._version :])
        if tables is None or not tables <= self.cards.keys() or not tables <= found.state.floor.tables.keys():
            return False
        for number in tables:
            self._look_again(found, number, moving)
        self._remember(found, moving)
        return True

    def _touched(self, found: EventView, moving: set[str], facts: Sequence[Fact]) -> set[int] | None:
        entries = moving ^ self._moving
        tables = set(self._timed)
        for fact in facts:
            event: Any = fact.event
            if type(event) not in AT_THEIR_TABLE:
                return None
            entries |= {getattr(event, "entry", ""), getattr(event, "sale", "")}
            tables |= {getattr(event, "table", 0), getattr(event, "from_table", 0)}
        for entry in entries:
            chair = found.state.floor.chair_of.get(entry)
            tables |= {self._where.get(entry, 0), chair.table if chair else 0}
        return tables - {0}

    def _look_again(self, found: EventView, number: int, moving: set[str]) -> None:
        card = card_of(found, found.state.floor.tables[number], moving)
        self.cards[number] = self.cards[number] if card == self.cards[number] else card
        self._where |= {seat.entry: number for seat in card.seats if seat.entry}
        if _sits_out(card):
            self._timed.add(number)
        else:
            self._timed.discard(number)

    def _remember(self, found: EventView, moving: set[str]) -> None:
        self._version, self._moving = found.version, moving
        self._fullest, self._paced = _fullest(found), _paced(found)


def _sits_out(card: TableCard) -> bool:
    """A suspension ends by itself: where one is served, the table is looked at each time."""
    return any("p" in seat.marks for seat in card.seats)


def _fullest(found: EventView) -> dict[str, int]:
    """By day: a table is short against the fullest."""
    return {day: hall.sizes.highest for day, hall in found.state.floor.halls.items()}


def _paced(found: EventView) -> bool:
    """Hand for hand, every table says how far it is."""
    return bool(found.state.pace.hand_for_hand)


def _keep(kept: MutableMapping[Any, Any], key: Any, made: Any) -> None:
    kept[key] = made
    while len(kept) > PLANS_KEPT:
        kept.pop(next(iter(kept)))


_PLANS: WeakKeyDictionary[House, Plans] = WeakKeyDictionary()


dropped_by(_PLANS.clear)


def plans_of(house: House) -> Plans:
    return _PLANS.setdefault(house, Plans())
