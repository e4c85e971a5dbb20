"""Where the public value of each draw comes from, and how far it is. Only `evolve.py` changes it."""

from typing import Annotated

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.roles import STAFF
from feltro.kernel.sight import seen_by

CARDS, PHONES, PLAYER, LOTTERY, DRAND = "cards", "phones", "player", "lottery", "drand"


class Source(msgspec.Struct, kw_only=True):
    """Named at the commitment, and held to."""

    commitment: str
    kind: str
    reference: str = ""
    caller: Annotated[str, seen_by(STAFF)] = ""
    due: Instant = Instant(0)
    public: str = ""
    """Fixed once."""
    phones: dict[str, str] = {}
    """What each phone sealed, with its value once shown."""
    closed: bool = False
    """No further phone may come."""

    @property
    def awaits(self) -> bool:
        """Nothing may be drawn yet. Cards that people pull wait for nobody."""
        return not self.public and self.kind != CARDS


class Draws(msgspec.Struct, kw_only=True):
    sources: dict[str, Source] = {}
    """By commitment."""
    served: dict[str, str] = {}
    """Commitments that another one's value serves, each with that one."""
    given_up: dict[str, str] = {}
    """Commitments with which nothing more is drawn, and why."""
    taken_back: list[str] = []
    """Commitments whose command was undone: the room has seen them."""
    bags: list[tuple[str, tuple[tuple[int, int], ...]]] = []
    """Physical draws: day and tables."""

    def rename(self, gone: str, into: str) -> None:
        """Two people turned out to be one."""
        for source in self.sources.values():
            source.caller = into if source.caller == gone else source.caller

    def source(self, commitment: str) -> Source | None:
        return self.sources.get(self.served.get(commitment, commitment))

    def public(self, commitment: str) -> str:
        source = self.source(commitment)
        return source.public if source else ""
