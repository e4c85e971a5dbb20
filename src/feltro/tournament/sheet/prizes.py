"""What is won: bounties, the payout table, seats of a satellite."""

from typing import Literal

import msgspec

from feltro.tournament.sheet.items import PriceAccount
from feltro.tournament.sheet.quantities import BasisPoints, Centavos, ChipValue, Count, LevelNumber, Some, Tag


class MysteryPrize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount_centavos: Centavos
    envelopes: Some


class Bounty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an elimination is worth. Each entry brings `amount_centavos` in the bounty part of its price."""

    kind: Literal["fixed", "progressive", "mystery"]
    amount_centavos: Centavos
    won_basis_points: BasisPoints = 10_000
    """The part that is paid at once; in a progressive one the rest goes on the winner's own head."""
    from_level: LevelNumber = 1
    """Eliminations count from this level on: mystery envelopes usually start on the second day."""
    envelopes: tuple[MysteryPrize, ...] = ()


class PayoutColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prizes for a number of entries: hundredths of a percent for each place from the first."""

    from_entries: Some
    until_entries: Some | None
    basis_points: tuple[BasisPoints, ...]


class Payout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    source: Literal["book", "sheet", "organiser"]
    """The book's printed table, the columns here, or announced by the organiser when registration ends."""
    rounding_centavos: Centavos | None = None
    """The unit prizes are rounded to; nothing: the book's."""
    columns: tuple[PayoutColumn, ...] = ()


class Withholding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the prize pool that is not paid as prizes. Players are told, so the sheet says it."""

    account: PriceAccount
    basis_points: BasisPoints
    """Of the prize part: 300 is 3 %."""


class Satellite(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a satellite is played for."""

    target: Tag
    """The tournament whose seats are won."""
    seat_centavos: Centavos
    seats: Some | None = None
    """A fixed number; nothing: as many as the pool buys."""
    remainder: Literal["next_place", "shared", "travel"] = "next_place"
    """What is left of the pool: to the first without a seat, among the winners, or for their travel."""
    already_seated: Literal["ticket", "cash", "next_place"] = "ticket"
    """A winner who already has a seat gets another ticket, its value, or it goes to the next player."""
    target_chips: ChipValue | None = None
    """Whoever has so many chips wins a seat at once and leaves play with them; nothing: by places."""
    hand_for_hand: bool = True
    """Played against the number of seats; where the sheet says no, tables go on as they are."""


class ActionClock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds per decision and time-bank cards. Nothing set: as the book says."""

    from_level: LevelNumber = 1
    seconds: Count | None = None
    card_seconds: Count | None = None
    cards: Count | None = None
    cards_each_day: Count | None = None
    cards_final_table: Count | None = None
