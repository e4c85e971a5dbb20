"""A model under a book that it was not written for: an evening of the house's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.sheets.settlement import faults_of

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet


def as_house_evening(sheet: Sheet) -> Sheet:
    """An evening of a club is no event of the series whose book it plays by: what the series' funds would get is settled as not
    charged, and where the book prints no table of prizes the organiser announces them. Whatever else does not fit is refused
    when the event is made, and said."""
    faults = faults_of(sheet)
    if any(one.because == "sheet.payout_not_in_book" for one in faults):
        sheet = msgspec.structs.replace(sheet, payout=msgspec.structs.replace(sheet.payout, source="organiser"))
    unpaid = [one.values["part"] for one in faults if one.because == "sheet.ranking_fee_missing"]
    return msgspec.structs.replace(sheet, fees_settled=tuple(dict.fromkeys((*sheet.fees_settled, *unpaid))))
