"""Events: the list by day, and one event."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.opening.commands import CloseRegistration, ExtendRegistration, MoveStart
from feltro.web.desk.counter import desk_of
from feltro.web.desk.said import one_person
from feltro.web.desk.strip import head
from feltro.web.events.days import by_day, named_stage, seasons
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text, whole
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import OFFICE, STAFF
from feltro.web.frame.streams import EVENT
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of

ADDRESS = "/eventos"


@staff_page(ADDRESS, STAFF, menu="events", starts=("organiser",))
def show_events(request: AnyRequest) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        days, live = by_day(house, now(request))
        known = seasons(house)
    context: dict[str, Any] = {"days": days, "live": live, "seasons": known, "office": me(request).role in OFFICE,
                               "today": _today(request), "tomorrow": _today(request) + timedelta(days=1)}  # fmt: skip
    if wants_fragment(request):
        return part(request, "events/_days.html", **context)
    return room_page(request, "events/events.html", **context)


def _today(request: AnyRequest) -> date:
    return local_time(now(request)).date()


# One event


@staff_page(ADDRESS + "/{tournament:str}", STAFF, follows=(EVENT,))
def show_event(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _event(request, tournament, None)


@staff_form(ADDRESS + "/{tournament:str}", OFFICE)
def change_event(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Extending, closing registration, moving a start: each is a command of its own."""
    command: TournamentCommand | Refused | None
    try:
        command = (
            _queue(request, tournament, data)
            if text(data, "act") == "close"
            else _change(request, tournament, data)
        )
    except ValueError:
        command = None
    if command is None:
        command = Refused("form.unfit", {"said": text(data, "act")})
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    return (
        _event(request, tournament, outcome, _typed_queue(data))
        if isinstance(outcome, Refused)
        else go(request, f"{ADDRESS}/{tournament}")
    )


def _typed_queue(data: dict[str, Any]) -> str:
    return str(data.get("queue", ""))[:8000]


def _queue(request: AnyRequest, tournament: str, data: dict[str, Any]) -> CloseRegistration | Refused:
    """One person on each line, in the order of the line: each gets a number."""
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        desk = desk_of(request, event)
        named = [one_person(desk, line.strip()[:100]) for line in _typed_queue(data).splitlines() if line.strip()]
    unknown = next((one for one in named if isinstance(one, Refused)), None)
    queue = tuple(one for one in named if isinstance(one, str))
    return unknown or CloseRegistration(tournament=tournament, queue=queue)


def _change(request: AnyRequest, tournament: str, data: dict[str, Any]) -> TournamentCommand | None:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    reason = text(data, "reason")
    match text(data, "act"):
        case "extend":
            return ExtendRegistration(tournament=tournament, until_level=whole(data, "level") or 0, reason=reason)
        case "move":
            with house_of(request).world.lock:
                zone = ZoneInfo(known_event(request, tournament).state.the_sheet.zone)
            start = datetime.fromisoformat(text(data, "start")).replace(tzinfo=zone)
            return MoveStart(tournament=tournament, day=text(data, "day"), starts_at=start, reason=reason)
    return None


def _event(request: AnyRequest, tournament: str, refused: Refused | None, queue: str = "") -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        sheet = event.state.the_sheet
        return room_page(
            request,
            "events/event.html",
            409 if refused else 200,
            event=event,
            sheet=sheet,
            head=head(event),
            stage=named_stage(house, event.state.season, event.state.stage),
            starts=[(day, event.state.starts_at(day)) for day in sheet.days],
            office=me(request).role in OFFICE,
            key=new_key(),
            queue=queue,
            copy=urlencode({"copia": tournament}),
            refused=why(refused, lang) if refused else None,
        )
