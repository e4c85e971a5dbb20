"""What happened about deals."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class DealOpened(Event, frozen=True, kw_only=True):
    about = ("deal",)
    deal: str
    stacks: dict[str, int]
    prizes_centavos: tuple[int, ...]
    least_reserve_centavos: int
    at: Instant


class DealProposed(Event, frozen=True, kw_only=True):
    about = ("deal",)
    deal: str
    number: int
    method: str
    amounts_centavos: dict[str, int]
    reserve_centavos: int


class DealAnswered(Event, frozen=True, kw_only=True):
    about = ("deal", "entry")
    deal: str
    number: int
    entry: str
    agrees: bool


class DealVetoed(Event, frozen=True, kw_only=True):
    about = ("deal",)
    deal: str
    ground: str
    reason: str


class DealClosed(Event, frozen=True, kw_only=True):
    about = ("deal",)
    deal: str
    number: int
    amounts_centavos: dict[str, int]
    reserve_centavos: int
    champion: str
    at: Instant
