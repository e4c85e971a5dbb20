"""Who would have points and has no profile with the series: named, and entered in one go by whoever may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.public.names import PublicNames
from feltro.app.ranking import COUNTS, SeasonRanking, ranking_of
from feltro.kernel.outcome import Refused
from feltro.season.ranking.commands import RegisterForRanking
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, texts
from feltro.web.frame.gate import AnyRequest, house_of, staff_form
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.handling import House


def without_profile(ranking: SeasonRanking) -> list[str]:
    """Everybody whose points wait for a profile, the best scores first; nobody where the book asks for none."""
    admitted = ranking.admitted
    if admitted is None:
        return []
    waiting: dict[str, int] = {}
    for one in ranking.events.values():
        if one.status == COUNTS and one.result:
            for finisher, points in zip(one.result.finishers, one.scores, strict=True):
                if points and finisher.person not in admitted:
                    waiting[finisher.person] = waiting.get(finisher.person, 0) + points
    return sorted(waiting, key=lambda person: -waiting[person])


def waiting_for(house: House, ranking: SeasonRanking | Refused) -> dict[str, Any]:
    """For the page of the standings. Hold the world's lock."""
    if isinstance(ranking, Refused):
        return {"waiting": [], "waiting_cites": ()}
    shown = PublicNames(house.store)
    people = [(person, shown.of(person)) for person in without_profile(ranking)]
    cites = ranking.rules.book["ranking.requires_profile"].cites if people else ()
    return {"waiting": people, "waiting_cites": cites}


@staff_form("/ranking/{season:str}/cadastros", RegisterForRanking.may)
def enter_all(request: AnyRequest, season: str, data: Form) -> AnyAnswer:
    """Those ticked have shown their profile: each is a command of its own."""
    house = house_of(request)
    with house.world.lock:
        ranking = ranking_of(season, house.world, house.books)
        known = set() if isinstance(ranking, Refused) else set(without_profile(ranking))
    for person in texts(data, "person"):
        outcome = give(request, RegisterForRanking(season=season, person=person)) if person in known else None
        if isinstance(outcome, Refused):
            said = why(outcome, language_of(request))
            return room_page(request, "director/refused.html", 409, refused=said, back=f"/ranking/{season}")
    return go(request, f"/ranking/{season}")
