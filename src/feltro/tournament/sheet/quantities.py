"""How large the numbers and texts of a sheet may be. What comes from outside is checked against it at the door."""

from typing import Annotated

from msgspec import Meta

Centavos = Annotated[int, Meta(ge=0, le=10**12)]
Chips = Annotated[int, Meta(ge=0, le=10**12)]
ChipValue = Annotated[int, Meta(ge=1, le=10**9)]
Count = Annotated[int, Meta(ge=0, le=10**6)]
Some = Annotated[int, Meta(ge=1, le=10**6)]
"""A count of at least one."""
Minutes = Annotated[int, Meta(ge=0, le=1440)]
LevelMinutes = Annotated[int, Meta(ge=1, le=1440)]
LevelNumber = Annotated[int, Meta(ge=0, le=300)]
"""0 is the time before the start."""
BasisPoints = Annotated[int, Meta(ge=0, le=10_000)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Seats = Annotated[int, Meta(ge=2, le=10)]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Tag = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
"""An identifier that is safe in an address and in a ledger."""
HouseRules = Annotated[str, Meta(min_length=1, max_length=40_000)]
Prose = Annotated[str, Meta(max_length=4000)]


def until(happened: str) -> Meta:
    """A field of the sheet that may be changed until then: `sold` (anything was), `started` (a clock was),
    `announced` (the prizes were), `final_table` (it was formed)."""
    return Meta(extra={"until": happened})


AT_ANY_TIME = Meta(extra={"until": ""})
ROW_BY_ROW = Meta(extra={"until": "row"})
"""What is fixed of it is looked at row by row."""
