"""The guided set-up of an empty house: five questions at once, or season, stage, first event and drawer one at a time."""

from datetime import date
from itertools import count
from typing import Annotated, Any

from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.app.sheets.templates import templates
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.library import shipped
from feltro.season.commands import AnnounceStage, CreateSeason
from feltro.web.events.days import seasons, stages
from feltro.web.events.models import model_card
from feltro.web.frame.addresses import SET_UP
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text, texts, whole
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.streams import DESKS, EVENTS, SEASONS
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whole_form import missing
from feltro.web.setup.first_hour import FIELDS, USUAL_METHODS, USUAL_TEMPLATE, make_ready, usual_book, usual_start
from feltro.web.setup.paid import METHODS
from feltro.web.setup.steps import STEPS, set_up, unfinished

Answers = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
FIRST_DONE = {"event", "drawer"}
"""Whoever has one of these is past the first hour: what is missing is then done step by step."""


@staff_page(SET_UP, OFFICE, follows=(SEASONS, EVENTS, DESKS), menu="setup", needed=unfinished)
def show_set_up(request: AnyRequest) -> AnyAnswer:
    return _show(request, {}, None)


@staff_form(SET_UP, ("organiser",))
def answer_five(request: AnyRequest, data: Answers) -> AnyAnswer:
    """The five questions: all of it is made ready, or the page says what stands in the way and keeps what was typed."""
    refused = make_ready(request, data)
    return _show(request, data, refused) if refused else go(request, SET_UP)


@staff_form(SET_UP + "/temporada", ("organiser",))
def create_season(request: AnyRequest, data: Form) -> AnyAnswer:
    """Its address is its year; of a second one in a year, the year and a number."""
    try:
        year = whole(data, "year") or 0
    except ValueError:
        year = 0
    with house_of(request).world.lock:
        taken = {season for season, _ in seasons(house_of(request))}
    numbered = (f"{year}-{number}" if number > 1 else str(year) for number in count(1))
    address = next(made for made in numbered if made not in taken)
    command = CreateSeason(season=address, name=text(data, "name"), year=year)
    return _done(request, data, give(request, command, text(data, "key")))


@staff_form(SET_UP + "/etapa", OFFICE)
def announce_stage(request: AnyRequest, data: Form) -> AnyAnswer:
    with house_of(request).world.lock:
        season = set_up(house_of(request)).season
        taken = house_of(request).world.live(f"season:{season}").state.stages if season else {}
        stage = next(made for made in (f"etapa-{n}" for n in count(1)) if made not in taken)
    first, last = (_day(text(data, name)) for name in ("first", "last"))
    backwards = bool(first and last and last < first)
    wrong = together(
        missing(data, "name", "venue"),
        Refused("form.missing", {"field": "first"}) if first is None else None,
        Refused("form.missing", {"field": "last"}) if last is None else None,
        Refused("setup.ends_before", {"field": "last"}) if backwards else None,
    )
    if wrong or first is None or last is None:
        return _show(request, data, wrong)
    command = AnnounceStage(
        season=season,
        stage=stage,
        name=text(data, "name"),
        venue=text(data, "venue"),
        address=text(data, "address"),
        hotel=text(data, "hotel"),
        first_day=first,
        last_day=last,
    )
    return _done(request, data, give(request, command, text(data, "key")))


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _done(request: AnyRequest, data: dict[str, Any], outcome: Any) -> AnyAnswer:
    return _show(request, data, outcome) if isinstance(outcome, Refused) else go(request, SET_UP)


def _show(request: AnyRequest, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found, known, announced = set_up(house), seasons(house), stages(house)
    today = local_time(now(request)).date()
    return room_page(
        request,
        "setup/steps.html",
        409 if refused else 200,
        setup=found,
        seasons=known,
        stages=announced,
        steps=STEPS,
        templates=[model_card(one, today, lang) for one in templates().values()],
        typed={name: text(typed, name) for name in ("name", "year", "venue", "address", "hotel", "first", "last")},
        today=today,
        key=new_key(),
        refused=why(refused, lang) if refused else None,
        five=_five(request, typed) if me(request).role == "organiser" and not found.done & FIRST_DONE else None,
    )


def _five(request: AnyRequest, typed: dict[str, Any]) -> dict[str, Any]:
    """The five questions with what was answered, or what is usual."""
    library, lang = shipped(), language_of(request)
    usual = {"book": usual_book(), "template": USUAL_TEMPLATE, "starts": usual_start(now(request))}
    said = {name: text(typed, name) or usual.get(name, "") for name in FIELDS}
    methods = library.parameters[METHODS].choices
    return {
        **said,
        "books": [(one, library.book(one).name) for one in library.ids],
        "methods": [(code, words.read(lang)) for code, words in methods.items()],
        "paid": texts(typed, "methods") if "club" in typed else list(USUAL_METHODS),
    }
