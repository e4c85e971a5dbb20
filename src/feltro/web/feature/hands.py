"""Hands listed, replayed step by step and handed out: to the production at once, to everybody else when their time has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.feature.door import feature_of
from feltro.app.feature.exports import history, story, text_of
from feltro.app.feature.figures import figures
from feltro.app.feature.play import deeds_until
from feltro.app.feature.sight import cutoff, shown, visible
from feltro.app.public.names import PublicNames
from feltro.kernel.roles import OFFICE
from feltro.web.feature.keyed import HANDS, PRODUCTION, keyed_page, of_production
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.fields import digits
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page, who
from feltro.web.frame.known import known_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.app.world.streams.feature import FeatureHand, FeatureState
    from feltro.kernel.instants import Instant

OF_KEY = PRODUCTION + "/{key:str}/maos"
OF_EVENT = HANDS + "/{event:str}"
PRODUCING_EVERY, OUTSIDE_EVERY = 3, 15
"""Seconds until a list asks again: a hand whose time has come is news that no stream tells."""


class Looking(NamedTuple):
    """Who looks at the hands of an event: until when, by which names, and under which address."""

    event: EventView
    state: FeatureState
    until: Instant | None
    called: Callable[[str], str]
    address: str

    def hand(self, number: str) -> FeatureHand:
        found = {one.number: one for one in visible(self.state, self.until)}.get(digits(number) or 0)
        if found is None:
            raise NotFoundException
        return found

    def names(self, kept: FeatureHand) -> list[str]:
        return [self.called(one) for one in kept.entries]

    @property
    def place(self) -> dict[str, str]:
        sheet = self.event.state.the_sheet
        return {"event": sheet.name, "zone": sheet.zone}


def producing(request: AnyRequest, key: str) -> Looking:
    found = of_production(request, key)
    state = feature_of(found.event.house, found.event.id)
    return Looking(found.event, state, None, found.event.names.of, f"{found.address}/maos")


def outside(request: AnyRequest, event: str) -> Looking:
    """Whoever directs reads the hands late, as everybody does; others only where the director publishes them."""
    found = known_event(request, event)
    state = feature_of(found.house, found.id)
    visitor = who(request)
    directs = visitor is not None and visitor.role in OFFICE
    if found.state.sheet is None or not (directs or state.published):
        raise NotFoundException
    names, entries = PublicNames(found.house.store), found.state.entries

    def called(entry: str) -> str:
        return names.of(entries[entry].person) if entry in entries else entry

    return Looking(found, state, cutoff(state, now(request)), called, f"{HANDS}/{event}")


@keyed_page(OF_KEY)
def list_producing(request: AnyRequest, key: str) -> AnyAnswer:
    with house_of(request).world.lock:
        return _listed(request, producing(request, key))


@open_page(OF_EVENT, follows=("tournament:{event}",))
def list_outside(request: AnyRequest, event: str) -> AnyAnswer:
    with house_of(request).world.lock:
        return _listed(request, outside(request, event))


@keyed_page(OF_KEY + "/{hand:str}")
def replay_producing(request: AnyRequest, key: str, hand: str) -> AnyAnswer:
    with house_of(request).world.lock:
        return _one(request, producing(request, key), hand)


@open_page(OF_EVENT + "/{hand:str}")
def replay_outside(request: AnyRequest, event: str, hand: str) -> AnyAnswer:
    with house_of(request).world.lock:
        return _one(request, outside(request, event), hand)


def _listed(request: AnyRequest, looking: Looking) -> AnyAnswer:
    hands = visible(looking.state, looking.until)
    tables = sorted({one.table for one in hands})
    context: dict[str, Any] = {
        "looking": looking,
        "every": PRODUCING_EVERY if looking.until is None else OUTSIDE_EVERY,
        "hands": [shown(one, looking.called, "all", looking.until) for one in reversed(hands)],
        "figures": [
            (table, figures([one for one in hands if one.table == table], looking.until)) for table in tables
        ],
    }
    return gate_page(request, "feature/hands.html", **context)


def _one(request: AnyRequest, looking: Looking, written: str) -> AnyAnswer:
    """`12` is the replay, `12.phh` and `12.txt` are files, `todas.phh` has every hand in a section of its own."""
    number, _, kind = written.partition(".")
    if written == "todas.phh":
        parts = (f"[{one.number}]\n{_phh(looking, one)}" for one in visible(looking.state, looking.until))
        return _file("\n".join(parts), written)
    kept = looking.hand(number)
    match kind:
        case "phh":
            return _file(_phh(looking, kept), written)
        case "txt":
            told = text_of(kept, looking.names(kept), language_of(request), looking.until)
            return _file(told, written)
        case "":
            return _replayed(request, looking, kept)
    raise NotFoundException


def _phh(looking: Looking, kept: FeatureHand) -> str:
    return history(kept, looking.names(kept), looking.place, looking.until)


def _file(content: str, name: str) -> AnyAnswer:
    headers = {"Content-Disposition": f'attachment; filename="feltro-{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type="text/plain; charset=utf-8", headers=headers)


def _replayed(request: AnyRequest, looking: Looking, kept: FeatureHand) -> AnyAnswer:
    steps = len(deeds_until(kept, looking.until))
    asked = digits(request.query_params.get("passo", ""))
    step = steps if asked is None else min(asked, steps)
    return gate_page(
        request,
        "feature/replay.html",
        looking=looking,
        hand=shown(kept, looking.called, "all", looking.until, step),
        step=step,
        steps=steps,
        lines=story(kept, looking.names(kept), language_of(request), looking.until),
    )
