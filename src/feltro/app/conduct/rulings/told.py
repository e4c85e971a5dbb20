"""What was ruled, read back: of one event or of a whole season, and the rulings most like a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.conduct.rulings.kept import SITUATION
from feltro.rulings.precedents import Precedent, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.world import World
    from feltro.app.world.streams.rulings import KeptRuling, RulingsState
    from feltro.rulings.precedents import Likeness
    from feltro.store.port import Reader

MOST_COMPARED = 300
"""The latest of a season that a new ruling is held against."""


@dataclass(frozen=True, slots=True)
class GivenRuling:
    """A ruling as it was kept, with its event."""

    tournament: str
    id: str
    kept: KeptRuling

    @property
    def clauses(self) -> tuple[str, ...]:
        """That decided, as `book:clause`."""
        return self.kept.decisions[0].cites


def given_in(tournament: str, world: World) -> list[GivenRuling]:
    """The latest first. Hold the world's lock."""
    state: RulingsState = world.live(f"rulings:{tournament}").state
    return [GivenRuling(tournament, name, one) for name, one in reversed(state.rulings.items())]


def given_in_season(season: str, world: World) -> list[GivenRuling]:
    """Of every event of the season, the latest first. Hold the world's lock."""
    events = [stream.partition(":")[2] for stream in world.tournaments_of(season)] if season else []
    found = [one for event in events for one in given_in(event, world)]
    return sorted(found, key=lambda one: -one.kept.decisions[0].at)


def about(entry: str, rulings: list[GivenRuling]) -> Iterator[GivenRuling]:
    return (one for one in rulings if entry in one.kept.entries)


def persons_of(ruling: GivenRuling, world: World) -> set[str]:
    """Whom it is about, by who they are: an entry is a person's in one event only. Hold the world's lock."""
    entries = world.live(f"tournament:{ruling.tournament}").state.entries
    return {entries[entry].person for entry in ruling.kept.entries if entry in entries}


def situation_told(ruling: GivenRuling, store: Reader) -> dict[str, Any]:
    """What was told when it was kept; nothing where it was erased, or only a clause was cited."""
    row = store.kept(SITUATION, f"{ruling.tournament}/{ruling.id}")
    told: dict[str, Any] = msgspec.json.decode(row.body) if row else {}
    return told


def precedents(
    situation: dict[str, Any], clauses: frozenset[str], remedy: str, kept: list[GivenRuling], store: Reader
) -> list[tuple[GivenRuling, Likeness]]:
    """How this was decided before, the nearest first."""
    new = Precedent("", situation, clauses, remedy)
    by_id = {f"{one.tournament}/{one.id}": one for one in kept[:MOST_COMPARED]}
    told = ((name, one, situation_told(one, store)) for name, one in by_id.items())
    old = [Precedent(name, told, frozenset(one.clauses), one.kept.final.remedy) for name, one, told in told if told]
    return [(by_id[one.precedent.id], one) for one in nearest(new, old[::-1], most=3)]
