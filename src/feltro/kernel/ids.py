"""Names for identifiers. At run time they are plain strings and numbers."""

from typing import Annotated, NewType

from msgspec import Meta

BookId = NewType("BookId", str)
ClauseId = NewType("ClauseId", str)
ParameterName = NewType("ParameterName", str)

PersonId = NewType("PersonId", str)
SeasonId = NewType("SeasonId", str)
StageId = NewType("StageId", str)
TournamentId = NewType("TournamentId", str)
EntryId = NewType("EntryId", str)
DeskId = NewType("DeskId", str)

TableNumber = NewType("TableNumber", int)
SeatNumber = NewType("SeatNumber", int)

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
"""An identifier as it may arrive in a command."""
Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""What people call something."""
