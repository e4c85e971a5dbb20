"""The forms of a televised table: a hand begins, an act is done or taken back, cards are named, somebody is out."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from feltro.app.feature import commands as c
from feltro.app.feature.counts import tell_busts
from feltro.app.feature.door import LINES, give
from feltro.app.feature.next_hand import AMOUNTS
from feltro.hand.games import BY_CODE
from feltro.kernel.instants import instant_of
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep
from feltro.web.feature.keyed import PRODUCTION, at_table, of_production, sent_by
from feltro.web.feature.table import TABLE, number_of, table_page
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, digits, text, ticked, whole
from feltro.web.frame.gate import AnyRequest, house_of, open_form
from feltro.web.frame.refusals import in_words
from feltro.web.frame.templates import wants_fragment

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.web.feature.keyed import Keyed

MOST_CHAIRS = 12


@open_form(TABLE + "/comecar")
def begin(request: AnyRequest, key: str, table: str, data: Form) -> AnyAnswer:
    number = number_of(table)
    found = _at(request, key, number)
    command = _begins(data, number, found)
    return _answered(request, found, number, data, command)


@open_form(TABLE + "/ato")
def act(request: AnyRequest, key: str, table: str, data: Form) -> AnyAnswer:
    number = number_of(table)
    found = _at(request, key, number)
    try:
        chips = whole(data, "chips") or 0
    except ValueError:
        chips = -1
    fields = {
        "hand": digits(text(data, "hand")) or 0,
        "act": text(data, "act"),
        "seat": _seat(text(data, "seat")),
        "chips": chips,
        "cards": text(data, "cards"),
        "step": _seat(text(data, "step")),
    }
    return _answered(request, found, number, data, _read(c.ActInHand, fields))


@open_form(TABLE + "/voltar")
def take_back(request: AnyRequest, key: str, table: str, data: Form) -> AnyAnswer:
    number = number_of(table)
    found = _at(request, key, number)
    fields = {"hand": digits(text(data, "hand")) or 0, "left": digits(text(data, "left")) or 0}
    return _answered(request, found, number, data, _read(c.TakeBackActs, fields))


@open_form(TABLE + "/cartas")
def name_cards(request: AnyRequest, key: str, table: str, data: Form) -> AnyAnswer:
    """On a device of the production alone: to the table's tablet this address is not there."""
    number = number_of(table)
    with house_of(request).world.lock:
        found = of_production(request, key)
    fields = {
        "hand": digits(text(data, "hand")) or 0,
        "seat": _seat(text(data, "seat")),
        "cards": text(data, "cards"),
    }
    return _answered(request, found, number, data, _read(c.NameCards, fields))


@open_form(TABLE + "/apagar")
def drop(request: AnyRequest, key: str, table: str, data: Form) -> AnyAnswer:
    number = number_of(table)
    found = _at(request, key, number)
    return _answered(request, found, number, data, _read(c.DropHand, {"hand": digits(text(data, "hand")) or 0}))


@open_form(TABLE + "/eliminar")
def bust(request: AnyRequest, key: str, table: str, data: Form) -> AnyAnswer:
    """Who lost the last chip is out of the tournament too."""
    number = number_of(table)
    found = _at(request, key, number)
    hand = digits(text(data, "hand")) or 0
    outcome = tell_busts(found.event.house, found.event.id, hand, sent_by(request, found, text(data, "key")))
    return _shown(request, found, number, outcome if isinstance(outcome, Refused) else None)


@open_form(PRODUCTION + "/{key:str}/tarja")
def lower_third(request: AnyRequest, key: str, data: Form) -> AnyAnswer:
    with house_of(request).world.lock:
        found = of_production(request, key)
    fields = {"entry": text(data, "entry"), "title": text(data, "title")[:60], "line": text(data, "line")[:80]}
    command = _read(c.SetLowerThird, {} if ticked(data, "off") else fields)
    if isinstance(command, c.SetLowerThird):
        row = Keep(LINES, found.event.id, msgspec.json.encode((command.title, command.line)))
        give(found.event.house, found.event.id, command, sent_by(request, found, text(data, "key")), (row,))
    return go(request, found.address)


def _at(request: AnyRequest, key: str, table: int) -> Keyed:
    with house_of(request).world.lock:
        return at_table(request, key, table)


def _seat(written: str) -> int:
    return int(written) if written in {str(one) for one in range(200)} else -1


def _read(kind: type[c.FeatureCommand], fields: dict[str, Any]) -> c.FeatureCommand | Refused:
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return Refused("feature.unfit")


def _answered(
    request: AnyRequest, found: Keyed, table: int, data: Form, command: c.FeatureCommand | Refused
) -> AnyAnswer:
    outcome: Any = command
    if not isinstance(command, Refused):
        sent = sent_by(request, found, text(data, "key"))
        outcome = give(found.event.house, found.event.id, command, sent)
    return _shown(request, found, table, outcome if isinstance(outcome, Refused) else None)


def _shown(request: AnyRequest, found: Keyed, table: int, refused: Refused | None) -> AnyAnswer:
    if refused is None and not wants_fragment(request):
        return go(request, f"{found.address}/mesa/{table}")
    if refused is not None:
        house = house_of(request)
        with house.world.lock:
            refused = in_words(refused, house, found.event.id)
    return table_page(request, found.text, table, refused)


# A hand begins


def _begins(data: Form, table: int, found: Keyed) -> c.FeatureCommand | Refused:
    try:
        fields = {
            "table": table,
            "game": text(data, "game") if text(data, "game") in BY_CODE else "nlhe",
            "players": [_player(data, chair) for chair in range(1, MOST_CHAIRS + 1) if ticked(data, f"in_{chair}")],
            "button": whole(data, "button") or 0,
            "stakes": _stakes(data),
            "dead_small_blind": ticked(data, "dead_small_blind"),
            "level": whole(data, "level") or 0,
            "played_at": _played_at(data, found),
        }
    except ValueError:
        return Refused("feature.unfit")
    return _read(c.BeginHand, fields)


def _player(data: Form, chair: int) -> dict[str, Any]:
    return {"chair": chair, "entry": text(data, f"entry_{chair}"), "stack": whole(data, f"stack_{chair}") or 0}


def _stakes(data: Form) -> dict[str, Any]:
    return {"ante_from": text(data, "ante_from") or "nobody", **{one: whole(data, one) or 0 for one in AMOUNTS}}


def _played_at(data: Form, found: Keyed) -> Instant | None:
    """Of a hand from notes: a local date and time."""
    written = text(data, "played_at")
    if not written:
        return None
    moment = datetime.fromisoformat(written)
    zone = ZoneInfo(found.event.state.the_sheet.zone)
    return instant_of(moment if moment.tzinfo else moment.replace(tzinfo=zone))
