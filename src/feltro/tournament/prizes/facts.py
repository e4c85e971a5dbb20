"""What a decision about prizes knows from outside its tournament."""

from datetime import date
from typing import Any, Literal

import msgspec

from feltro.kernel.instants import Instant
from feltro.tournament.facts.prizes import Calendar

Account = Literal["own", "not_shown", "document_differs", "name_differs"]


class PrizeFacts(msgspec.Struct, frozen=True, kw_only=True):
    book_table: Any = None
    """The table that the book prints."""
    no_shows_centavos: int = 0
    """The prize part of seats that were won and never used."""
    won_at: Instant | None = None
    pay_by: date | None = None
    """The last business day that the book allows for paying a prize won then."""
    calendar: Calendar = Calendar()
    """By which it was counted."""
    account: Account = "not_shown"
    """Whether the account that the bank showed is the winner's own."""
    document_shown: bool = True
    """Whether anything was typed as the payee's document."""
    document_matches: bool | None = None
    """Whether the payee's document is the registered one; nothing: the registry has none."""
