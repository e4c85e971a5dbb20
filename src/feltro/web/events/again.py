"""Another event like this one, in one tap: a satellite of one table is full, and the next one opens."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.procedures.control import AREA
from feltro.tournament.opening.commands import CreateTournament
from feltro.web.events.drafts import new_address
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.app.handling import House
    from feltro.tournament.sheet import Sheet
    from feltro.tournament.state import TournamentState

READY = timedelta(minutes=15)
"""So long after the tap it starts: time to sell a table."""
STEP = 5
_NUMBERED = re.compile(r"(.*?)(?: (\d{1,4}))?")


@staff_form("/eventos/{tournament:str}/outro", OFFICE)
def open_again(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """The same sheet and the same answers, a quarter of an hour from now, under the next number. Straight to the desk."""
    house, key = house_of(request), text(data, "key")
    with house.world.lock:
        event = known_event(request, tournament)
        state = event.state
        made = _made(house, envelope(request, key).key)
        start = local_time(now(request), state.the_sheet.zone) + READY
        sheet = like(state.the_sheet, _next_name(house, state.the_sheet.name), start)
    if made:
        return go(request, f"/balcao/{made}")
    command = CreateTournament(
        tournament=new_address(house, sheet.name, start.date(), envelope(request, key).key),
        season=state.season,
        stage=state.stage,
        sheet=sheet,
        answers=_settled(state, me(request).role),
    )
    outcome = give(request, command, key)
    if isinstance(outcome, Refused):
        said = why(outcome, language_of(request))
        return room_page(
            request, "director/refused.html", 409, refused=said, event=event, back=f"/eventos/{tournament}"
        )
    return go(request, f"/balcao/{command.tournament}")


def _made(house: House, key: str) -> str:
    """Tapped twice, one is opened."""
    found = (one.gist.tournament for one in house.world.lives("tournament:") if one.gist and one.first_key == key)
    return next(found, "")


def _settled(state: TournamentState, role: str) -> dict[str, Any]:
    """As it was settled; how much control there is belongs to the owner, so that from others the house's own size holds."""
    return {
        name: answer for name, answer in state.answers.items() if role == "organiser" or not name.startswith(AREA)
    }


def like(sheet: Sheet, name: str, start: datetime) -> Sheet:
    """On round minutes; later days as far behind the first one as they were."""
    start = start.replace(second=0, microsecond=0)
    shift = start + timedelta(minutes=-start.minute % STEP) - min(day.starts_at for day in sheet.days)
    days = tuple(
        msgspec.structs.replace(
            day,
            starts_at=day.starts_at + shift,
            closes_at=day.closes_at + shift if day.closes_at else None,
        )
        for day in sheet.days
    )
    return msgspec.structs.replace(sheet, name=name, days=days)


def _next_name(house: House, name: str) -> str:
    """`Turbo 2` after `Turbo`, and the next number that no event of the house has."""
    stem = _stem(name)[0]
    taken = [_stem(one.gist.name) for one in house.world.lives("tournament:") if one.gist]
    last = max((number for other, number in taken if other == stem), default=1)
    return f"{stem} {last + 1}"


def _stem(name: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2] or 1)) if found else (name, 1)
