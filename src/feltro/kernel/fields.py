"""Types of the fields of commands, told once: each says what it holds, and of an id also whose."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta

ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"

Id = Annotated[str, Meta(pattern=ID)]
TournamentId = Annotated[str, Meta(pattern=ID, extra={"names": "tournament"})]
SeasonId = Annotated[str, Meta(pattern=ID, extra={"names": "season"})]

Centavos = Annotated[int, Meta(ge=0, le=10**13)]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Year = Annotated[int, Meta(ge=1900, le=9999)]
Moment = Annotated[datetime, Meta(tz=True)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=2000)]
