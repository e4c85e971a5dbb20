"""Somebody asked for an entry from a phone. Ids only."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class EntryAsked(Event, frozen=True, kw_only=True):
    about = ("ask",)
    final = True
    ask: str
    interest: bool
    at: Instant


class AskWithdrawn(Event, frozen=True, kw_only=True):
    about = ("ask",)
    final = True
    ask: str


class AskTaken(Event, frozen=True, kw_only=True):
    about = ("ask", "person")
    final = True
    ask: str
    person: str
