"""What people ask about tables, seats, button and balance."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import (
    NEW,
    UNASKED,
    Count,
    DayId,
    DrawId,
    EntryId,
    GivenReason,
    NewId,
    NoTableOrNumber,
    PersonId,
    Reason,
    RoomId,
    TableNumber,
)
from feltro.kernel.roles import DESK_AND_FLOOR, FLOOR, OFFICE, TABLES
from feltro.tournament.draws.commands import CommittingCommand
from feltro.tournament.facts.balance import Mode

Seat = Annotated[int, msgspec.Meta(ge=1, le=11)]

# Tables and draws, in tables.py and draws.py


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    number: TableNumber
    chairs: Seat = 9


class OpenTables(CommittingCommand, frozen=True, kw_only=True):
    """Tables for a day. Their chairs become a deck: its commitment is shown before the first chair is given out."""

    may = OFFICE
    draw: Annotated[DrawId, NEW]
    day: DayId = ""
    tables: Annotated[tuple[NewTable, ...], msgspec.Meta(min_length=1, max_length=5000)]
    room: RoomId | Literal[""] = ""
    """The room that the tables are taken from, where the house keeps one."""
    by_cards: bool = False
    """A physical draw: players pull a card for their chair. What is drawn later rests on the commitment all the same."""


class CloseTable(TournamentCommand, frozen=True, kw_only=True):
    """An empty table leaves the tournament."""

    may = OFFICE
    table: TableNumber


class LockChair(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    table: TableNumber
    seat: Seat
    why: Literal["broken", "camera", "reserved"] = "broken"


class UnlockChair(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    table: TableNumber
    seat: Seat


class RevealDraw(CommittingCommand, frozen=True, kw_only=True):
    """Publish the secret, so that anyone can repeat the draw; the next draws rest on a new one."""

    may = OFFICE
    subject = "draws"
    taken_back = NEVER
    draw: DrawId
    next_draw: NewId


# Seats, in seats.py


class SeatEntries(TournamentCommand, frozen=True, kw_only=True):
    """Everybody of a day who has no chair yet takes one, in order of sale."""

    may = OFFICE
    day: DayId = ""


class SeatPlayer(TournamentCommand, frozen=True, kw_only=True):
    """The director seats one entry by hand."""

    may = FLOOR
    entry: EntryId
    table: TableNumber
    seat: Seat
    reason: GivenReason


class SeatByCard(TournamentCommand, frozen=True, kw_only=True):
    """A physical draw: the player pulled a card, and this is the chair on it."""

    may = DESK_AND_FLOOR
    subject = "players"
    about = ("entry",)
    rests_on = ("seating.draw.method", "seating.draw.order")
    entry: EntryId
    table: TableNumber
    seat: Seat


class MovePlayer(TournamentCommand, frozen=True, kw_only=True):
    """The director moves one player by hand."""

    may = FLOOR
    entry: EntryId
    table: TableNumber
    seat: Seat
    reason: GivenReason


class SwapSeats(TournamentCommand, frozen=True, kw_only=True):
    """Two players agree to swap the chairs drawn."""

    may = FLOOR
    first: EntryId
    second: EntryId


class CorrectSeat(TournamentCommand, frozen=True, kw_only=True):
    """A player was found in a chair that was not drawn for him, and goes to the right one."""

    may = FLOOR
    subject = "players"
    about = ("entry",)
    rests_on = ("seating.wrong_seat.stack", "seating.wrong_seat.right_chips_needed")
    entry: EntryId
    found_table: TableNumber
    found_seat: Seat
    stack: Count
    """The chips that he has now."""
    right_chips: bool = True
    """Whether he began with the right chips."""


class Accommodate(TournamentCommand, frozen=True, kw_only=True):
    """The chairs that suit a person with a special need; none at all takes the note away."""

    may = DESK_AND_FLOOR
    subject = "players"
    about = ("person",)
    rests_on = ("seating.special_needs",)
    person: PersonId
    seats: tuple[Seat, ...] = ()
    tables: tuple[TableNumber, ...] = ()
    reason: Reason = ""


class MarkAbsent(TournamentCommand, frozen=True, kw_only=True):
    """A paid player is not there at the first hand."""

    may = TABLES
    subject = "players"
    about = ("entry",)
    rests_on = ("seating.absent_at_start.stack",)
    entry: EntryId


class MarkArrived(TournamentCommand, frozen=True, kw_only=True):
    may = TABLES
    entry: EntryId


# Button and hands, in button.py


class DrawButton(TournamentCommand, frozen=True, kw_only=True):
    """The chair of the first button: drawn by Feltro, or by cards dealt at a table."""

    may = FLOOR
    day: DayId = ""
    occasion: Literal["start", "restart", "redraw", "final_table"] = "start"
    seat: Annotated[int, msgspec.Meta(ge=0, le=11)] = 0
    """What the cards gave; 0: Feltro draws."""
    table: NoTableOrNumber = 0
    """The table at which it was drawn, where a draw counts for that table only."""


class ReportButton(TournamentCommand, frozen=True, kw_only=True):
    """Where the button was in the hand just played; blinds left out are those that go with it."""

    may = TABLES
    table: TableNumber
    button: Seat
    small_blind: Seat | None = None
    big_blind: Seat | None = None


class EndHand(TournamentCommand, frozen=True, kw_only=True):
    """A hand ended. Button and blinds follow from the hand before, unless the dealer says where they were."""

    may = TABLES
    table: TableNumber
    button: Seat | None = None
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    hand: Annotated[Count, UNASKED] = 0
    """Which of this table, as the screen that tells of it counts: told from two screens, it is one hand. 0: the next."""


# Balance and tables that halt or break


class SetBalancing(TournamentCommand, frozen=True, kw_only=True):
    """Published before the start: the difference left alone, and the order in which tables give players."""

    may = OFFICE
    mode: Mode = "propose"
    tolerance: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    giving_order: tuple[TableNumber, ...] = ()


class PublishBreakOrder(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    tables: Annotated[tuple[TableNumber, ...], msgspec.Meta(min_length=1)]


class ProposeBalance(TournamentCommand, frozen=True, kw_only=True):
    """What would even the tables of a day out, now."""

    may = FLOOR
    day: DayId = ""


class EditMove(TournamentCommand, frozen=True, kw_only=True):
    """In what was proposed, another player goes, or to another chair."""

    may = FLOOR
    day: DayId = ""
    instead_of: EntryId
    entry: EntryId
    table: TableNumber
    seat: Seat


class ConfirmMoves(TournamentCommand, frozen=True, kw_only=True):
    """Do what was proposed: the moves, the break or the final table."""

    may = FLOOR
    day: DayId = ""


class DropProposal(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    day: DayId = ""


class HaltTable(TournamentCommand, frozen=True, kw_only=True):
    """The direction stops a table that is short."""

    may = FLOOR
    table: TableNumber


class WaiveHalt(TournamentCommand, frozen=True, kw_only=True):
    """The table plays on although it is short."""

    may = OFFICE
    table: TableNumber
    reason: Reason = ""


class ResumeTable(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    table: TableNumber


class BreakTable(TournamentCommand, frozen=True, kw_only=True):
    """The next table of the published order breaks; another one only with a reason."""

    may = FLOOR
    table: TableNumber
    reason: Reason = ""


class Redraw(TournamentCommand, frozen=True, kw_only=True):
    """Everybody of a day draws a new chair at the tables named; the other tables close."""

    may = OFFICE
    day: DayId = ""
    tables: Annotated[tuple[TableNumber, ...], msgspec.Meta(min_length=1)]
    occasion: Literal["redraw", "final_table"] = "redraw"
