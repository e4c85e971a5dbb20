"""Whole hands by chance on the engine with a deck, and the same hands as somebody enters them at a televised table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.feature import commands as c
from feltro.app.feature.decide import AroundHand, decide
from feltro.app.feature.play import setup_of, write_cards
from feltro.app.world.streams import feature as stream
from feltro.hand import actions, table
from feltro.hand.deal import to_reshuffle
from feltro.hand.games import BY_CODE
from feltro.hand.showdown import cards_speak
from feltro.hand.state import ACTION, DRAW, RESHUFFLE, UNKNOWN
from feltro.hand.streets import start
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from feltro.hand.state import Hand

GAMES = tuple(BY_CODE)
MOST = {"27td": 6, "27sd": 7, "badugi": 8, "stud": 8, "stud8": 8, "razz": 8}
BLINDS = c.HandStakes(small_blind=100, big_blind=200, ante=200, ante_from="big_blind", small_bet=200, big_bet=400)
STUD = c.HandStakes(ante=50, ante_from="everybody", bring_in=100, small_bet=200, big_bet=400)


def stakes_of(game: str) -> c.HandStakes:
    return STUD if BY_CODE[game].family == "stud" else BLINDS


def begin(game: str, stacks: tuple[int, ...], button: int = 1, table: int = 1, **more) -> c.BeginHand:
    players = tuple(
        c.SeatedPlayer(chair=place, entry=f"e{place}", stack=stack) for place, stack in enumerate(stacks, 1)
    )
    return c.BeginHand(table=table, game=game, players=players, button=button, stakes=stakes_of(game), **more)


def some_stacks(random: Random, game: str) -> tuple[int, ...]:
    count = random.randint(2, MOST.get(game, 6))
    return tuple(random.choice((150, 600, 2_000, 5_300, 20_000)) for _ in range(count))


def by_chance(setting: stream.HandSetting, random: Random) -> Hand:
    """A hand of which every card is known, played to its end by whatever is legal."""
    import dataclasses

    setup = setup_of(setting)
    deck = list(setup.game.deck)
    random.shuffle(deck)
    hand = start(dataclasses.replace(setup, deck=tuple(deck)))
    while not hand.over:
        _one_step(hand, random)
    return hand


def _one_step(hand: Hand, random: Random) -> None:
    if hand.waits_for == ACTION:
        _act(hand, random)
    elif hand.waits_for == DRAW:
        held = list(hand.holes[hand.turn])
        assert table.discard(hand, random.sample(held, random.randint(0, min(3, len(held))))) is None
    elif hand.waits_for == RESHUFFLE:
        cards = to_reshuffle(hand)
        random.shuffle(cards)
        assert table.reshuffle(hand, cards) is None
    else:
        assert cards_speak(hand) is None


def _act(hand: Hand, random: Random) -> None:
    choice = random.random()
    if hand.maximum and choice < 0.3:
        to = random.choice((hand.minimum, hand.maximum, random.randint(hand.minimum, hand.maximum)))
        assert actions.raise_to(hand, to) is None
    elif hand.owed and choice < 0.45 and not hand.bring_in_due:
        assert actions.fold(hand) is None
    else:
        assert actions.check_or_call(hand) is None


def entered(hand: Hand) -> Iterator[c.ActInHand]:
    """The same hand, act by act, as it is entered by somebody who sees only what lies open."""
    dealt, shown = [0] * hand.count, set()
    for kind, seat, chips, cards in hand.log:
        match kind:
            case "board":
                yield c.ActInHand(hand=0, act="board", cards=write_cards(cards))
            case "deal":
                written = write_cards(cards) if seat in shown else _open_cards(hand, cards, dealt[seat])
                dealt[seat] += len(cards)
                if hand.game.family == "stud" and set(written) != {"?"}:
                    yield c.ActInHand(hand=0, act="deal", seat=seat, cards=written)
            case "discard":
                yield c.ActInHand(hand=0, act="discard", seat=seat, cards=write_cards((UNKNOWN,) * len(cards)))
            case "show":
                shown.add(seat)
                yield c.ActInHand(hand=0, act="show", seat=seat, cards=write_cards(cards))
            case "fold" | "check" | "call" | "bring_in" | "bet" | "raise":
                yield c.ActInHand(hand=0, act=kind, seat=seat, chips=chips if kind in ("bet", "raise") else 0)


def _open_cards(hand: Hand, cards: tuple[int, ...], held: int) -> str:
    """In stud the third to the sixth card are open."""
    shown = [card if 2 <= held + place < 6 else UNKNOWN for place, card in enumerate(cards)]
    return write_cards(shown)


class Desk:
    """A table without a store: commands are decided and applied at once."""

    def __init__(self, event, book) -> None:
        self.state = stream.FeatureState()
        self.event, self.book, self.now = event, book, Instant(1_000_000_000)

    def give(self, command: c.FeatureCommand) -> tuple:
        facts = self.do(command)
        assert not isinstance(facts, Refused), (facts, command)
        return facts

    def do(self, command: c.FeatureCommand):
        facts = decide(command, self.state, AroundHand(self.event, self.book, self.now))
        for fact in () if isinstance(facts, Refused) else facts:
            stream.apply(self.state, fact)
        self.now = Instant(self.now + 1_000_000)
        return facts

    @property
    def hand(self) -> stream.FeatureHand:
        return self.state.hands[self.state.last]
