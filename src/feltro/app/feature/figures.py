"""How a table plays, from its hands: who puts chips in by choice, who raises first, and how large pots are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.feature.play import played

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.world.streams.feature import FeatureHand
    from feltro.hand.state import Hand
    from feltro.kernel.instants import Instant

BY_CHOICE = ("call", "bet", "raise")
RAISES = ("bet", "raise")


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    """The entry; in a feed, the name."""
    hands: int
    vpip: float
    """The part of the hands in which the player put chips in by choice before the second street."""
    pfr: float
    """The part in which the player bet or raised there."""
    pots_won: int
    chips_won: int
    """Net of what was put in."""


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    hands: int
    pots: int
    """Chips in all pots together."""
    largest_pot: int
    largest_hand: int
    """The number of the hand that it was in."""
    average_pot: int
    players: tuple[PlayerFigures, ...]


def figures(hands: Iterable[FeatureHand], until: Instant | None = None) -> TableFigures:
    """Of hands that are over by then; one that was voided never was."""
    counted = [(kept, hand) for kept in hands if (hand := played(kept, until)).over and not hand.voided]
    pots = [(_pot(hand), kept.number) for kept, hand in counted]
    entries = dict.fromkeys(entry for kept, _ in counted for entry in kept.entries)
    largest = max(pots, default=(0, 0))
    total = sum(chips for chips, _ in pots)
    return TableFigures(
        hands=len(counted),
        pots=total,
        largest_pot=largest[0],
        largest_hand=largest[1],
        average_pot=total // len(pots) if pots else 0,
        players=tuple(_of(entry, counted) for entry in entries),
    )


def _of(entry: str, counted: list[tuple[FeatureHand, Hand]]) -> PlayerFigures:
    mine = [(kept.entries.index(entry), hand) for kept, hand in counted if entry in kept.entries]
    chose = sum(1 for seat, hand in mine if _does(hand, seat, BY_CHOICE))
    raised = sum(1 for seat, hand in mine if _does(hand, seat, RAISES))
    return PlayerFigures(
        player=entry,
        hands=len(mine),
        vpip=chose / len(mine),
        pfr=raised / len(mine),
        pots_won=sum(1 for seat, hand in mine if any(one[0] == "win" and one[1] == seat for one in hand.log)),
        chips_won=sum(hand.stacks[seat] - hand.setup.stacks[seat] for seat, hand in mine),
    )


def _does(hand: Hand, seat: int, kinds: tuple[str, ...]) -> bool:
    """Before the board, the first draw or the second card dealt to everybody."""
    return any(kind in kinds and who == seat for kind, who, _, _ in first_round(hand))


def first_round(hand: Hand) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """The log up to where the second street begins."""
    found: list[tuple[str, int, int, tuple[int, ...]]] = []
    acted = False
    for entry in hand.log:
        if entry[0] in ("board", "discard") or (entry[0] == "deal" and acted):
            break
        acted = acted or entry[0] in (*BY_CHOICE, "check", "fold", "bring_in")
        found.append(entry)
    return found


def _pot(hand: Hand) -> int:
    """What was played for: all that was won, without chips that nobody called."""
    return sum(chips for kind, _, chips, _ in hand.log if kind == "win")
