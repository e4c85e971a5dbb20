"""Levels and days: what is posted, for how long, and where the breaks fall."""

from datetime import datetime
from typing import Annotated

import msgspec

from feltro.tournament.sheet.quantities import (
    Chips,
    ChipValue,
    LevelMinutes,
    LevelNumber,
    Minutes,
    Percent,
    Some,
    Tag,
)

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A date and time that names its zone, as people write it: `2026-11-20T19:00:00-03:00`."""


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One level. Its number is its place in the list, from 1.

    A tournament with several games fills what each of them posts: blinds and bets where there is a button,
    `stud_ante`, `bring_in` and bets in stud.
    """

    minutes: LevelMinutes
    small_blind: Chips = 0
    big_blind: Chips = 0
    ante: Chips = 0
    """What one payer of the ante puts in; who pays is the sheet's `ante_from`."""
    stud_ante: Chips = 0
    bring_in: Chips = 0
    small_bet: Chips = 0
    big_bet: Chips = 0
    break_minutes: Minutes = 0
    """A break when this level ends."""
    colour_up: tuple[ChipValue, ...] = ()
    """Chips that leave the tables when this level ends, in its break if it has one."""
    game: str | None = None
    """The game of this level, where the sheet does not follow its rotation."""


class Day(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One day, or one of several first days (flights)."""

    id: Tag
    """What the room calls it: `1A`, `2`, `final`."""
    starts_at: Moment
    from_level: LevelNumber = 1
    until_level: LevelNumber | None = None
    """The day ends with this level; nothing: it is played to the end, or to `until_players` or `until_percent`."""
    until_players: Some | None = None
    until_percent: Percent | None = None
    """Of the entries of this day, a part of a player counting as one: `12` plays down to 12 %."""
    closes_at: Moment | None = None
    """When the room has to be empty."""
    seats: Some | None = None
    """How many can sit at once; further entries wait as alternates."""

    @property
    def is_first(self) -> bool:
        """Whether people enter on this day: its players start with a starting stack."""
        return self.from_level == 1

    @property
    def is_last(self) -> bool:
        """Whether the winner is found on this day: it ends with no level and with no number of players."""
        return (self.until_level, self.until_players, self.until_percent) == (None, None, None)
