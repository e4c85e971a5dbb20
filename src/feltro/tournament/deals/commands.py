"""What people ask about a deal: count the stacks, propose, say yes or no one by one, veto, close."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import NEW, Centavos, Count, DealId, EntryId, Reason
from feltro.kernel.roles import FLOOR, OFFICE


class OpenDeal(TournamentCommand, frozen=True, kw_only=True):
    """Play stops, the clock too, and the chips of everybody left are counted."""

    may = FLOOR
    deal: Annotated[DealId, NEW]
    stacks: dict[EntryId, Count]


class ProposeDeal(TournamentCommand, frozen=True, kw_only=True):
    """One way to share. A new proposal takes the place of the last, and everybody is asked again."""

    may = FLOOR
    deal: DealId
    method: Literal["icm", "chip_chop", "even", "typed"]
    amounts_centavos: dict[EntryId, Centavos] = msgspec.field(default_factory=dict)
    """Of a typed proposal."""
    reserve_centavos: Centavos | None = None
    """For the champion; nothing: the least that the book asks."""
    unit_centavos: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] = 1


class ConsentDeal(TournamentCommand, frozen=True, kw_only=True):
    """One player's answer, heard alone. Who says yes or no is written down nowhere."""

    may = FLOOR
    personal = ("entry", "agrees")
    deal: DealId
    entry: EntryId
    agrees: bool


class VetoDeal(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    deal: DealId
    ground: Literal["pressure", "other"]
    reason: Reason


class CloseDeal(TournamentCommand, frozen=True, kw_only=True):
    """Everybody agreed and signed. What was reserved is played for, or everybody is all-in without looking."""

    may = OFFICE
    deal: DealId
    rest: Literal["play", "all_in"] = "play"


class LeaveDeal(TournamentCommand, frozen=True, kw_only=True):
    """No deal: nobody says why, and the clock goes on where it stood."""

    may = FLOOR
    deal: DealId
