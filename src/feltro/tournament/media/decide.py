"""What the book lets people wear, sign and refuse. Most of it is written down, little of it is refused."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import media as e
from feltro.tournament.media import brands
from feltro.tournament.media import commands as c
from feltro.tournament.media.terms import terms_of
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState

MM2_IN_A_CM2 = 100


def said(book: Settled, name: str) -> Sourced:
    """What the book says, or what speaks for it. Infractions are settled only where the floor rules."""
    found = book.rulebook[name]
    if not isinstance(found, Silent):
        return found
    if found.fallback is None:
        raise LookupError(f"nobody says anything of {name}")
    return found.fallback


# Receipts


def sign_receipt(command: c.SignReceipt, state: TournamentState, book: Settled, now: Now) -> Outcome:
    sale = state.sales.get(command.sale)
    if sale is None:
        return Refused("sale.unknown", {"sale": command.sale})
    if not sale.receipt:
        return Refused("receipt.not_issued", {"sale": sale.id})
    if sale.id in state.media.signed:
        return Refused("receipt.already_signed", {"number": sale.receipt})
    by_signature = book["media.image.consent_by"].value == "receipt_signature"
    return (
        e.ReceiptSigned(
            sale=sale.id,
            person=sale.person,
            terms=tuple(term.key for term in terms_of(book)),
            image_release=book["media.image.release"].value and by_signature,
            at=now.at,
        ),
    )


# Sponsors


def name_official_sponsors(
    command: c.NameOfficialSponsors, _state: TournamentState, _book: Settled, _now: Now
) -> Outcome:
    return (e.OfficialSponsorsNamed(brands=tuple(dict.fromkeys(command.brands))),)


def measure_patch(command: c.MeasurePatch, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    """Written down whatever its size; one that is too large is marked, and the floor sees to it."""
    if command.patch in state.media.patches:
        return Refused("media.id_used", {"id": command.patch})
    most = book["media.patch.max_area_cm2"].value
    area = command.width_mm * command.height_mm
    return (
        e.PatchMeasured(
            patch=command.patch,
            person=command.person,
            brand=command.brand,
            width_mm=command.width_mm,
            height_mm=command.height_mm,
            too_large=bool(most) and area > most * MM2_IN_A_CM2,
        ),
    )


# Press and cameras


def ask_press(command: c.AskPress, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    if command.request in state.media.press:
        return Refused("media.id_used", {"id": command.request})
    owed = command.activity in book["media.press.activities"].value
    return (e.PressAsked(request=command.request, person=command.person, activity=command.activity, owed=owed),)


def answer_press(command: c.AnswerPress, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    asked = state.media.press.get(command.request)
    if asked is None:
        return Refused("media.no_such_request", {"request": command.request})
    if asked.met is not None:
        return Refused("media.request_answered", {"request": command.request})
    return (e.PressAnswered(request=command.request, met=command.met),)


def report_cameras(command: c.ReportCameras, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What the book proposes is kept with the report; the director decides."""
    if command.report in state.media.cameras:
        return Refused("media.id_used", {"id": command.report})
    press = book["media.tv_cards.official_press"]
    if command.to == "press" and not press.value:
        return Refused("media.press_not_owed", cites=press.cites)
    infraction = "conduct.tv_cards_refusal" if command.how == "refusal" else "conduct.tv_cards"
    found = said(book, infraction).value
    return (
        e.CamerasReported(
            report=command.report,
            person=command.person,
            to=command.to,
            how=command.how,
            infraction=infraction,
            proposed=tuple(found.sanctions),
            required=found.required,
            buy_in_returned=book["media.tv_cards.buy_in_returned"].value,
            reason=now.noted(command.reason),
        ),
    )


def judge_clothing(command: c.JudgeClothing, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.verdict in state.media.judged:
        return Refused("media.id_used", {"id": command.verdict})
    may = book["media.clothing.director_may"]
    if command.action not in may.value:
        return Refused("media.not_among_measures", {"action": command.action}, may.cites)
    return (
        e.ClothingJudged(
            verdict=command.verdict,
            person=command.person,
            thing=command.thing,
            action=command.action,
            reason=now.noted(command.reason),
        ),
    )


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.SignReceipt: sign_receipt,
    c.NameOfficialSponsors: name_official_sponsors,
    c.DeclareSponsor: brands.declare_sponsor,
    c.MeasurePatch: measure_patch,
    c.AskPress: ask_press,
    c.AnswerPress: answer_press,
    c.ReportCameras: report_cameras,
    c.JudgeClothing: judge_clothing,
}
