"""Penalties as they stand at one moment. Only `evolve.py` changes them."""

import msgspec

from feltro.kernel.instants import Instant
from feltro.procedures.rights import Status


class Penalty(msgspec.Struct, kw_only=True):
    id: str
    person: str
    entry: str
    kind: str
    amount: int = 1
    hands: int = 0
    left: int = 0
    after_hand: bool = False
    slip: bool = False
    table: int = 0
    infraction: str = ""
    chips: int = 0
    follows_tables: bool = True
    follows_days: bool = True
    until_at: Instant | None = None
    until_level: int = 0
    until_day: str = ""
    at: Instant | None = None
    lifted: bool = False
    handed_on: bool = False
    returned: bool = False
    given_in: str = ""
    """The event it comes from, when it is another one."""
    cites: tuple[str, ...] = ()


class Sanctions(msgspec.Struct, kw_only=True):
    penalties: dict[str, Penalty] = {}
    of_person: dict[str, list[str]] = {}
    """In the order in which they were given."""
    serving: dict[str, list[str]] = {}
    """Those with hands left: served one after the other."""
    seen: dict[str, dict[str, int]] = {}
    """How often each person did what, penalised or not, by infraction."""
    allowed: dict[str, set[Status]] = {}
    """What the director lets a person do all the same, by the status that left it to him."""
    away: dict[str, int] = {}
    """Who is away, and the first level that would be missed whole."""

    def rename(self, gone: str, into: str) -> None:
        """Two people turned out to be one."""
        for penalty in self.penalties.values():
            penalty.person = into if penalty.person == gone else penalty.person
        for infraction, times in self.seen.pop(gone, {}).items():
            mine = self.seen.setdefault(into, {})
            mine[infraction] = mine.get(infraction, 0) + times
        if gone in self.allowed:
            self.allowed.setdefault(into, set()).update(self.allowed.pop(gone))
        for index in (self.of_person, self.serving):
            if gone in index:
                index[into] = [*index.get(into, ()), *index.pop(gone)]
