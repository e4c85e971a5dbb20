"""What is asked of a televised table. These go through a door of their own (door.py), which asks for a key of the
production: the common one answers whoever may give a command, and even a refusal would tell what lies on the table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from feltro.kernel.fields import NO_ID, Count, CountedTable, EntryId
from feltro.kernel.instants import Instant

MOST_DELAY = 24 * 60
Cards = Annotated[str, msgspec.Meta(max_length=40)]
Act = Literal[
    "deal",
    "board",
    "fold",
    "check",
    "call",
    "bring_in",
    "bet",
    "raise",
    "all_in",
    "discard",
    "show",
    "unseen",
    "muck",
    "award",
    "kill",
    "void",
]
ACTS: tuple[str, ...] = Act.__args__  # type: ignore[attr-defined]


class FeatureCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    pass


class SetFeature(FeatureCommand, frozen=True, kw_only=True):
    delay_minutes: Annotated[int, msgspec.Meta(ge=0, le=MOST_DELAY)]
    counts: bool = False
    published: bool = False


class SeatedPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    chair: Annotated[int, msgspec.Meta(ge=1, le=12)]
    entry: EntryId
    stack: Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class HandStakes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is posted: blinds, or what stud posts. Who pays the ante is the sheet's."""

    small_blind: Count = 0
    big_blind: Count = 0
    ante: Count = 0
    ante_from: Literal["nobody", "everybody", "big_blind", "button"] = "nobody"
    bring_in: Count = 0
    small_bet: Count = 0
    big_bet: Count = 0


class BeginHand(FeatureCommand, frozen=True, kw_only=True):
    table: CountedTable
    game: str
    players: Annotated[tuple[SeatedPlayer, ...], msgspec.Meta(min_length=2, max_length=10)]
    button: Annotated[int, msgspec.Meta(ge=1, le=12)]
    """The chair."""
    stakes: HandStakes
    dead_small_blind: bool = False
    """The small blind's chair is empty: nobody posts it."""
    level: Count = 0
    chip: Count = 0
    """The smallest in play; 0: as the stakes and the stacks tell it."""
    played_at: Instant | None = None
    """Of a hand that is entered from notes."""


class ActInHand(FeatureCommand, frozen=True, kw_only=True):
    hand: Count
    act: Act
    seat: Annotated[int, msgspec.Meta(ge=-1, le=11)] = -1
    chips: Count = 0
    cards: Cards = ""
    step: Annotated[int, msgspec.Meta(ge=-1)] = -1
    """How many acts stood when the page was made: who looks at an older hand does not act in the newer one."""


class TakeBackActs(FeatureCommand, frozen=True, kw_only=True):
    hand: Count
    left: Count
    """How many acts are to stand."""


class NameCards(FeatureCommand, frozen=True, kw_only=True):
    hand: Count
    seat: Annotated[int, msgspec.Meta(ge=0, le=11)]
    cards: Cards


class DropHand(FeatureCommand, frozen=True, kw_only=True):
    hand: Count


class SetLowerThird(FeatureCommand, frozen=True, kw_only=True):
    entry: Annotated[str, msgspec.Meta(pattern=NO_ID)] = ""
    title: Annotated[str, msgspec.Meta(max_length=60)] = ""
    line: Annotated[str, msgspec.Meta(max_length=80)] = ""
