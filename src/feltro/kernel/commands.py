"""What every command carries. In JSON a command names itself: `{"type": "SellEntry", ...}`.

Ids are chosen by whoever asks, so that a command sent twice means the same thing. Free-text reasons
are kept in the registry; an event keeps only where to find them.
"""

from typing import ClassVar

import msgspec

from feltro.kernel.fields import SeasonId, TournamentId


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    personal: ClassVar[tuple[str, ...]] = ()
    """Fields that no digest, answer or event may hold, not even hashed."""


class TournamentCommand(Command, frozen=True, kw_only=True):
    """What is asked of a tournament."""

    tournament: TournamentId


class SeasonCommand(Command, frozen=True, kw_only=True):
    """What is asked of a season."""

    season: SeasonId
