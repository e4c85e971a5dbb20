"""What the direction does with an incident. What it writes goes into a row of the registry, never into an event."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, Command
from feltro.kernel.fields import NEW, ColleagueId, Count, CountedTable, EntryId, IncidentId, TournamentId
from feltro.kernel.roles import OFFICE

Account = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]


class IncidentCommand(Command, frozen=True, kw_only=True):
    tournament: TournamentId
    incident: IncidentId


class OpenIncident(IncidentCommand, frozen=True, kw_only=True):
    may = OFFICE
    taken_back = "CloseIncident"
    personal = ("kind", "people", "account")
    incident: Annotated[IncidentId, NEW]
    kind: Literal["suspicion", "hand_set_aside", "discrimination", "harassment", "theft", "other"]
    people: tuple[ColleagueId, ...] = ()
    table: CountedTable = 0
    hand: Count = 0
    account: Account
    """What happened, as told."""
    hold_prize_of: tuple[EntryId, ...] = ()
    """Entries whose prize waits until it is closed."""


class NoteOnIncident(IncidentCommand, frozen=True, kw_only=True):
    may = OFFICE
    taken_back = NEVER
    personal = ("account",)
    account: Account


class CloseIncident(IncidentCommand, frozen=True, kw_only=True):
    """Decided. A prize that waited for it is paid again, or forfeited by a penalty."""

    may = OFFICE
    taken_back = NEVER
    personal = ("account",)
    account: Account
    release_prizes: bool = True
