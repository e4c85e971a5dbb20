"""Rulings as the world may read them: what was decided and by which clause, never who sat there or who decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.conduct.rulings.told import given_in
from feltro.app.settings.change import settings_of
from feltro.app.settings.public_rulings import tells_rulings
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import cites_of

if TYPE_CHECKING:
    from datetime import date

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.kernel.outcome import Cite

MOST = 300
"""The latest; a season of rulings is the direction's to read."""


class PublicRuling(NamedTuple):
    at: Instant
    zone: str
    event: str
    event_name: str
    level: int
    remedy: str
    to: int | None
    cites: tuple[Cite, ...]
    first_remedy: str
    """What was said first, where the direction decided otherwise."""

    @property
    def day(self) -> date:
        return local_time(self.at, self.zone).date()


def rulings_told(house: House) -> list[PublicRuling] | None:
    """The latest first; nothing at all where the house keeps them to itself. Hold the world's lock."""
    if not tells_rulings(settings_of(house.store)):
        return None
    found = []
    for live in house.world.lives("tournament:"):
        gist = live.gist
        if gist is None:
            continue
        for one in given_in(gist.tournament, house.world):
            first, final = one.kept.decisions[0], one.kept.final
            found.append(
                PublicRuling(
                    at=first.at,
                    zone=gist.zone,
                    event=gist.tournament,
                    event_name=gist.name,
                    level=one.kept.level,
                    remedy=final.remedy,
                    to=final.to,
                    cites=tuple(cites_of(first.cites)),
                    first_remedy=first.remedy if one.kept.overruled else "",
                )
            )
    return sorted(found, key=lambda one: -one.at)[:MOST]


def by_day(rulings: list[PublicRuling]) -> dict[date, list[PublicRuling]]:
    found: dict[date, list[PublicRuling]] = {}
    for one in rulings:
        found.setdefault(one.day, []).append(one)
    return found
