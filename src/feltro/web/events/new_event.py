"""A new event from a template or an older one, and an announced one changed: the same form, its findings, its outlook."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.app.settings.tax import chosen_tax
from feltro.app.sheets.templates import templates
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.library import shipped
from feltro.tournament.opening.changes import FixedPart, announced_sheet, fixed
from feltro.tournament.opening.commands import ChangeSheet, CreateTournament
from feltro.tournament.sheet import Sheet
from feltro.web.events import calendar, drafts, levels, prices, settlement
from feltro.web.events.awards import LONGEST, shown_awards
from feltro.web.events.days import by_day, seasons, stage_on, stages
from feltro.web.events.extras import shown_extras
from feltro.web.events.models import model_card
from feltro.web.events.own_rules import KNOWN, TICKED, TYPED, OwnRules, known_rules, offered_rules
from feltro.web.events.play import ANTES
from feltro.web.events.preview import preview
from feltro.web.events.said import STEPS, findings_of, worth
from feltro.web.frame.addresses import SET_UP
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.commands import give, key_again
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.tournament.state import TournamentState

NEW = "/eventos/novo"
CHANGE = "/eventos/{tournament:str}/mudar"
CHANGING = STEPS[:-1]
"""What was settled stays settled: a rule is changed by an act of its own."""


class Where(NamedTuple):
    """What the form is about: a new event, or one that was announced."""

    address: str
    tournament: str = ""
    state: TournamentState | None = None


@staff_page(NEW, OFFICE)
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


@staff_page(NEW + "/folha", OFFICE)
def show_draft(
    request: AnyRequest,
    modelo: Annotated[str, Parameter(query="modelo")] = "",
    copia: Annotated[str, Parameter(query="copia")] = "",
) -> AnyAnswer:
    return _draft(request, _new(), {"template": modelo, "copy": copia}, None)


def draft_of(request: AnyRequest, form: dict[str, Any]) -> AnyAnswer:
    """The form as it begins with a sheet that came from elsewhere."""
    return _draft(request, _new(), {"template": "", "copy": "", **form}, None)


@staff_form(NEW + "/folha", OFFICE)
def create(request: AnyRequest, data: Form) -> AnyAnswer:
    """Checked again, a row more or less, or created: the button says which. Nothing is kept until it is created."""
    where = _new()
    sheet = _sheet(request, where, data)
    if text(data, "do") != "create" or isinstance(sheet, Refused):
        return _draft(request, where, data, sheet if isinstance(sheet, Refused) else None)
    command = CreateTournament(
        tournament=_address(request, data, sheet),
        season=text(data, "season"),
        stage=text(data, "stage"),
        sheet=sheet,
        answers=settlement.answers(sheet, data, chosen_tax(house_of(request).store)),
    )
    outcome = _elsewhere(request, command) or give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _draft(request, where, data, outcome)
    return go(request, f"/eventos/{command.tournament}")


@staff_page(CHANGE, OFFICE)
def show_change(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _draft(request, _announced(request, tournament), {}, None)


@staff_form(CHANGE, OFFICE)
def change(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    where = _announced(request, tournament)
    sheet = _sheet(request, where, data)
    if text(data, "do") != "create" or isinstance(sheet, Refused):
        return _draft(request, where, data, sheet if isinstance(sheet, Refused) else None)
    command = ChangeSheet(tournament=tournament, sheet=sheet, reason=text(data, "reason"))
    outcome = give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _draft(request, where, data, outcome)
    return go(request, f"/eventos/{tournament}")


def _new() -> Where:
    return Where(f"{NEW}/folha")


def _announced(request: AnyRequest, tournament: str) -> Where:
    with house_of(request).world.lock:
        event = known_event(request, tournament)
    return Where(f"/eventos/{tournament}/mudar", tournament, event.state)


def _elsewhere(request: AnyRequest, command: CreateTournament) -> Refused | None:
    """Season and stage are chosen apart: together they must be one place."""
    house = house_of(request)
    with house.world.lock:
        held = {stage for season, _, held in stages(house) if season == command.season for stage, _ in held}
    return Refused("events.stage.elsewhere") if command.stage and command.stage not in held else None


@staff_form(NEW + "/achados", OFFICE)
def check_draft(request: AnyRequest, data: Form) -> AnyAnswer:
    """What the linter says of the sheet as typed, and what it leads to, whenever a field is left; nothing is kept."""
    lang = language_of(request)
    changing = bool(text(data, "changing"))
    sheet = _sheet(request, _new(), data)
    if isinstance(sheet, Refused):
        said = why(sheet, lang)
        return part(
            request,
            "events/_findings.html",
            faults=[],
            faulty=True,
            unread=said,
            prices={},
            fresh=True,
            look=None,
            points_ahead=None,
            steps=(),
            changing=changing,
        )
    priced = {item.id: item.price_centavos for item in sheet.items}
    code = _address(request, data, sheet)
    moved = code if code != text(data, "id") else ""
    return part(
        request,
        "events/_findings.html",
        **findings_of(sheet, settlement.answers(sheet, data), lang),
        unread=None,
        prices=priced,
        fresh=True,
        steps=CHANGING if changing else STEPS,
        changing=changing,
        code=moved,
        look=preview(sheet, lang),
        by_formula=settlement.FORMULA_FIELD in data,
        points_worth=settlement.worth_as_typed(sheet, data),
        **worth(request, sheet, settlement.answers(sheet, data), text(data, "season")),
    )


def _address(request: AnyRequest, form: dict[str, Any], sheet: Sheet) -> str:
    key = text(form, "key")
    return drafts.address_of(house_of(request), form, sheet, envelope(request, key).key if key else "")


def _today(request: AnyRequest) -> date:
    return local_time(now(request)).date()


def _base(request: AnyRequest, where: Where, form: dict[str, Any]) -> Sheet:
    try:
        on = date.fromisoformat(text(form, "on"))
    except ValueError:
        on = _today(request) + timedelta(days=1)
    sent = drafts.base_sheet(house_of(request), form, on)
    sheet = sent if sent or where.state is None else announced_sheet(where.state)
    if sheet is None:
        raise NotFoundException
    return sheet


def _sheet(request: AnyRequest, where: Where, form: dict[str, Any]) -> Sheet | Refused:
    known = {KNOWN: _own_known(request)} if TICKED in form else {}
    return drafts.changed_sheet(_base(request, where, form), {**form, **known}, language_of(request))


def _own_known(request: AnyRequest) -> dict[str, OwnRules]:
    house = house_of(request)
    with house.world.lock:
        return known_rules(house)


def _draft(request: AnyRequest, where: Where, form: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    lang = language_of(request)
    form = settlement.with_house(settlement.with_answer(form), chosen_tax(house_of(request).store))
    read = _sheet(request, where, form)
    wrong = read if isinstance(read, Refused) else None
    sheet = _base(request, where, form) if isinstance(read, Refused) else read
    shown = refused or wrong
    held = _fixed(where, now(request))
    return room_page(
        request,
        "events/draft.html",
        409 if shown else 200,
        sheet=sheet,
        base=msgspec.json.encode(sheet).decode(),
        where=where,
        fixed=held,
        shut=lambda name: "disabled" if name in held else "",
        steps=CHANGING if where.state else STEPS,
        changing=where.state is not None,
        **findings_of(sheet, where.state.answers if where.state else settlement.answers(sheet, form), lang),
        **_rows(sheet, form, wrong=bool(wrong)),
        **_place(request, where, form, sheet),
        books=[(one, shipped().book(one).label) for one in shipped().ids],
        awards=shown_awards(sheet),
        own_rules=offered_rules(sheet.book, sheet.own_rules, _own_known(request)),
        own_text=str(form.get(TYPED, ""))[:40_000] if wrong else "",
        extras=shown_extras(sheet),
        look=preview(sheet, lang),
        **worth(request, sheet, *_season_of(where, sheet, form)),
        typed=lambda name, usual: text(form, name) if wrong and name in form else usual,
        unread=None,
        prices={},
        fresh=False,
        control=settlement.who_works(sheet, form, lang) if where.state is None else None,
        settling=settlement.short_page(sheet, form, lang) if where.state is None else [],
        groups=settlement.groups(sheet, form, lang) if where.state is None else [],
        key=key_again(form, shown),
        refused=why(shown, lang) if shown else None,
    )


def _rows(sheet: Sheet, form: dict[str, Any], *, wrong: bool) -> dict[str, Any]:
    """Days, prices and levels, row by row."""
    return {
        "columns": levels.columns(sheet),
        "levels": levels.rows(sheet, form if wrong else {}),
        "fresh_row": 0 if wrong else levels.fresh(form),
        "antes": ANTES,
        "item_kinds": prices.KINDS,
        "accounts": prices.ACCOUNTS,
        "ends": calendar.ENDS,
        "day_ends": {day.id: calendar.end_of(day) for day in sheet.days},
        "typed_columns": str(form["payout_columns"])[:LONGEST] if wrong and "payout_columns" in form else None,
        "starts": {day.id: day.starts_at.strftime("%Y-%m-%dT%H:%M") for day in sheet.days},
        "closes": {day.id: day.closes_at.strftime("%Y-%m-%dT%H:%M") if day.closes_at else "" for day in sheet.days},
    }


def _season_of(where: Where, sheet: Sheet, form: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """What was answered so far, and in which season the event stands."""
    return ({}, where.state.season) if where.state else (settlement.answers(sheet, form), text(form, "season"))


def _place(request: AnyRequest, where: Where, form: dict[str, Any], sheet: Sheet) -> dict[str, Any]:
    """Where the event stands: its season and stage, its address, and the events whose seats a satellite may give."""
    house = house_of(request)
    starts = local_time(sheet.starts_at, sheet.zone).date()
    with house.world.lock:
        known = stages(house)
        here = text(form, "season") or (known[0][0] if known else "")
        held = text(form, "stage") if "stage" in form or not here else stage_on(house, here, starts)
        days, _ = by_day(house, now(request))
    carried = {name: text(form, name) for name in ("template", "copy", "season")}
    made = {"id": "", "made_id": ""} if where.state else {
        "id": _address(request, form, sheet), "made_id": _address(request, {**form, "id": ""}, sheet)
    }  # fmt: skip
    targets = [(one.id, one.name) for _, events in days for one in events if one.id != where.tournament]
    return {"seasons": known, "form": carried | {"stage": held}, "targets": targets, **made}


def _fixed(where: Where, at: Any) -> dict[str, FixedPart]:
    """By the part of the sheet; nothing is fixed of an event that is not announced."""
    return {one.part: one for one in fixed(where.state, at)} if where.state else {}
