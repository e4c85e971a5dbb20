"""Names for identifiers. At run time they are plain strings and numbers."""

from typing import NewType

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
