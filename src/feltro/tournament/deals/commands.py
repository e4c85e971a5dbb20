"""What people ask about a deal: count the stacks, propose, say yes or no one by one, veto, close."""

from typing import Annotated, Literal

import msgspec

from feltro.tournament.commands import Centavos, Command, Count, Id, Text


class OpenDeal(Command, frozen=True, kw_only=True):
    """Play stops, and the chips of everybody left are counted."""

    deal: Id
    stacks: dict[Id, Count]


class ProposeDeal(Command, frozen=True, kw_only=True):
    """One way to share. A new proposal takes the place of the last, and everybody is asked again."""

    deal: Id
    method: Literal["icm", "chip_chop", "even", "typed"]
    amounts_centavos: dict[Id, Centavos] = msgspec.field(default_factory=dict)
    """Of a typed proposal."""
    reserve_centavos: Centavos | None = None
    """For the champion; nothing: the least that the book asks."""
    unit_centavos: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] = 1


class ConsentDeal(Command, frozen=True, kw_only=True):
    """One player's answer, heard at the table."""

    deal: Id
    entry: Id
    agrees: bool


class VetoDeal(Command, frozen=True, kw_only=True):
    deal: Id
    ground: Literal["pressure", "other"]
    reason: Text


class CloseDeal(Command, frozen=True, kw_only=True):
    """Everybody agreed and signed. Play goes on for what was reserved."""

    deal: Id
