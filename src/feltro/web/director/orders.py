"""What a button of the direction asks for: a form becomes one command, and the answer says what became of it.

A form names the command and its fields. Which commands the house takes from whom, the house itself decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.event_view import EventView
from feltro.app.handling.catalogue import COMMANDS
from feltro.kernel.commands import Command, TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.web.direction import ADDRESS, FLOOR, path_of
from feltro.web.director.forms import SPECIAL
from feltro.web.director.out_said import out_said
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, chair, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form
from feltro.web.frame.known import by_name, shown_event
from feltro.web.frame.last_act import describe, find_act
from feltro.web.frame.reasons import again
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.unfit import field_of, plainly
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.world.plan import Done

COUNTED = ("chips", "stack", "counted", "players", "remove", "keep")
"""Numbers that people write with points between thousands."""
OWN_FIELDS = ("_csrf_token", "command", "key", "back", "chair", "tournament", "by_one")


@staff_form(ADDRESS + "/{tournament:str}/fazer", FLOOR)
def act(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """One command. The page that asked stays as it was; what changed comes to it by itself."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        command = command_of(data, found)
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    return answer(request, found, outcome, local_path(text(data, "back") or path_of(found)), data)


def answer(
    request: AnyRequest,
    found: EventView,
    outcome: Done | Refused,
    back: str,
    form: dict[str, Any] | None = None,
) -> AnyAnswer:
    lang = language_of(request)
    if isinstance(outcome, Refused):
        context: dict[str, Any] = {"refused": why(by_name(outcome, found), lang), "done": "", "back": back}
        context |= {"again": again(outcome, form or {}), "path": path_of(found)}
        if wants_fragment(request):
            return part(request, "director/_told.html", **context)
        return room_page(request, "director/refused.html", 409, **context, event=found)
    if not wants_fragment(request):
        return go(request, back)
    house = house_of(request)
    acted = find_act(house, outcome.key)
    with house.world.lock:
        told = (describe(acted, house, lang), out_said(acted, house, lang)) if acted else ()
        said = " · ".join(one for one in told if one)
    return part(request, "director/_told.html", with_undo=True, refused=None, done=said, back=back)


def command_of(form: dict[str, Any], found: EventView) -> Command | Refused:
    name = text(form, "command")
    special = SPECIAL.get(name)
    if special is not None:
        return special(form, found)
    if not has_button(name):
        return Refused("form.unfit", {"said": name})
    return convert(name, fields_of(form), found.id)


def has_button(name: str) -> bool:
    """A command of an event with a field in its form for each of its own. What is grave is asked once more, elsewhere."""
    command = COMMANDS.get(name, Command)
    return issubclass(command, TournamentCommand) and not command.grave


def convert(name: str, fields: dict[str, Any], tournament: str) -> Command | Refused:
    try:
        made: Command = msgspec.convert(
            {**fields, "type": name, "tournament": tournament}, COMMANDS[name], strict=False
        )
    except (msgspec.ValidationError, ValueError) as error:
        return _misread(str(error), fields)
    return made


def _misread(said: str, fields: dict[str, Any]) -> Refused:
    """`2.99` is a chair of no table, and is said as one; of anything else the bound is."""
    if field_of(said) == "seat" and str(fields.get("seat", "")).isdecimal():
        return Refused("chair.no_such_number", {"seat": str(fields["seat"])})
    return plainly(said)


def fields_of(form: dict[str, Any]) -> dict[str, Any]:
    """What was typed, without what was left empty; `12.4` is a table and a chair."""
    fields: dict[str, Any] = {name: text(form, name) for name in form if name not in OWN_FIELDS}
    for name in COUNTED:
        if name in fields:
            fields[name] = fields[name].replace(".", "").replace(" ", "")
    table, seat = chair(text(form, "chair"))
    fields |= {"table": table, "seat": seat} if table else {}
    fields |= {"by": [text(form, "by_one")]} if text(form, "by_one") else {}
    return {name: value for name, value in fields.items() if value != ""}
