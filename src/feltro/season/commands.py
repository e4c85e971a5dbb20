"""What people ask of a season."""

from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Year = Annotated[int, msgspec.Meta(ge=1900, le=9999)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    season: Id


class CreateSeason(Command, frozen=True, kw_only=True):
    name: Name
    year: Year
