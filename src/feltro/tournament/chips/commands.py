"""What people do with chips. Amounts are in the value of chips, unless they are told to be pieces."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import NEW, Count, CountedTable, EntryId, RaceId, Reason, SaleId
from feltro.kernel.roles import FLOOR, OFFICE, ROLES, TABLES
from feltro.tournament.draws.commands import CommittingCommand

Value = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Some = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Seat = Annotated[int, msgspec.Meta(ge=1, le=12)]
CardName = Annotated[str, msgspec.Meta(pattern=r"^(10|[2-9TJQKA])[cdhs]$")]


class CountStack(TournamentCommand, frozen=True, kw_only=True):
    may = TABLES
    entry: EntryId
    chips: Some


class TellStack(TournamentCommand, frozen=True, kw_only=True):
    """A player says how many chips stand in front of them, and nobody counted. The seat card proves whose they are."""

    may = ROLES
    taken_back = NEVER
    personal = ("card",)
    entry: EntryId
    chips: Some
    card: Annotated[str, msgspec.Meta(max_length=40)]
    """What the code on the seat card says."""


class OrderStacks(TournamentCommand, frozen=True, kw_only=True):
    """The floor has a player arrange the chips."""

    may = FLOOR
    subject = "chips"
    about = ("entry",)
    rests_on = ("chips.stacks.floor_may_rearrange",)
    entry: EntryId
    why: Literal["uncountable", "high_chips_hidden", "irregular"]


class CallColorUp(CommittingCommand, frozen=True, kw_only=True):
    """A chip leaves play at every table. Calling it tells the room, and seals the cards of the race."""

    may = OFFICE
    race: Annotated[RaceId, NEW]
    remove: Value
    keep: Value


class RaceTable(TournamentCommand, frozen=True, kw_only=True):
    """The race at one table: from sealed cards, or with the cards that the dealer dealt."""

    may = TABLES
    race: RaceId
    table: CountedTable
    odd: dict[Seat, Some]
    """By seat, pieces that could not be exchanged at equal value."""
    stacks_visible: bool = False
    bare: tuple[Seat, ...] = ()
    """Seats that have nothing but their odd chips."""
    cards: dict[Seat, tuple[CardName, ...]] = msgspec.field(default_factory=dict)
    collected: Count = 0
    """Pieces taken off the table altogether, odd ones among them; 0: not counted."""


class CloseRace(TournamentCommand, frozen=True, kw_only=True):
    """Every table has raced: the sealed cards may be checked by anybody."""

    may = OFFICE
    taken_back = NEVER
    race: RaceId


class ExchangeChips(TournamentCommand, frozen=True, kw_only=True):
    """Chips of one player, for others of the same worth."""

    may = FLOOR
    subject = "chips"
    about = ("entry",)
    rests_on = ("chips.color_up.single_players",)
    entry: EntryId
    gives: dict[Value, Some]
    gets: dict[Value, Some]


class FindLateChips(TournamentCommand, frozen=True, kw_only=True):
    """A player turns up with chips that left play in a race."""

    may = FLOOR
    subject = "chips"
    about = ("entry",)
    rests_on = ("chip_race.late_exchange", "chip_race.late_remainder")
    entry: EntryId
    race: RaceId
    pieces: Some


class RemoveChips(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    subject = "chips"
    about = ("entry",)
    rests_on = ("transport.hidden.chips", "chips.lost.owner_unknown")
    ground: Literal["confiscated", "lost_and_found", "correction"]
    chips: Some
    entry: EntryId | Literal[""] = ""
    from_count: bool = False
    """The last count of the player's stack had them in it."""
    reason: Reason = ""


class ReturnChips(TournamentCommand, frozen=True, kw_only=True):
    """Chips found on the floor, whose owner is known: they never left play."""

    may = FLOOR
    subject = "chips"
    about = ("entry",)
    entry: EntryId
    chips: Some


class AddChips(TournamentCommand, frozen=True, kw_only=True):
    """A stack was handed out short, and is made good."""

    may = OFFICE
    subject = "chips"
    about = ("entry",)
    entry: EntryId
    chips: Some
    reason: Reason


class RedeemVoucher(TournamentCommand, frozen=True, kw_only=True):
    """The chips of a rebuy or an add-on reach the table, and the voucher is torn up."""

    may = TABLES
    sale: SaleId


class CountChipSet(TournamentCommand, frozen=True, kw_only=True):
    """The house's own chips, by value and piece, before the event and after it."""

    may = FLOOR
    subject = "chips"
    when: Literal["before", "after"]
    pieces: dict[Value, Count]
