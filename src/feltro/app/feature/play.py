"""A kept hand on the engine: its setting, its acts, and what follows from each of them by itself.

At a table nobody names cards that lie face down: they are dealt unseen, and the engine waits only for what everybody
sees. What the production knows of them is laid over the picture afterwards (sight.py), never into the hand.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from feltro.hand import table as at_table
from feltro.hand.games import BY_CODE
from feltro.hand.operations import Operation, apply
from feltro.hand.rules import HandRules
from feltro.hand.state import CARDS, UNKNOWN, Setup
from feltro.hand.streets import start
from feltro.kernel.cards import Card, card, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltro.app.world.streams.feature import FeatureHand, HandDeed, HandSetting
    from feltro.hand.state import Hand
    from feltro.kernel.instants import Instant
    from feltro.kernel.outcome import Refused

UNSEEN = "??"


def read_cards(written: str) -> tuple[int, ...]:
    """`AsKd`, `?? ?? 7h`, `10h`; what is no card is a ValueError."""
    packed = written.replace("10", "T").replace(" ", "")
    if len(packed) % 2:
        raise ValueError(written)
    pairs = [packed[place : place + 2] for place in range(0, len(packed), 2)]
    return tuple(UNKNOWN if one == UNSEEN else int(card(one)) for one in pairs)


def write_cards(cards: Iterable[int]) -> str:
    return "".join(UNSEEN if one == UNKNOWN else name_of(Card(one)) for one in cards)


def setup_of(setting: HandSetting) -> Setup:
    return Setup(
        BY_CODE[setting.game],
        HandRules(**setting.rules),  # type: ignore[arg-type]  # as they were read from the book, field by field
        setting.stacks,
        setting.button,
        blinds=setting.blinds,
        dead_blind=setting.dead_blind,
        antes=setting.antes,
        dead_ante=setting.dead_ante,
        minimum_bet=setting.minimum_bet,
        big_bet=setting.big_bet,
        bring_in=setting.bring_in,
        chip=setting.chip,
        players_left=setting.players_left,
    )


def begun(setting: HandSetting) -> Hand:
    """Posted, and dealt as far as nobody sees a card."""
    hand = start(setup_of(setting))
    deal_unseen(hand)
    return hand


def do(hand: Hand, deed: HandDeed) -> Refused | None:
    """One act, and the cards face down that follow from it."""
    refused = apply(hand, Operation(deed.act, deed.seat, deed.chips, read_cards(deed.cards)))
    if refused is None:
        deal_unseen(hand)
    return refused


def deal_unseen(hand: Hand) -> None:
    """What is due face down is dealt. Open cards wait until they are named: those of a street that has them, and any
    card for a hand that lies open at an all-in."""
    while hand.waits_for == CARDS and (seats := face_down(hand)):
        for seat, due in seats:
            at_table.deal(hand, seat, (UNKNOWN,) * due)


def face_down(hand: Hand) -> list[tuple[int, int]]:
    if not hand.due or hand.game.streets[hand.street].up or not _reaches(hand):
        return []
    return [(seat, due) for seat, due in enumerate(hand.due) if due and not hand.shown >> seat & 1]


def _reaches(hand: Hand) -> bool:
    """In stud the deck may be too short for everybody's last card: then one lies open for all, and is named."""
    if hand.game.family != "stud":
        return True
    return sum(map(len, hand.holes)) + sum(hand.due or ()) <= len(hand.game.deck)


def deeds_until(kept: FeatureHand, until: Instant | None) -> Sequence[HandDeed]:
    """Those whose own time has come."""
    return kept.deeds if until is None else [*takewhile(lambda deed: deed.at <= until, kept.deeds)]


def played(kept: FeatureHand, until: Instant | None = None, steps: int | None = None) -> Hand:
    """The hand as its acts left it, all of them or those up to a moment or a step."""
    hand = begun(kept.setting)
    for deed in deeds_until(kept, until)[:steps]:
        refused = do(hand, deed)
        if refused is not None:
            raise ValueError(f"hand {kept.number}: {deed} was accepted once and is refused now: {refused.because}")
    return hand


def ended_at(kept: FeatureHand) -> Instant | None:
    """When its last act was done, if it is over."""
    hand = played(kept)
    return (kept.deeds[-1].at if kept.deeds else kept.at) if hand.over else None
