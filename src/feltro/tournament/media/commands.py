"""What people ask about media. A brand is an id of the house's own: `banco-x`."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import NEW, BrandId, NewId, PersonId, Reason, RequestId, SaleId
from feltro.kernel.roles import DESK, DIRECTOR, FLOOR, OFFICE

Millimetres = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class SignReceipt(TournamentCommand, frozen=True, kw_only=True):
    """The player signed the paper, and the clerk saw it."""

    may = DESK
    sale: SaleId


class NameOfficialSponsors(TournamentCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "press"
    brands: tuple[BrandId, ...]


class DeclareSponsor(TournamentCommand, frozen=True, kw_only=True):
    """A brand on the player's registration form."""

    may = DESK
    subject = "press"
    about = ("person",)
    rests_on = ("media.sponsor.declare_until", "media.sponsor.after_start")
    person: PersonId
    brand: BrandId


class MeasurePatch(TournamentCommand, frozen=True, kw_only=True):
    """A logo, patch or promotional accessory as measured at the table."""

    may = FLOOR
    subject = "press"
    about = ("person",)
    rests_on = ("media.patch.max_area_cm2",)
    patch: NewId
    person: PersonId
    brand: BrandId
    width_mm: Millimetres
    height_mm: Millimetres


class AskPress(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    subject = "press"
    about = ("person",)
    rests_on = ("media.press.activities",)
    request: Annotated[RequestId, NEW]
    person: PersonId
    activity: Literal["publicity", "press_conference", "interview", "photo_session"]


class AnswerPress(TournamentCommand, frozen=True, kw_only=True):
    may = FLOOR
    subject = "press"
    request: RequestId
    met: bool


class ReportCameras(TournamentCommand, frozen=True, kw_only=True):
    """A player did not show the cards, to the cameras of the table or to the official press."""

    may = FLOOR
    subject = "press"
    about = ("person",)
    rests_on = ("media.tv_cards.official_press", "media.tv_cards.buy_in_returned")
    report: NewId
    person: PersonId
    to: Literal["cameras", "press"] = "cameras"
    how: Literal["refusal", "delay", "partial"]
    reason: Reason = ""


class JudgeClothing(TournamentCommand, frozen=True, kw_only=True):
    may = DIRECTOR
    subject = "press"
    about = ("person",)
    rests_on = ("media.clothing.director_may",)
    verdict: NewId
    person: PersonId
    thing: Literal["clothing", "accessory", "logo", "words"]
    action: Literal["approve", "reject", "cover", "remove"]
    reason: Reason = ""
