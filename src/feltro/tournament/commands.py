"""What people ask of a tournament. In JSON a command names itself: `{"type": "SellEntry", ...}`.

Ids are chosen by whoever asks, so that a command sent twice means the same thing. Free-text reasons
are kept in the registry; an event keeps only where to find them.
"""

from typing import Annotated, Any, Literal

import msgspec

from feltro.tournament.sheet import Moment, Sheet

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Centavos = Annotated[int, msgspec.Meta(ge=0, le=10**13)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

Method = Literal["cash", "debit_card", "credit_card", "pix", "bank_transfer", "deposit", "ticket", "courtesy"]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    """What every command to a tournament has."""

    tournament: Id


class Payment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the price, or all of it. What a card costs on top is added by the desk."""

    method: Method
    amount_centavos: Centavos
    tendered_centavos: Centavos | None = None
    """Cash on the counter; the change is what is over."""
    surcharge_centavos: Centavos | None = None
    """From the desk's own table of card fees, where the book says that the table prevails."""
    txid: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,35}$")] = ""
    ticket: Id | Literal[""] = ""


# Opening and closing, in opening.py


class CreateTournament(Command, frozen=True, kw_only=True):
    season: Id
    stage: Id | Literal[""] = ""
    sheet: Sheet
    answers: dict[str, Any] = {}
    """What the organiser settled where the book is silent; the rest is taken as proposed."""


class MoveStart(Command, frozen=True, kw_only=True):
    """Another time for a day; the old one is kept."""

    day: Name
    starts_at: Moment
    reason: Text = ""


class ExtendRegistration(Command, frozen=True, kw_only=True):
    until_level: Count
    reason: Text = ""


class CloseRegistration(Command, frozen=True, kw_only=True):
    queue: tuple[Id, ...] = ()
    """People still in line when the time is up: each gets a token, in this order."""


class MarkLevel(Command, frozen=True, kw_only=True):
    """The clock reached a level (0: not started), or the break after it."""

    level: Count
    in_break: bool = False


# Selling, in entries.py


class SellEntry(Command, frozen=True, kw_only=True):
    entry: Id
    person: Id
    item: Name
    day: Name = ""
    """Which first day; may be left out when there is only one."""
    desk: Id
    payments: tuple[Payment, ...] = ()
    buyer: Id | Literal[""] = ""
    """Who stands at the desk, when that is not the player."""
    terms_accepted: bool = False
    hand_over_receipt: bool = True
    """Whether the receipt is handed over at once; otherwise `IssueReceipt` does it later."""
    surrenders: bool = False
    """The player gives up the chips of a live entry to buy this one."""
    token: Count = 0
    """The number that was handed out in the closing queue."""


class IssueReceipt(Command, frozen=True, kw_only=True):
    sale: Id
