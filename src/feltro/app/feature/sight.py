"""What of a hand is shown to whom: the one picture that the table, the production, the public and a feed look at.

Three sights. The production sees everything. The table sees what lies open on it. Outside, everything that the production
knows is shown once the delay of the event has passed, each act counted from its own time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from feltro.app.feature.equities import equities
from feltro.app.feature.play import UNSEEN, played, read_cards, write_cards
from feltro.hand.pots import pots_so_far
from feltro.hand.state import ACTION, DRAW, UNKNOWN
from feltro.kernel.instants import Instant, later, write_instant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feltro.app.world.streams.feature import FeatureHand, FeatureState
    from feltro.hand.state import Hand

Sight = Literal["all", "table"]


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a hand."""

    chair: int
    name: str
    began_with: int
    stack: int
    bet: int
    """Chips in front of the player in this round."""
    cards: tuple[str, ...]
    """`??` for one that is not shown."""
    live: bool
    all_in: bool
    button: bool
    in_turn: bool
    won: int
    equity: float | None = None
    """The part of the pot that the hand is worth, where all live hands are known."""


class PotShown(msgspec.Struct, frozen=True, kw_only=True):
    chips: int
    chairs: tuple[int, ...]
    """Who can still win it."""


class HandShown(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    table: int
    game: str
    level: int
    begun_at: str
    street: str
    board: tuple[str, ...]
    pot: int
    pots: tuple[PotShown, ...]
    seats: tuple[SeatShown, ...]
    waits_for: str
    to_call: int
    raise_from: int
    raise_up_to: int
    over: bool
    voided: bool
    steps: int
    """How many acts are shown."""
    from_notes: bool = False
    twice: tuple[str, ...] = ()
    """Cards that the production named and that lie open elsewhere: one of the two was misread."""


def cutoff(state: FeatureState, now: Instant) -> Instant:
    """What happened later than this is not for the outside yet. Where the delay was made shorter, what had happened
    by then waits as long as before, and what came since waits for it."""
    until = later(now, seconds=-60 * state.delay_minutes)
    for changed, minutes in state.shortened.items():
        as_before = later(now, seconds=-60 * minutes)
        until = min(until, as_before) if as_before < changed else until
    return until


def visible(state: FeatureState, until: Instant | None) -> list[FeatureHand]:
    """Hands that had begun by then, in the order in which they were played."""
    begun = [one for one in state.hands.values() if until is None or one.at <= until]
    return sorted(begun, key=lambda one: (one.at, one.number))


def known_holes(kept: FeatureHand, hand: Hand, sight: Sight, until: Instant | None) -> list[tuple[int, ...]]:
    """What each seat holds, as far as this sight goes: what lies open, and for the production what was named."""
    holes = list(hand.holes)
    if sight == "table":
        return holes
    for seat, named in kept.holes.items():
        cards = read_cards(named.cards)
        shown_now = UNKNOWN not in holes[seat] or len(cards) != len(holes[seat])
        if (until is None or named.at <= until) and not shown_now:
            holes[seat] = cards
    return holes


def shown(
    kept: FeatureHand,
    called: Callable[[str], str],
    sight: Sight = "all",
    until: Instant | None = None,
    steps: int | None = None,
) -> HandShown:
    hand = played(kept, until, steps)
    holes = known_holes(kept, hand, sight, until)
    worth = equities(hand, holes) if sight == "all" else {}
    waits = hand.waits_for
    acts = waits == ACTION
    street = hand.game.streets[min(hand.street, len(hand.game.streets) - 1)]
    return HandShown(
        number=kept.number,
        table=kept.table,
        game=kept.setting.game,
        level=kept.level,
        begun_at=write_instant(kept.at),
        street=street.name,
        board=names(hand.board),
        pot=hand.pot,
        pots=_pots(kept, hand),
        seats=tuple(
            _seat(kept, hand, seat, called(entry), holes[seat], worth.get(seat))
            for seat, entry in enumerate(kept.entries)
        ),
        waits_for=waits,
        to_call=hand.owed if acts else 0,
        raise_from=hand.minimum if acts else 0,
        raise_up_to=hand.maximum if acts else 0,
        over=hand.over,
        voided=hand.voided,
        steps=_steps(kept, until, steps),
        from_notes=kept.from_notes,
        twice=_twice(kept, hand) if sight == "all" and until is None else (),
    )


def _steps(kept: FeatureHand, until: Instant | None, steps: int | None) -> int:
    found = len(kept.deeds) if until is None else sum(1 for deed in kept.deeds if deed.at <= until)
    return found if steps is None else min(found, steps)


def _seat(
    kept: FeatureHand, hand: Hand, seat: int, name: str, hole: tuple[int, ...], worth: float | None
) -> SeatShown:
    return SeatShown(
        chair=kept.chairs[seat],
        name=name,
        began_with=kept.setting.stacks[seat],
        stack=hand.stacks[seat],
        bet=hand.bets[seat] if not hand.over else 0,
        cards=names(hole),
        live=hand.live[seat],
        all_in=hand.live[seat] and not hand.stacks[seat] and not hand.over,
        button=seat == kept.setting.button,
        in_turn=hand.turn == seat and hand.waits_for in (ACTION, DRAW),
        won=sum(chips for kind, who, chips, _ in hand.log if kind == "win" and who == seat),
        equity=worth,
    )


def _pots(kept: FeatureHand, hand: Hand) -> tuple[PotShown, ...]:
    if hand.over:
        return ()
    found = pots_so_far(hand)
    return tuple(PotShown(chips=one.chips, chairs=tuple(kept.chairs[seat] for seat in one.seats)) for one in found)


def _twice(kept: FeatureHand, hand: Hand) -> tuple[str, ...]:
    open_ones = set(hand.board) | {one for hole in hand.holes for one in hole}
    found: list[int] = []
    for seat, named in kept.holes.items():
        own = set(hand.holes[seat]) - {UNKNOWN}
        found += [one for one in read_cards(named.cards) if one in open_ones - own]
    return names(found)


def names(cards: Iterable[int]) -> tuple[str, ...]:
    packed = write_cards(cards)
    return tuple(packed[place : place + len(UNSEEN)] for place in range(0, len(packed), len(UNSEEN)))
