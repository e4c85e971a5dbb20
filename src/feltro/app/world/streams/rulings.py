"""The stream `rulings:<tournament>`: what was ruled, by which clauses, and what was decided over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant

if TYPE_CHECKING:
    from collections.abc import Callable


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    remedy: str
    to: int | None
    because: str
    cites: tuple[str, ...]
    by: str
    at: Instant
    reason: str = ""
    """Where the reason is kept."""


class DecisionEvent(Event, frozen=True, kw_only=True):
    about = ("ruling",)
    final = True
    """A ruling that was heard at the table is not undone: another one is given over it."""
    ruling: str
    decision: Decision


class RulingKept(DecisionEvent, frozen=True, kw_only=True):
    own = ("entries",)
    schema = 2
    kind: str
    """Of the situation; nothing when only a clause was cited."""
    table: int = 0
    hand: int = 0
    level: int = 0
    entries: tuple[str, ...] = ()


class RulingOverruled(DecisionEvent, frozen=True, kw_only=True):
    pass


class KeptRuling(msgspec.Struct, kw_only=True):
    """A ruling and everything decided over it, in order."""

    kind: str
    table: int
    hand: int
    decisions: list[Decision]
    level: int = 0
    entries: tuple[str, ...] = ()

    @property
    def final(self) -> Decision:
        return self.decisions[-1]

    @property
    def overruled(self) -> bool:
        return len(self.decisions) > 1


class RulingsState(msgspec.Struct, kw_only=True):
    rulings: dict[str, KeptRuling] = {}


def apply(state: RulingsState, event: DecisionEvent) -> None:
    APPLY[type(event)](state, event)


def kept(state: RulingsState, event: RulingKept) -> None:
    made = KeptRuling(
        kind=event.kind,
        table=event.table,
        hand=event.hand,
        decisions=[event.decision],
        level=event.level,
        entries=event.entries,
    )
    state.rulings[event.ruling] = made


def overruled(state: RulingsState, event: RulingOverruled) -> None:
    state.rulings[event.ruling].decisions.append(event.decision)


APPLY: dict[type[DecisionEvent], Callable[[RulingsState, Any], None]] = {
    RulingKept: kept,
    RulingOverruled: overruled,
}
