"""The second laptop: who may follow this one, how far it is, and what an earlier one took that has to be entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, post
from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.people.directory import load
from feltro.app.people.names import staff_called
from feltro.app.second.follower import ADDRESS
from feltro.app.second.reigns import (
    LeftAct,
    allow_follower,
    left_acts,
    reigns_of,
    settle_left,
    stop_follower,
)
from feltro.app.second.source import FollowSource, HeardFollower
from feltro.app.upkeep.places import stream_in_words
from feltro.app.world.streams.reigns import STREAM
from feltro.kernel.instants import SECOND
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.network import reached_at
from feltro.web.frame.visitor import language_of
from feltro.web.guard.threads import PAGES
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.words.languages import Lang

PATH = "/segundo"
SHOWN = ("number", "receipt", "table", "seat", "place")
"""What of an event somebody needs to enter it again."""
WHOSE, SUMS = ("person", "owner"), ("amount_centavos", "value_centavos")


@post(ADDRESS, include_in_schema=False, status_code=200)
async def answer_follower(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For whoever has no key of ours there is nothing here."""
    source: FollowSource | None = request.app.state.second
    sent = await request.body()
    told = await PAGES.run(source.answer, sent) if source else None
    if told is None:
        raise NotFoundException
    return Response(told, media_type="application/octet-stream", headers={"Cache-Control": "no-store"})


@staff_page(PATH, OFFICE, follows=(STREAM,), menu="second")
def show_second(request: AnyRequest) -> AnyAnswer:
    return _show(request)


@staff_form(PATH, ORGANISER)
def allow(request: AnyRequest) -> AnyAnswer:
    made = allow_follower(house_of(request), envelope(request))
    if isinstance(made, Refused):
        return _show(request, refused=made)
    return _show(request, command=f"feltro follow {reached_at(request)} --key {made.text}")


@staff_form(PATH + "/parar", ORGANISER)
def stop(request: AnyRequest) -> AnyAnswer:
    refused = stop_follower(house_of(request), envelope(request))
    return _show(request, refused=refused) if refused else go(request, PATH)


@staff_form(PATH + "/lancado", OFFICE)
def entered(request: AnyRequest, data: Form) -> AnyAnswer:
    link = digits(text(data, "link"), 12) or 0
    refused = settle_left(house_of(request).store, link, envelope(request))
    return _show(request, refused=refused) if refused else go(request, PATH)


def _show(request: AnyRequest, *, command: str = "", refused: Refused | None = None) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    state = reigns_of(house.store)
    source: FollowSource | None = request.app.state.second
    return room_page(
        request,
        "access/second.html",
        409 if refused else 200,
        state=state,
        behind=_behind(request, source.heard if source else None),
        command=command,
        left=[_said(request, one) for one in left_acts(house.store)],
        refused=why(refused, lang) if refused else None,
    )


def _behind(request: AnyRequest, heard: HeardFollower | None) -> dict[str, Any] | None:
    """Since when the second laptop may lack something; nothing where it never asked since the start."""
    if heard is None:
        return None
    last = house_of(request).store.last_link()
    return {
        "seconds": -(-max(0, now(request) - heard.at) // SECOND),
        "missing": max(0, (last.number if last else 0) - heard.link),
    }


def _said(request: AnyRequest, act: LeftAct) -> dict[str, Any]:
    """As somebody needs it who enters it again: the act, where, and what it says of people and money."""
    house, lang = house_of(request), language_of(request)
    streams = dict.fromkeys(one[0] for one in act.told)
    with house.world.lock:
        places = [stream_in_words(stream, house.world, lang) for stream in streams]
        facts = list(_facts(request, act))
    title = _title(act, facts, places, lang)
    said = [say(f"second.part.{name}", lang, value=value) for name, value in facts]
    return {
        "link": act.link,
        "at": act.at,
        "who": staff_called(act.who, house.store),
        "title": title,
        "places": places,
        "parts": [one for one in dict.fromkeys(said) if one.casefold() not in title.casefold()],
    }


def _title(act: LeftAct, facts: list[tuple[str, Any]], places: list[str], lang: Lang) -> str:
    """The act as the undo of every page says it; one without a sentence, or that cannot be said without its event, is an
    act of the house."""
    told = dict(reversed(facts))
    paid = [value for name, value in facts if name == "amount"]
    known = {**told, "people": told.get("person", "—"), "name": places[0] if places else "—"}
    values = dict.fromkeys(("person", "number", "table", "desk", "level", "item"), "—") | known
    key = next(
        (one for one in (f"act.{act.command}", f"acts.{act.command}") if one in sentences(lang)), "second.act"
    )
    try:
        said = say(key, lang, **{**values, "amount": sum(paid, ZERO)})
    except (LookupError, ValueError, TypeError):
        said = say("second.act", lang)
    return said[:1].upper() + said[1:]


def _facts(request: AnyRequest, act: LeftAct) -> Iterator[tuple[str, Any]]:
    """What its events say of people, chairs, numbers and money."""
    store = house_of(request).store
    for _, _, raw in act.told:
        fields = msgspec.json.decode(raw)
        for name, value in fields.items() if isinstance(fields, dict) else ():
            if name in WHOSE:
                found = load(store, str(value))
                yield "person", act.names.get(str(value)) or (found.called if found else "—")
            elif name in SUMS and isinstance(value, int):
                yield "amount", Money(value)
            elif name in SHOWN and isinstance(value, (str, int)) and value:
                yield name, str(value)
