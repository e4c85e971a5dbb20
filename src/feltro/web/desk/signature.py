"""What a player signs or says at the counter: the receipt, and whether their image may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.commands import RecordImageConsent
from feltro.tournament.media.commands import SignReceipt

if TYPE_CHECKING:
    from feltro.web.desk.said import CounterForm


def sign_receipt(said: CounterForm) -> SignReceipt:
    return SignReceipt(tournament=said.tournament, sale=said["sale"])


def image_consent(said: CounterForm) -> RecordImageConsent:
    """Said at the counter, either way; a signed receipt says it by itself."""
    return RecordImageConsent(person=said["person"], granted=said["granted"] == "1", how="balcão")
