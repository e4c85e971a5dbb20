"""What a season is at one moment."""

import msgspec


class SeasonState(msgspec.Struct, kw_only=True):
    season: str = ""
    name: str = ""
    year: int = 0
