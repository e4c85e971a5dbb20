"""What people ask when a table needs somebody of the floor."""

from typing import Annotated, Literal

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import (
    CommandKey,
    EntryId,
    GivenReason,
    Id,
    NewId,
    NoTableOrNumber,
    Reason,
    TableNumber,
    names,
)
from feltro.kernel.roles import FLOOR, TABLES

Why = Literal["ruling", "time", "conduct", "chips", "cards", "seat", "other"]
CallId = Annotated[Id, names("call")]


class CallFloor(TournamentCommand, frozen=True, kw_only=True):
    """A table asks for the floor, and says what for."""

    may = TABLES
    about = ("table",)
    call: NewId
    table: TableNumber
    why: Why = "ruling"
    entry: EntryId | Literal[""] = ""
    """Whom it is about, where the table says so: who sits in the wrong chair."""
    reason: Reason = ""
    """What the dealer saw, in the notation of rulings and with entries for names: the floor confirms it."""


class TakeCall(TournamentCommand, frozen=True, kw_only=True):
    """Somebody of the floor goes there; the table sees who."""

    may = FLOOR
    call: CallId


class CloseCall(TournamentCommand, frozen=True, kw_only=True):
    """The table plays on."""

    may = TABLES
    call: CallId


class TellTable(TournamentCommand, frozen=True, kw_only=True):
    """A few words of the floor for one table, or for all of them."""

    may = FLOOR
    about = ("table",)
    table: NoTableOrNumber = 0
    """0: every table that is open."""
    reason: GivenReason
    """The words: kept where they can be erased."""


class HearMessage(TournamentCommand, frozen=True, kw_only=True):
    """The table has read it."""

    may = TABLES
    table: TableNumber
    message: CommandKey
