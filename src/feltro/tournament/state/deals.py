"""What a tournament remembers about deals. Only `evolve.py` changes it."""

import msgspec

from feltro.kernel.instants import Instant

OPEN, AGREED, VETOED, LEFT = "open", "agreed", "vetoed", "left"
PLAY, ALL_IN = "play", "all_in"


class DealProposal(msgspec.Struct, kw_only=True):
    number: int
    method: str
    amounts_centavos: dict[str, int]
    reserve_centavos: int
    consents: dict[str, bool] = {}
    """Who said yes, by mark. In old logs by entry, and also who did not."""
    declined: int = 0
    """How many said no since everybody was asked: who they are is nowhere."""

    @property
    def yes(self) -> int:
        return sum(self.consents.values())

    @property
    def heard(self) -> int:
        return len(self.consents) + self.declined


class Deal(msgspec.Struct, kw_only=True):
    id: str
    stacks: dict[str, int]
    """The chips of each entry as counted for this deal."""
    prizes_centavos: tuple[int, ...]
    """Of the places that are left."""
    least_reserve_centavos: int
    at: Instant
    status: str = OPEN
    paused: str = ""
    """The day whose clock stopped for it."""
    proposals: list[DealProposal] = []

    @property
    def current(self) -> DealProposal | None:
        return self.proposals[-1] if self.proposals else None


class Agreed(msgspec.Struct, kw_only=True):
    deal: str
    amounts_centavos: dict[str, int]
    reserve_centavos: int
    champion: str = ""
    """The chip leader where the book says so; otherwise whoever wins the last hand."""
    players: int
    at: Instant
    rest: str = PLAY
    """How what was reserved is won."""

    @property
    def total_centavos(self) -> int:
        return sum(self.amounts_centavos.values()) + self.reserve_centavos


class Deals(msgspec.Struct, kw_only=True):
    deals: dict[str, Deal] = {}
    agreed: Agreed | None = None
