"""What a season's decision knows besides its own stream."""

from datetime import date

import msgspec

from feltro.kernel.instants import Instant


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament that a ticket is for, as far as a season needs it."""

    tournament: str
    stage: str
    event_day: date
    zone: str
    closed: bool
    price_centavos: int = 0
    split_centavos: dict[str, int] = {}


class Now(msgspec.Struct, frozen=True, kw_only=True):
    at: Instant
    role: str = ""
    key: str = ""
    target: Target | None = None
    without_id: tuple[str, ...] = ()
    """Of the people a command is about, those whose photo ID nobody has seen."""
    unknown: tuple[str, ...] = ()
    """Of the same people, those whom the registry does not know."""
