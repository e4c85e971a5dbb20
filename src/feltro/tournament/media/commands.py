"""What people ask about media. A brand is an id of the house's own: `banco-x`."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Id, Text

Millimetres = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class SignReceipt(TournamentCommand, frozen=True, kw_only=True):
    """The player signed the paper, and the clerk saw it."""

    sale: Id


class NameOfficialSponsors(TournamentCommand, frozen=True, kw_only=True):
    brands: tuple[Id, ...]


class DeclareSponsor(TournamentCommand, frozen=True, kw_only=True):
    """A brand on the player's registration form."""

    person: Id
    brand: Id


class MeasurePatch(TournamentCommand, frozen=True, kw_only=True):
    """A logo, patch or promotional accessory as measured at the table."""

    patch: Id
    person: Id
    brand: Id
    width_mm: Millimetres
    height_mm: Millimetres


class AskPress(TournamentCommand, frozen=True, kw_only=True):
    request: Id
    person: Id
    activity: Literal["publicity", "press_conference", "interview", "photo_session"]


class AnswerPress(TournamentCommand, frozen=True, kw_only=True):
    request: Id
    met: bool


class ReportCameras(TournamentCommand, frozen=True, kw_only=True):
    """A player did not show the cards, to the cameras of the table or to the official press."""

    report: Id
    person: Id
    to: Literal["cameras", "press"] = "cameras"
    how: Literal["refusal", "delay", "partial"]
    reason: Text = ""


class JudgeClothing(TournamentCommand, frozen=True, kw_only=True):
    verdict: Id
    person: Id
    thing: Literal["clothing", "accessory", "logo", "words"]
    action: Literal["approve", "reject", "cover", "remove"]
    reason: Text = ""
