"""What every command carries. In JSON a command names itself: `{"type": "SellEntry", ...}`.

Ids are chosen by whoever asks, so that a command sent twice means the same thing. Free-text reasons
are kept in the registry; an event keeps only where to find them.
"""

from typing import ClassVar

import msgspec

from feltro.kernel.fields import SeasonId, TournamentId
from feltro.kernel.roles import Roles

UNDO = "Undo"
NEVER = ""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    """A command's class is its card: all that the house knows about it, except words, pages and what it decides."""

    may: ClassVar[Roles] = ()
    """Who may give it."""
    rests_on: ClassVar[tuple[str, ...]] = ()
    """The rules that its decision reads, by the names of their parameters, the most telling first."""
    subject: ClassVar[str] = ""
    """Of what is asked seldom: what it is listed under. An act of every day has a button of its own, and none."""
    about: ClassVar[tuple[str, ...]] = ()
    """The fields that name whom or what it is done to: it is offered where one looks at that player or table."""
    grave: ClassVar[bool] = False
    """Cannot simply be undone, or takes something from somebody: it is named and asked once more before it is done."""
    second_person: ClassVar[bool] = False
    """Somebody else than whoever did what it is about."""
    money_out: ClassVar[bool] = False
    """Money leaves the house by it, or a sale is taken back: on a device that several share, somebody says who it is."""
    taken_back: ClassVar[str] = UNDO
    """By undoing, by a command of its own, or never."""
    personal: ClassVar[tuple[str, ...]] = ()
    """Fields that no digest, answer or event may hold, not even hashed."""


class TournamentCommand(Command, frozen=True, kw_only=True):
    """What is asked of a tournament."""

    tournament: TournamentId


class SeasonCommand(Command, frozen=True, kw_only=True):
    """What is asked of a season."""

    season: SeasonId
