"""Events: the list by day, one event, and a new one from a template or an older one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.app.sheets.settlement import faults_of
from feltro.app.sheets.templates import templates
from feltro.kernel.commands import TournamentCommand
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.opening.commands import CloseRegistration, CreateTournament, ExtendRegistration, MoveStart
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.faults import Fault
from feltro.web.desk.counter import desk_of
from feltro.web.desk.said import one_person
from feltro.web.desk.strip import head
from feltro.web.events import drafts, levels, settlement
from feltro.web.events.awards import LONGEST, shown_awards
from feltro.web.events.days import by_day, seasons, stage_on, stages
from feltro.web.events.models import model_card
from feltro.web.events.play import ANTES, field_of
from feltro.web.frame.addresses import SET_UP
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text, whole
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import OFFICE, STAFF
from feltro.web.frame.streams import EVENT
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

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


@staff_page(ADDRESS + "/novo", OFFICE)
def choose_template(request: AnyRequest) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        known = seasons(house)
        days, _ = by_day(house, now(request))
    if not known:
        return go(request, SET_UP)
    shown = [model_card(one, _today(request), lang) for one in templates().values()]
    older = [event for _, events in reversed(days) for event in events]
    return room_page(request, "events/choose.html", templates=shown, older=older)


@staff_page(ADDRESS + "/novo/folha", OFFICE)
def show_draft(
    request: AnyRequest,
    modelo: Annotated[str, Parameter(query="modelo")] = "",
    copia: Annotated[str, Parameter(query="copia")] = "",
) -> AnyAnswer:
    return _draft(request, {"template": modelo, "copy": copia}, None)


@staff_form(ADDRESS + "/novo/folha", OFFICE)
def create(request: AnyRequest, data: Form) -> AnyAnswer:
    """Checked again, or created: the button says which. Nothing is kept until it is created."""
    sheet = _sheet(request, data)
    if text(data, "do") != "create" or isinstance(sheet, Refused):
        return _draft(request, data, sheet if isinstance(sheet, Refused) else None)
    command = CreateTournament(
        tournament=_address(request, data, sheet),
        season=text(data, "season"),
        stage=text(data, "stage"),
        sheet=sheet,
        answers=settlement.answers(sheet, data),
    )
    outcome = _elsewhere(request, command) or give(request, command, text(data, "key"))
    return (
        _draft(request, data, outcome)
        if isinstance(outcome, Refused)
        else go(request, f"{ADDRESS}/{command.tournament}")
    )


def _elsewhere(request: AnyRequest, command: CreateTournament) -> Refused | None:
    """Season and stage are chosen apart: together they must be one place."""
    house = house_of(request)
    with house.world.lock:
        held = {stage for season, _, held in stages(house) if season == command.season for stage, _ in held}
    return Refused("events.stage.elsewhere") if command.stage and command.stage not in held else None


@staff_form(ADDRESS + "/novo/achados", OFFICE)
def check_draft(request: AnyRequest, data: Form) -> AnyAnswer:
    """What the linter says of the sheet as typed, whenever a field is left; nothing is kept."""
    sheet = _sheet(request, data)
    if isinstance(sheet, Refused):
        said = why(sheet, language_of(request))
        return part(request, "events/_findings.html", faults=[], faulty=True, unread=said, prices={}, fresh=True)
    prices = {item.id: item.price_centavos for item in sheet.items}
    shown = _findings(request, sheet)
    code = _address(request, data, sheet)
    moved = code if code != text(data, "id") else ""
    return part(request, "events/_findings.html", **shown, unread=None, prices=prices, fresh=True, code=moved)


def _address(request: AnyRequest, form: dict[str, Any], sheet: Sheet) -> str:
    key = text(form, "key")
    return drafts.address_of(house_of(request), form, sheet, envelope(request, key).key if key else "")


def _findings(request: AnyRequest, sheet: Sheet) -> dict[str, Any]:
    faults = [one for one in faults_of(sheet) if isinstance(one, Fault)]
    parts = {item.id: f"part_{item.id}_{next(iter(item.split_centavos), '')}" for item in sheet.items}
    said = [(one, say(one.because, language_of(request), **one.values), field_of(one, parts)) for one in faults]
    return {"faults": said, "faulty": any(one.weight == "wrong" for one in faults)}


def _today(request: AnyRequest) -> date:
    return local_time(now(request)).date()


def _sheet(request: AnyRequest, form: dict[str, Any]) -> Sheet | Refused:
    try:
        on = date.fromisoformat(text(form, "on"))
    except ValueError:
        on = _today(request) + timedelta(days=1)
    sheet = drafts.starting_sheet(house_of(request), text(form, "template"), text(form, "copy"), on)
    if sheet is None:
        raise NotFoundException
    return drafts.changed_sheet(sheet, form)


def _starting(request: AnyRequest, form: dict[str, Any]) -> int:
    """How many levels the sheet had before anybody changed it."""
    sheet = _sheet(request, {name: form.get(name, "") for name in ("template", "copy")})
    return len(sheet.levels) if isinstance(sheet, Sheet) else 0


def _draft(request: AnyRequest, form: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    read = _sheet(request, form)
    wrong = read if isinstance(read, Refused) else None
    sheet = _sheet(request, {name: form.get(name, "") for name in ("template", "copy")}) if wrong else read
    if isinstance(sheet, Refused):
        raise NotFoundException
    starts = local_time(sheet.starts_at, sheet.zone).date()
    with house.world.lock:
        known = stages(house)
        here = text(form, "season") or (known[0][0] if known else "")
        held = text(form, "stage") if "stage" in form or not here else stage_on(house, here, starts)
    shown = refused or wrong
    return room_page(
        request,
        "events/draft.html",
        409 if shown else 200,
        sheet=sheet,
        **_findings(request, sheet),
        columns=levels.columns(sheet),
        levels=levels.rows(sheet, form if wrong else {}),
        level_sources=levels.sources(form, _starting(request, form), moved=not wrong),
        fresh_row=levels.fresh(form) if not wrong else 0,
        antes=ANTES,
        awards=shown_awards(sheet),
        typed_columns=str(form["payout_columns"])[:LONGEST] if wrong and "payout_columns" in form else None,
        typed=lambda name, usual: text(form, name) if wrong and name in form else usual,
        unread=None,
        prices={},
        fresh=False,
        control=settlement.who_works(sheet, form, lang),
        groups=settlement.groups(sheet, form, lang),
        seasons=known,
        form={name: text(form, name) for name in ("template", "copy", "season")} | {"stage": held},
        id=_address(request, form, sheet),
        made_id=_address(request, {**form, "id": ""}, sheet),
        key=text(form, "key") or new_key(),
        starts={day.id: day.starts_at.strftime("%Y-%m-%dT%H:%M") for day in sheet.days},
        refused=why(shown, lang) if shown else None,
    )


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
            starts=[(day, event.state.starts_at(day)) for day in sheet.days],
            office=me(request).role in OFFICE,
            key=new_key(),
            queue=queue,
            copy=urlencode({"copia": tournament}),
            refused=why(refused, lang) if refused else None,
        )
