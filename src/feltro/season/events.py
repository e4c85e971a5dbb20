"""What happened in a season."""

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    about: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[int] = 1


class SeasonCreated(Event, frozen=True, kw_only=True):
    about = ("season",)
    season: str
    name: str
    year: int
