"""What people ask about the action clock."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import EntryId, Id, NewId, Reason, names
from feltro.kernel.roles import FLOOR, OFFICE, TABLES

Cards = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class UseTimeCards(TournamentCommand, frozen=True, kw_only=True):
    """The clock ran out and a card was spent, or several one after the other."""

    may = TABLES
    subject = "time"
    about = ("entry",)
    rests_on = ("action_clock.card.automatic",)
    entry: EntryId
    cards: Cards = 1


class LoseTimeCards(TournamentCommand, frozen=True, kw_only=True):
    """Cards that a player left behind, at another table or in the bag."""

    may = FLOOR
    subject = "time"
    about = ("entry",)
    rests_on = ("action_clock.cards.lost_replaced",)
    entry: EntryId
    cards: Cards


class HandOutTimeCards(TournamentCommand, frozen=True, kw_only=True):
    """More cards: those of the final table, or others that the sheet or the director gives."""

    may = FLOOR
    subject = "time"
    rests_on = ("action_clock.cards.added_at",)
    occasion: Literal["final_table", "extra"]
    entries: tuple[EntryId, ...] = ()
    """Who gets them; left out: everybody who plays."""
    cards: Cards | None = None
    """Left out: as many as the sheet says."""


class ShortenActionClock(TournamentCommand, frozen=True, kw_only=True):
    """Less time for a player who abuses it; as much as everybody has gives it back."""

    may = OFFICE
    subject = "time"
    about = ("entry",)
    rests_on = ("action_clock.may_be_shortened",)
    entry: EntryId
    seconds: Annotated[int, msgspec.Meta(ge=1, le=600)]
    reason: Reason


TimeId = Annotated[Id, names("time")]


class StartTime(TournamentCommand, frozen=True, kw_only=True):
    """Time for one decision: asked for by a call, or that of the action clock."""

    may = TABLES
    about = ("entry",)
    time: NewId
    entry: EntryId
    kind: Literal["call", "action_clock"] = "call"
    faces: Literal["nothing", "bet", "all_in"] = "bet"
    count_asked: bool = False
    """He asked how much the all-in is."""


class StopTime(TournamentCommand, frozen=True, kw_only=True):
    """He acted; or nothing is left, and the book says what becomes of the hand."""

    may = TABLES
    time: TimeId
    acted: bool = True
