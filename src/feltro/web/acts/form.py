"""The one form of an act: drawn, read, asked once more where it is grave, done, or refused with what was typed kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from litestar.exceptions import NotFoundException

from feltro.app.desk.open_desk import open_desk_of
from feltro.kernel.outcome import Refused
from feltro.web.acts.asked import fields_for
from feltro.web.acts.confirmation import told_back
from feltro.web.acts.ground import Asking
from feltro.web.acts.listed import RARE, SEASON, address_of, fits
from feltro.web.acts.read import Unread, read_act
from feltro.web.acts.rests import rests_on
from feltro.web.direction import may
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import go, part, why
from feltro.web.frame.commands import give, key_again, new_key
from feltro.web.frame.fields import text, texts
from feltro.web.frame.gate import house_of, me, now
from feltro.web.frame.known import by_name, known_season, shown_event
from feltro.web.frame.last_act import describe, find_act
from feltro.web.frame.reasons import WANTS_REASON
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.unfit import WORDS
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.world.plan import Done
    from feltro.web.frame.answers import AnyAnswer
    from feltro.web.frame.gate import AnyRequest

OWN = ("_csrf_token", "key", "step", "achar", "volta", "lang", "at")
"""Fields of the form itself, not of what it asks."""
MOST_GIVEN = 3000


class Drawn(NamedTuple):
    """What the page around the form needs to show it."""

    asking: Asking
    status: int
    context: dict[str, Any]


def stand(request: AnyRequest, name: str, where: str, given: dict[str, Any], *, sent: bool) -> Asking:
    """Hold the world's lock. What somebody may not do is not there."""
    house = house_of(request)
    asking = Asking(house, language_of(request), now(request), given, sent=sent)
    if RARE[name].place == SEASON:
        return asking._replace(season=known_season(house, where))
    found = shown_event(request, where)
    desk = open_desk_of(house, me(request).user)
    return asking._replace(found=found, season=found.season, desk=desk)


def asked_of(request: AnyRequest) -> dict[str, Any]:
    """What the address says of the fields, and what was typed before news came."""
    query = request.query_params
    pairs: dict[str, Any] = {}
    for name in list(query.keys())[:MOST_GIVEN]:
        values = query.getall(name)
        pairs[name] = values if len(values) > 1 else values[0]
    return pairs


def allowed(request: AnyRequest, name: str, place: str) -> None:
    if name not in RARE or RARE[name].place != place or name not in may(me(request).role):
        raise NotFoundException


def draw(name: str, asking: Asking, unread: Unread | None = None, *, sure: bool = False) -> Drawn:
    """Hold the world's lock."""
    rule = asking.rule if name == "AmendRule" else None
    choosing = name == "AmendRule" and rule is None
    fields = [one for one in fields_for(name, asking) if not choosing or one.name == "parameter"]
    place = asking.found.id if asking.found else ""
    address = address_of(name, place, asking.season.season if asking.season else "")
    standing_now = asking.found is None or not asking.found.past
    context: dict[str, Any] = {
        "name": name,
        "rare": RARE[name],
        "fields": fields,
        "wrong": {one.field: why(one.refused, asking.lang) for one in (unread, *unread.others)} if unread else {},
        "first_wrong": unread.field if unread else "",
        "refused": why(unread.refused, asking.lang) if unread else None,
        "choosing": choosing,
        "holds": rule,
        "holds_now": asking.event.book.rulebook[rule.name] if rule else None,
        "fits": fits(name, asking.found.state if asking.found else None, asking.season),
        "address": address,
        "volta": local_path(text(asking.given, "volta")) if text(asking.given, "volta") else "",
        "key": key_again(asking.given, unread.refused if unread else None),
        "rests": rests_on(name, asking),
        "sure": told_back(name, fields, asking) if sure else None,
        "kept": [(one, value) for one in asking.given if one not in OWN for value in texts(asking.given, one)],
        "standing_now": standing_now,
        "live": "" if unread or sure or not standing_now else _streams(asking),
    }
    return Drawn(asking, 409 if unread else 200, context)


def _streams(asking: Asking) -> str:
    """What its lists are made from: the event and its people, the house's rooms; or the season."""
    store = asking.house.store
    if asking.found is None:
        season = f"season:{asking.season.season if asking.season else ''}"
        return f"{season}@{store.version(season)}"
    event, rooms = asking.found, sum(store.streams("room:").values())
    return f"{event.stream}@{event.version} room:*@{rooms}"


def search(request: AnyRequest, name: str, where: str) -> AnyAnswer:
    """Only who or what fits the words typed so far."""
    given = asked_of(request)
    with house_of(request).world.lock:
        asking = stand(request, name, where, given, sent=True)
        fields = fields_for(name, asking)
    field = next((one for one in fields if one.name == text(given, "achar") and one.kind == "search"), None)
    if field is None:
        raise NotFoundException
    return part(request, "acts/_found.html", one=field)


def act(request: AnyRequest, name: str, where: str, form: dict[str, Any]) -> Drawn | AnyAnswer:
    """A form that was sent: drawn again, or what became of it."""
    given = {**form, "key": text(form, "key") or new_key()}
    step = text(form, "step")
    with house_of(request).world.lock:
        asking = stand(request, name, where, given, sent=True)
        if step == "change":
            return draw(name, asking)
        command = read_act(name, asking)
        if isinstance(command, Unread):
            return draw(name, asking, command)
        if RARE[name].grave and step != "sure":
            return draw(name, asking, sure=True)
        # Said before it is done: somebody who is taken out is not on the list afterwards.
        told = told_back(name, fields_for(name, asking), asking)
    outcome = give(request, command, text(given, "key"))
    if isinstance(outcome, Refused):
        with house_of(request).world.lock:
            return draw(name, asking, _beside(name, outcome, asking))
    return _done(request, name, asking, outcome, told)


def _beside(name: str, refused: Refused, asking: Asking) -> Unread:
    """A refusal stands beside the field that it speaks of."""
    if refused.because in WORDS:
        return Unread(refused, str(refused.values.get("field", "")))
    fields = [one.name for one in fields_for(name, asking) if one.kind != "hidden"]
    field = next((one for one in fields if one in refused.values), "")
    if refused.because in WANTS_REASON and "reason" in fields:
        field = "reason"
    return Unread(by_name(refused, asking.found) if asking.found else refused, field)


def _done(request: AnyRequest, name: str, asking: Asking, outcome: Done, told: list[tuple[str, str]]) -> AnyAnswer:
    tournament = asking.found.id if asking.found else ""
    back = text(asking.given, "volta") or list_of(name, asking)
    if not wants_fragment(request):
        return go(request, local_path(back))
    house, acted = house_of(request), find_act(house_of(request), outcome.key)
    with house.world.lock:
        said = describe(acted, house, asking.lang) if acted else ""
    address = address_of(name, tournament, asking.season.season if asking.season else "")
    context = {"name": name, "done": said, "told": told, "address": address, "back": back}
    return part(request, "acts/_done.html", with_undo=True, **context)


def list_of(name: str, asking: Asking) -> str:
    """The page that leads to an act, with what was done said on it."""
    done = urlencode({"feito": name})
    if asking.found is None:
        return f"/temporada/{asking.season.season if asking.season else ''}?{done}"
    lists = {"direcao": "atos", "premios": "especiais"}
    return f"/{RARE[name].place}/{asking.found.id}/{lists[RARE[name].place]}?{done}"


def done_of(request: AnyRequest) -> str:
    """The act that a page says was done."""
    said = request.query_params.get("feito", "")
    return said if said in RARE else ""
