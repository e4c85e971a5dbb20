"""What happened about media."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class ReceiptSigned(Event, frozen=True, kw_only=True):
    about = ("sale",)
    sale: str
    person: str
    terms: tuple[str, ...]
    """What stood above the signature, each by its key in the words."""
    image_release: bool
    at: Instant


class OfficialSponsorsNamed(Event, frozen=True, kw_only=True):
    brands: tuple[str, ...]


class SponsorDeclared(Event, frozen=True, kw_only=True):
    about = ("person",)
    person: str
    brand: str
    after_start: bool


class PatchMeasured(Event, frozen=True, kw_only=True):
    about = ("patch",)
    patch: str
    person: str
    brand: str
    width_mm: int
    height_mm: int
    too_large: bool


class PressAsked(Event, frozen=True, kw_only=True):
    about = ("request",)
    request: str
    person: str
    activity: str
    owed: bool
    """Whether the rulebook has the player agree to it; otherwise it is an invitation."""


class PressAnswered(Event, frozen=True, kw_only=True):
    about = ("request",)
    request: str
    met: bool


class CamerasReported(Event, frozen=True, kw_only=True):
    about = ("report",)
    report: str
    person: str
    to: str
    how: str
    infraction: str
    proposed: tuple[str, ...]
    required: bool
    buy_in_returned: bool
    reason: str


class ClothingJudged(Event, frozen=True, kw_only=True):
    about = ("verdict",)
    verdict: str
    person: str
    thing: str
    action: str
    reason: str
