"""What a ruling is. The notation is a public contract: docs/developers/rulings.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.kernel.outcome import Cite

Remedy = Literal[
    "check",
    "call",
    "bet",
    "raise",
    "all_in",
    "fold",
    "return_chips",
    "dead_hand",
    "live_hand",
    "misdeal",
    "play_on",
    "void_hand",
    "deal_steps",
    "show",
    "may_decline",
    "may_see",
    "may_not_see",
    "time_granted",
    "post",
    "deal_in",
    "no_hand",
    "move",
    "halt",
    "no_halt",
    "award",
    "exchange",
    "remove_chips",
    "confiscate",
    "keep_chips",
    "penalty",
    "no_penalty",
    "open",
    "too_late",
    "yes",
    "no",
    "director_decides",
]

REMEDIES: tuple[Remedy, ...] = get_args(Remedy)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the director may decide, with what it means."""

    remedy: Remedy
    because: str
    said: Mapping[str, Any] = field(default_factory=dict)
    to: int | None = None
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Default:
    """What would be done where the book is silent or leaves it open, and which book says so."""

    remedy: Remedy
    to: int | None
    book: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the dealer or the floor does now."""

    key: str
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PenaltyAdvice:
    """A penalty that goes with the ruling. `kinds` are those the book has for it, `usual` the common one."""

    required: bool
    kinds: tuple[str, ...]
    usual: str | None
    because: str
    said: Mapping[str, Any] = field(default_factory=dict)
    into: str | None = None
    """Where it goes when it is paid in chips."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Something that was asked on the way, and how it was answered."""

    key: str
    answer: Any


@dataclass(frozen=True, slots=True)
class SetAside:
    """A rule that was considered and does not decide here."""

    cite: Cite
    why: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one act or one question. `because` is a key of words/, `said` its values."""

    remedy: Remedy
    because: str
    said: Mapping[str, Any] = field(default_factory=dict)
    cites: tuple[Cite, ...] = ()
    act: int | None = None
    player: str | None = None
    regular: bool = False
    to: int | None = None
    put_in: int | None = None
    returned: int | None = None
    binding: bool | None = None
    discretion: bool = False
    options: tuple[Option, ...] = ()
    default: Default | None = None
    steps: tuple[Step, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    penalty: PenaltyAdvice | None = None
    questions: tuple[Answered, ...] = ()
    set_aside: tuple[SetAside, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Where a hand stands after the acts told: whose turn it is and what he may do."""

    turn: str | None
    allowed: tuple[str, ...]
    to_call: int | None
    call_cost: int | None
    may_raise: bool
    min_raise_to: int | None
    max_raise_to: int | None
    substantial_action: bool
    pot: int | None
    street_over: bool
    pots: tuple[PotTold, ...] = ()
    """The main pot first, then each side pot."""


@dataclass(frozen=True, slots=True)
class PotTold:
    """One pot and who plays for it; no sum where a stack in it was never counted."""

    pot: int | None
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulings:
    """Several rulings on one situation: a hand has one for each act, and a state at its end."""

    rulings: tuple[Ruling, ...]
    state: State | None


@dataclass(frozen=True, slots=True)
class Answer:
    book: str
    edition: str
    kind: str
    rulings: tuple[Ruling, ...]
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A situation that cannot be read: which field, why, and what it accepts."""

    where: str
    because: str
    said: Mapping[str, Any] = field(default_factory=dict)
    accepts: tuple[str, ...] = ()
