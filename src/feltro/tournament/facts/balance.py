"""Tables kept even: moves proposed, order of breaking, tables that halt."""

from typing import Literal

import msgspec

from feltro.kernel.events import Event

Mode = Literal["off", "propose", "automatic"]


class ProposedMove(msgspec.Struct, frozen=True, kw_only=True):
    entry: str
    from_table: int
    from_seat: int
    table: int
    seat: int
    posts_big_blind: bool = False
    because: str = "seat.balanced"


class BalancingSet(Event, frozen=True, kw_only=True):
    mode: Mode
    tolerance: int
    giving_order: tuple[int, ...]


class BreakOrderPublished(Event, frozen=True, kw_only=True):
    tables: tuple[int, ...]


class BalanceProposed(Event, frozen=True, kw_only=True):
    day: str
    moves: tuple[ProposedMove, ...]
    report: tuple[int, ...]
    breaks: int
    final_table: bool
    because: str
    cites: tuple[str, ...] = ()


class ProposalDropped(Event, frozen=True, kw_only=True):
    """Nothing is to be done any more, or the director will not have it."""

    day: str
    because: str


class MoveEdited(Event, frozen=True, kw_only=True):
    """The director sends another player, or to another chair."""

    about = ("instead_of",)
    day: str
    instead_of: str
    move: ProposedMove


class TableHalted(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    short: int
    because: str
    cites: tuple[str, ...] = ()


class HaltAsked(Event, frozen=True, kw_only=True):
    """The book leaves it to the direction whether a table this short stops."""

    about = ("table",)
    table: int
    short: int
    because: str
    cites: tuple[str, ...] = ()


class HaltWaived(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    reason: str
    cites: tuple[str, ...] = ()


class TableResumed(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    because: str
