"""Extras that were ordered and not paid yet."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.sheet import PriceAccount


class ExtraOrdered(Event, frozen=True, kw_only=True):
    """A rebuy, an add-on or the like whose PIX is awaited: its chips leave the tray with `ExtraSold`, once it came."""

    about = ("sale", "entry")
    sale: str
    entry: str
    person: str
    item: str
    price_centavos: int
    covered_centavos: int
    split_centavos: dict[PriceAccount, int]
    at: Instant
    by: str


class OrderDropped(Event, frozen=True, kw_only=True):
    """Nobody paid for it, or whom it was for no longer plays: no chips go out, and what came in is owed back."""

    about = ("sale",)
    sale: str
    ground: str
    at: Instant
