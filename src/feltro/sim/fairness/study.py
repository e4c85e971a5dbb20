"""The whole study under one book: draws, balancing, hand for hand, chip races."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from feltro.app.sheets.settlement import Settlement, settle_for
from feltro.kernel.cards import DECK
from feltro.kernel.draws import SECRET_BYTES, Deck, chairs_of, draw
from feltro.procedures.color_up import deal_race, race, race_rules
from feltro.sim.evening import STARTS, TOURNAMENT, empty_evening
from feltro.sim.fairness.chances import EvennessTest, chi_square, mean_is_nought
from feltro.sim.fairness.rooms import RoomCounts, count_room
from feltro.sim.played_room import PlayedRoom, sheet_of
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.tournament.facts.floor import HandPlayed
from feltro.tournament.facts.pace import HandForHandEnded, HandForHandStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.rulebook.settle import Settled

RACES = 20
"""Races for each room that is played."""
ODD = (1, 2, 3, 1, 2, 3, 1, 2, 3)
VALUES = (25, 100)
FEW = 3
"""Chairs at a table of the whole events: so that the money is reached over several tables."""


class FairnessAsked(NamedTuple):
    book: str
    rooms: int
    players: int
    chairs: int
    seed: int
    evenings: int
    """Whole events, for hand for hand: they take longer."""


class FairnessStudy(NamedTuple):
    asked: FairnessAsked
    judged: tuple[EvennessTest, ...]
    uneven_hands: int
    """The most hands by which two tables differed in hand-for-hand play."""
    bubbles: int
    moves_per_room: float
    moved_extra: float
    """Big blinds that being moved costs, on average."""

    @property
    def strange(self) -> tuple[EvennessTest, ...]:
        return tuple(one for one in self.judged if one.strange(len(self.judged)))


def study(asked: FairnessAsked, each: Callable[[int], None] | None = None) -> FairnessStudy:
    """`each` hears how many rooms are done."""
    counts = RoomCounts()
    for number in range(asked.rooms):
        count_room(PlayedRoom(asked.book, asked.players, asked.chairs, asked.seed + number), counts)
        if each:
            each(number + 1)
    book = settled(asked)
    judged = (*_draws(asked), *_balancing(counts), *_races(asked, book))
    spread, bubbles = hand_for_hand(asked)
    moves = sum(counts.moves_by_chair.values()) / max(1, asked.rooms)
    extra, _ = mean_is_nought(counts.moved_extra)
    return FairnessStudy(asked, judged, spread, bubbles, moves, extra)


def settled(asked: FairnessAsked) -> Settled:
    found = settle_for(sheet_of(asked.book, asked.chairs), {})
    if not isinstance(found, Settlement):
        raise LookupError(asked.book)
    return found.book


def _draws(asked: FairnessAsked) -> Iterator[EvennessTest]:
    """Whoever buys first, second, … gets any chair as often."""
    rng = random.Random(f"draws/{asked.seed}")
    chairs = chairs_of([(table, asked.chairs) for table in range(1, -(-asked.players // asked.chairs) + 1)])
    place = {chair: number for number, chair in enumerate(chairs)}
    many, seen = asked.rooms * RACES, Counter[tuple[int, int]]()
    for number in range(many):
        order = draw(Deck(f"estudo-{number}", chairs), rng.randbytes(SECRET_BYTES))
        seen.update((turn, place[chair]) for turn, chair in enumerate(order))
    size = len(chairs)
    cells = [seen[turn, chair] for turn in range(size) for chair in range(size)]
    expected = many / size
    worst = max(abs(one - expected) for one in cells) / expected
    freedom, scale = (size - 1) ** 2, (size - 1) / size  # in each draw a chair is had once, and everybody has one
    yield EvennessTest("draw", many, worst, chi_square(cells, [expected] * len(cells), freedom, scale))


def _balancing(counts: RoomCounts) -> Iterator[EvennessTest]:
    mean, p = mean_is_nought(counts.early_moves)
    moves = sum(counts.moves_by_chair.values())
    yield EvennessTest("moves_by_person", moves, mean, p)
    yield _by_chair("moves_by_chair", counts.moves_by_chair, counts.hands_by_chair)
    mean, p = mean_is_nought(counts.early_blinds)
    yield EvennessTest("blinds_by_person", sum(counts.blinds_by_chair.values()), mean, p)
    yield _by_chair("blinds_by_chair", counts.blinds_by_chair, counts.due_by_chair)


def _by_chair(question: str, counted: Counter[int], due: Counter[int]) -> EvennessTest:
    """Against what each chair would have if it only depended on how long somebody sat on it."""
    total, parts = sum(counted.values()), sum(due.values())
    chairs = sorted(due)
    expected = [total * due[chair] / max(1, parts) for chair in chairs]
    found = [counted[chair] for chair in chairs]
    worst = max((abs(one - even) / even for one, even in zip(found, expected, strict=True) if even), default=0.0)
    return EvennessTest(question, total, worst, chi_square(found, expected, max(1, len(chairs) - 1)))


def _races(asked: FairnessAsked, book: Settled) -> Iterator[EvennessTest]:
    """With one chip to win it goes to each as often as he has cards; with the same odd chips no seat wins more."""
    rng, rules = random.Random(f"races/{asked.seed}"), race_rules(book)
    many = asked.rooms * RACES
    by_cards, by_seat = Counter[int](), Counter[int]()
    for _ in range(many):
        odd = dict(enumerate(rng.sample(ODD, len(ODD)), 1))
        by_cards[_highest(odd, rules.first_seat, rng)] += 1
        even = dict.fromkeys(range(1, len(ODD) + 1), 2)
        cards = deal_race(even, rules.first_seat, rng.sample(DECK, 18))
        stacks = dict.fromkeys(even, 10_000)
        won = race(even, cards, VALUES, stacks, rules)
        by_seat.update({seat: amount // VALUES[1] for seat, amount in won.awards.items()})
    yield _even("race_by_cards", by_cards, {1: 3, 2: 6, 3: 9})
    yield _even("race_by_seat", by_seat, dict.fromkeys(range(1, len(ODD) + 1), 1))


def _highest(odd: dict[int, int], first_seat: int, rng: random.Random) -> int:
    """How many cards the one had who was dealt the highest."""
    cards = deal_race(odd, first_seat, rng.sample(DECK, sum(odd.values())))
    return odd[max(cards, key=lambda seat: max(cards[seat]))]


def _even(question: str, counted: Counter[int], shares: dict[int, int]) -> EvennessTest:
    total, parts = sum(counted.values()), sum(shares.values())
    expected = [total * one / parts for one in shares.values()]
    found = [counted[key] for key in shares]
    worst = max(abs(one - even) / even for one, even in zip(found, expected, strict=True))
    return EvennessTest(question, total, worst, chi_square(found, expected, len(shares) - 1))


def hand_for_hand(asked: FairnessAsked) -> tuple[int, int]:
    """The most hands by which tables differed while it was on, and how often it was, over whole events."""
    spread = bubbles = 0
    for number in range(asked.evenings):
        small = replace(
            evening_sheet(asked.book, STARTS, name="Estudo", minutes=6), table_size=FEW, final_table_size=FEW
        )
        house = empty_evening(small, asked.seed + number)
        room = play_event(house, TOURNAMENT, Crowd(entries=asked.players, seed=asked.seed + number))
        hands: Counter[int] = Counter()
        on = False
        for fact in room.voice.house.world.live(f"tournament:{TOURNAMENT}").facts:
            if isinstance(fact.event, HandForHandStarted):
                on, hands = True, Counter(dict.fromkeys(fact.event.tables, 0))
            elif isinstance(fact.event, HandForHandEnded) and on:
                on, bubbles = False, bubbles + 1
                spread = max(spread, max(hands.values()) - min(hands.values()))
            elif isinstance(fact.event, HandPlayed) and on:
                hands[fact.event.table] += 1
    return spread, bubbles
