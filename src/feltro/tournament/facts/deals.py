"""What happened about deals."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class DealOpened(Event, frozen=True, kw_only=True):
    schema = 2
    about = ("deal",)
    deal: str
    stacks: dict[str, int]
    prizes_centavos: tuple[int, ...]
    least_reserve_centavos: int
    at: Instant
    paused: str = ""
    """The day whose clock stopped for it."""


class DealProposed(Event, frozen=True, kw_only=True):
    about = ("deal",)
    deal: str
    number: int
    method: str
    amounts_centavos: dict[str, int]
    reserve_centavos: int


class DealAnswered(Event, frozen=True, kw_only=True):
    """Somebody said yes. Who, stands nowhere but in a mark whose key is erased with the proposal."""

    about = ("deal",)
    schema = 2
    deal: str
    number: int
    agrees: bool
    mark: str = ""
    entry: str = ""
    """Of old logs, which named them."""


class DealDeclined(Event, frozen=True, kw_only=True):
    """Somebody said no to a proposal. Nobody is named: whoever would not is not to be pressed."""

    about = ("deal",)
    deal: str
    number: int
    again: bool
    """A yes is not to be told from it, or from the marks that stand there: everybody is asked once more."""


class DealLeft(Event, frozen=True, kw_only=True):
    """They play on without a deal."""

    about = ("deal",)
    deal: str
    at: Instant


class DealVetoed(Event, frozen=True, kw_only=True):
    about = ("deal",)
    deal: str
    ground: str
    reason: str


class DealClosed(Event, frozen=True, kw_only=True):
    own = ("amounts_centavos",)
    schema = 2
    about = ("deal",)
    deal: str
    number: int
    amounts_centavos: dict[str, int]
    reserve_centavos: int
    champion: str
    at: Instant
    rest: str = "play"
    """How what was reserved is won: `play`, or `all_in` without looking."""
