"""A grave act, named before it is done: each field with what was filled in, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.event_view import moment_of
from feltro.app.world.past import Version
from feltro.web.acts import choices
from feltro.web.acts.read import READ
from feltro.web.acts.written import MistypedError
from feltro.web.frame.fields import text, ticked
from feltro.web.frame.marks import moment_said
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.web.acts.asked import FormField
    from feltro.web.acts.ground import Asking

MOST_NAMED = 20


def told_back(command: str, fields: list[FormField], asking: Asking) -> list[tuple[str, str]]:
    told = [(one.label, _said(command, one, asking)) for one in fields if one.kind != "hidden"]
    return [(label, said) for label, said in told if said]


def _said(command: str, field: FormField, asking: Asking) -> str:
    match field.kind:
        case "chosen":
            return dict(field.choices).get(field.value, field.value)
        case "search":
            return _who(command, field, asking)
        case "entries":
            names = [called for one, called in field.choices if one in field.chosen]
            more = len(names) - MOST_NAMED
            return ", ".join(names[:MOST_NAMED]) + (f" +{more}" if more > 0 else "")
        case "stacks" | "amounts":
            return ", ".join(f"{called}: {typed}" for _, called, typed in field.written if typed)
        case "tick":
            return say("yes" if ticked(asking.given, field.name) else "no", asking.lang)
        case "moment":
            moment = moment_of(field.value, asking.zone) if field.value else None
            known = None if isinstance(moment, Version) else moment
            return moment_said(asking.lang, known, asking.zone) if known is not None else ""
    return text(asking.given, field.name)


def _who(command: str, field: FormField, asking: Asking) -> str:
    try:
        chosen = str(READ["search"](command, field.name, asking))
    except MistypedError:
        return ""
    known = asking._replace(given={field.name: chosen})
    return dict(choices.found(command, field.name, known)).get(chosen, chosen)
