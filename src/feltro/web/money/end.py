"""The end of an event, step by step; the first that is not done stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.ranking.results import people_by_place
from feltro.app.upkeep.copies import copies_folder, take_copy
from feltro.kernel.outcome import Refused
from feltro.web.director.end_steps import ending_for
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY, OFFICE
from feltro.web.frame.visitor import language_of
from feltro.web.money.payouts import ADDRESS
from feltro.web.ranking.routes import seen_streams

if TYPE_CHECKING:
    pass

DONE, NOW, LATER = "done", "now", "later"


@staff_page(ADDRESS + "/{tournament:str}/fecho", MONEY)
def show_end(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _page(request, tournament)


@staff_form(ADDRESS + "/{tournament:str}/fecho/copia", OFFICE)
def keep_copy(request: AnyRequest, tournament: str) -> AnyAnswer:
    """The whole house into one file, while it works: the last thing of a night."""
    house = house_of(request)
    with house.world.lock:
        known_event(request, tournament)
    folder = copies_folder(house.store)
    made = take_copy(house.store, folder, now(request)) if folder else None
    return (
        _page(request, tournament, made)
        if isinstance(made, Refused)
        else go(request, f"{ADDRESS}/{tournament}/fecho")
    )


def _page(request: AnyRequest, tournament: str, refused: Refused | None = None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        season = event.state.season
        has_result = people_by_place(event.state) is not None
        steps = ending_for(me(request), event, house)
        seen = seen_streams(house, season) if season else f"{event.stream}@{event.version}"
    first = next((number for number, step in enumerate(steps) if not step.done), len(steps))
    marks = [DONE if step.done else NOW if number == first else LATER for number, step in enumerate(steps)]
    return room_page(
        request,
        "money/ending.html",
        409 if refused else 200,
        refused=why(refused, language_of(request)) if refused else None,
        event=event,
        season=season,
        steps=list(zip(steps, marks, strict=True)),
        finished=first == len(steps),
        has_result=has_result,
        seen=seen,
        key=new_key(),
        tab="ending",
    )
