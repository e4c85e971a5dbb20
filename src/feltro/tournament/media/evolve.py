"""What media events do to the state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import media as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.media import Camera, Judged, Patch, PressDuty, Signed


def receipt_signed(state: TournamentState, event: e.ReceiptSigned) -> None:
    state.media.signed[event.sale] = Signed(person=event.person, at=event.at, image_release=event.image_release)


def official_sponsors_named(state: TournamentState, event: e.OfficialSponsorsNamed) -> None:
    state.media.official = event.brands


def sponsor_declared(state: TournamentState, event: e.SponsorDeclared) -> None:
    brands = state.media.brands
    brands[event.person] = (*brands.get(event.person, ()), event.brand)


def patch_measured(state: TournamentState, event: e.PatchMeasured) -> None:
    area = event.width_mm * event.height_mm
    state.media.patches[event.patch] = Patch(
        person=event.person, brand=event.brand, area_mm2=area, too_large=event.too_large
    )


def press_asked(state: TournamentState, event: e.PressAsked) -> None:
    state.media.press[event.request] = PressDuty(person=event.person, activity=event.activity, owed=event.owed)


def press_answered(state: TournamentState, event: e.PressAnswered) -> None:
    state.media.press[event.request].met = event.met


def cameras_reported(state: TournamentState, event: e.CamerasReported) -> None:
    state.media.cameras[event.report] = Camera(
        person=event.person, how=event.how, proposed=event.proposed, required=event.required
    )


def clothing_judged(state: TournamentState, event: e.ClothingJudged) -> None:
    state.media.judged[event.verdict] = Judged(person=event.person, thing=event.thing, action=event.action)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.ReceiptSigned: receipt_signed,
    e.OfficialSponsorsNamed: official_sponsors_named,
    e.SponsorDeclared: sponsor_declared,
    e.PatchMeasured: patch_measured,
    e.PressAsked: press_asked,
    e.PressAnswered: press_answered,
    e.CamerasReported: cameras_reported,
    e.ClothingJudged: clothing_judged,
}
