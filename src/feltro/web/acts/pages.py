"""The forms of acts where they stand: with the direction, with the prizes, with a season."""

from typing import Any

from feltro.web.acts import listed
from feltro.web.acts.form import Drawn, act, allowed, asked_of, done_of, draw, search, stand
from feltro.web.acts.listed import OF_DIRECTION, offered
from feltro.web.direction import FLOOR, FRAME, framed, may, show
from feltro.web.frame.answers import AnyAnswer, part, room_page
from feltro.web.frame.fields import Form
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.menu import MONEY
from feltro.web.frame.templates import wants_fragment

DIRECTION = "/direcao/{tournament:str}"
PRIZES = "/premios/{tournament:str}"
SEASON = "/temporada/{season:str}"
ACT = "/ato/{name:str}"


@staff_page(DIRECTION + "/atos", FLOOR)
def list_acts(request: AnyRequest, tournament: str) -> AnyAnswer:
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        can = may(me(request).role)
        groups = {} if found.past else offered(OF_DIRECTION, can, found.state, found.season)
        done = done_of(request)
        return show(request, found, "/atos", "director/_acts.html", groups=groups, act_done=done)


@staff_page(DIRECTION + ACT, FLOOR)
def show_direction_act(request: AnyRequest, tournament: str, name: str) -> AnyAnswer:
    return _show(request, listed.FLOOR, name, tournament)


@staff_form(DIRECTION + ACT, FLOOR)
def do_direction_act(request: AnyRequest, tournament: str, name: str, data: Form) -> AnyAnswer:
    return _do(request, listed.FLOOR, name, tournament, data)


@staff_page(PRIZES + ACT, MONEY)
def show_prize_act(request: AnyRequest, tournament: str, name: str) -> AnyAnswer:
    return _show(request, listed.MONEY, name, tournament)


@staff_form(PRIZES + ACT, MONEY)
def do_prize_act(request: AnyRequest, tournament: str, name: str, data: Form) -> AnyAnswer:
    return _do(request, listed.MONEY, name, tournament, data)


@staff_page(SEASON + ACT, MONEY)
def show_season_act(request: AnyRequest, season: str, name: str) -> AnyAnswer:
    return _show(request, listed.SEASON, name, season)


@staff_form(SEASON + ACT, MONEY)
def do_season_act(request: AnyRequest, season: str, name: str, data: Form) -> AnyAnswer:
    return _do(request, listed.SEASON, name, season, data)


def _show(request: AnyRequest, place: str, name: str, where: str) -> AnyAnswer:
    """Anything in the address that is one of its fields is filled in already."""
    allowed(request, name, place)
    if "achar" in request.query_params:
        return search(request, name, where)
    with house_of(request).world.lock:
        given = asked_of(request)
        # A key comes back only with what was typed before news came: then the form was filled in.
        asking = stand(request, name, where, given, sent="key" in given)
        return _framed(request, place, draw(name, asking))


def _do(request: AnyRequest, place: str, name: str, where: str, form: dict[str, Any]) -> AnyAnswer:
    allowed(request, name, place)
    answer = act(request, name, where, form)
    return _framed(request, place, answer) if isinstance(answer, Drawn) else answer


def _framed(request: AnyRequest, place: str, drawn: Drawn) -> AnyAnswer:
    """Alone where it opens beside a page, else on a page of the place where it stands."""
    asking, context = drawn.asking, drawn.context
    if wants_fragment(request):
        return part(request, "acts/_act.html", **context)
    if asking.found is None:
        return room_page(request, "ranking/act.html", drawn.status, season=asking.season, **context)
    if place == listed.MONEY:
        return room_page(request, "money/act.html", drawn.status, event=asking.found, tab="special", **context)
    frame = framed(asking.found, me(request).role, "/atos", "acts/_act.html")
    # What was refused is said in the form, beside its field.
    return room_page(request, FRAME, drawn.status, **{**frame, **context})
