"""What a player signs or says at the counter: the receipt, whether their image may be used, how the world sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.commands import ChoosePublicity, RecordImageConsent
from feltro.kernel.outcome import Refused
from feltro.season.commands import ConfirmSelfExclusion
from feltro.tournament.media.commands import SignReceipt

if TYPE_CHECKING:
    from feltro.web.desk.said import CounterForm


def sign_receipt(said: CounterForm) -> SignReceipt:
    return SignReceipt(tournament=said.tournament, sale=said["sale"])


def image_consent(said: CounterForm) -> RecordImageConsent:
    """Said at the counter, either way; a signed receipt says it by itself."""
    return RecordImageConsent(person=said["person"], granted=said["granted"] == "1", how="balcão")


def publicity(said: CounterForm) -> ChoosePublicity:
    return ChoosePublicity(
        person=said["person"], initials=said["initials"] == "1", page=said["page"] == "1", how="balcão"
    )


def keep_away(said: CounterForm) -> ConfirmSelfExclusion | Refused:
    """The player's own wish, with the document in hand."""
    months = said["months"]
    if not (months.isascii() and months.isdecimal() and 1 <= int(months) <= 12):
        return Refused("exclusion.months")
    return ConfirmSelfExclusion(
        season=said.desk.event.state.season,
        person=said["person"],
        months=int(months),
        photo_id_seen=said["photo_id_seen"] == "1",
    )
