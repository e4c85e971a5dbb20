"""The clauses that an act rests on: of the rules that its decision reads, as the event settled them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.handling.catalogue import COMMANDS
from feltro.app.ranking import SeasonRanking, ranking_of

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.rulebook.settle import Settled
    from feltro.web.acts.ground import Asking

MOST_CITED = 4


def rests_on(name: str, asking: Asking) -> list[Cite]:
    """Nothing where no rule decides, or where the season's events follow several books."""
    book = _book(asking)
    cites = [cite for rule in COMMANDS[name].rests_on for cite in book[rule].cites] if book else []
    return list(dict.fromkeys(cites))[:MOST_CITED]


def _book(asking: Asking) -> Settled | None:
    if asking.found is not None:
        return asking.found.book
    house = asking.house
    ranking = ranking_of(asking.season.season, house.world, house.books) if asking.season else None
    return ranking.rules.book if isinstance(ranking, SeasonRanking) else None
