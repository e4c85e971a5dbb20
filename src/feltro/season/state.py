"""What a season is at one moment."""

import msgspec

from feltro.kernel.instants import Instant
from feltro.season.events import StageAnnounced
from feltro.season.ranking.record import Ranking

OPEN, USED, LAPSED = "open", "used", "lapsed"


class Ticket(msgspec.Struct, kw_only=True):
    id: str
    owner: str
    value_centavos: int
    target: str
    online: bool
    status: str = OPEN
    used_for: str = ""
    owners: list[str] = []
    """Everybody it belonged to, in order."""


class Banned(msgspec.Struct, kw_only=True):
    person: str
    ground: str
    since: Instant
    until: Instant | None
    kind: str = ""


class Owed(msgspec.Struct, kw_only=True):
    """Hands to sit out, from an event that is over for the person."""

    person: str
    tournament: str
    hands: int
    cites: tuple[str, ...]


class SeasonState(msgspec.Struct, kw_only=True):
    season: str = ""
    name: str = ""
    year: int = 0
    stages: dict[str, list[StageAnnounced]] = {}
    """Every announcement of each stage; the last one holds."""
    tickets: dict[str, Ticket] = {}
    bans: dict[str, Banned] = {}
    disqualified: dict[str, dict[str, str]] = {}
    """People sent away for a whole stage: the events that did it, each with its stage."""
    penalties: dict[str, Owed] = {}
    """Hands left from earlier events, by event and penalty."""
    used_ids: set[str] = set()
    ranking: Ranking = msgspec.field(default_factory=Ranking)

    def ban_of(self, person: str, at: Instant) -> Banned | None:
        ban = self.bans.get(person)
        return ban if ban and (ban.until is None or at < ban.until) else None

    def disqualified_in(self, person: str, stage: str) -> tuple[str, ...]:
        """Events of a stage that sent a person away for all of it."""
        mine = self.disqualified.get(person, {})
        return tuple(event for event, of in mine.items() if of == stage)

    def open_tickets(self, target: str) -> list[Ticket]:
        return [one for one in self.tickets.values() if one.status == OPEN and one.target == target]
