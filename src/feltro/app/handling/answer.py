"""The answer to a command as plain data: what happened, or why not, in words and with the clause."""

from collections.abc import Iterable
from typing import Any

import msgspec

from feltro.app.handling.undo import Change
from feltro.app.world.codec import EVENTS
from feltro.app.world.plan import Done, ToldEvent
from feltro.kernel.outcome import Cite, Refused
from feltro.words.languages import Lang
from feltro.words.sentences import say

_UNTOLD = {event.__name__: event.untold for event in EVENTS if event.untold}


def told(outcome: Done | Refused, lang: Lang) -> dict[str, Any]:
    """`{"done": ...}` or `{"refused": ...}`."""
    if isinstance(outcome, Refused):
        return {"refused": told_refusal(outcome, lang)}
    events = [_told_event(one, lang) for one in outcome.events]
    return {"done": {"key": outcome.key, "command": outcome.command, "events": events}}


def _told_event(one: ToldEvent, lang: Lang) -> dict[str, Any]:
    event = msgspec.json.decode(one.event)
    for name in _UNTOLD.get(one.name, ()):
        event.pop(name, None)
    found = {"stream": one.stream, "version": one.version, "name": one.name, "event": event}
    text = told_reason(event, lang)
    return {**found, "text": text} if text else found


def told_reason(event: dict[str, Any], lang: Lang) -> str:
    """Why something happened, for the player whom it happened to; nothing where nobody has to be told.
    Whoever moves comes from one chair and goes to another: a ruling speaks of both, and so does this."""
    if not event.get("because"):
        return ""
    moves = event.get("moves") or ()
    values = {**event, **_of_move(moves[0] if moves else event)}
    if (
        "breaks" in event and not moves
    ):  # a proposal: it speaks of its first move, of the table that breaks or of those unknown
        values |= {"table": event["breaks"], "tables": event["report"]}
    return say(event["because"], lang, **values)


def _of_move(move: dict[str, Any]) -> dict[str, Any]:
    found = {"to_table": move.get("table", ""), "to_seat": move.get("seat", "")}
    return found | ({"table": move["from_table"], "seat": move["from_seat"]} if "from_table" in move else {})


def told_preview(outcome: list[Change] | Refused, lang: Lang) -> dict[str, Any]:
    """`{"preview": {"changes": [...]}}`, each with where, before and after; or `{"refused": ...}`."""
    if isinstance(outcome, Refused):
        return {"refused": told_refusal(outcome, lang)}
    return {"preview": {"changes": [change._asdict() for change in outcome]}}


def told_refusal(refused: Refused, lang: Lang) -> dict[str, Any]:
    first, *others = (_told_one(one, lang) for one in refused.all)
    return {**first, "also": others}


def _told_one(refused: Refused, lang: Lang) -> dict[str, Any]:
    return {
        "because": refused.because,
        "text": say(refused.because, lang, **refused.values),
        "cites": told_cites(refused.cites),
    }


def told_cites(cites: Iterable[Cite]) -> list[dict[str, Any]]:
    return [{"book": cite.book, "clause": cite.clause, "fallback": cite.fallback} for cite in cites]
