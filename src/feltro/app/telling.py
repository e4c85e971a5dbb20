"""The answer to a command as plain data: what happened, or why not, in words and with the clause."""

from collections.abc import Iterable
from typing import Any

import msgspec

from feltro.app.plan import Done
from feltro.app.use_cases.undoing import Change
from feltro.kernel.outcome import Cite, Refused
from feltro.words.languages import Lang
from feltro.words.sentences import say


def told(outcome: Done | Refused, lang: Lang) -> dict[str, Any]:
    """`{"done": ...}` or `{"refused": ...}`."""
    if isinstance(outcome, Refused):
        return {"refused": told_refusal(outcome, lang)}
    events = [
        {"stream": one.stream, "version": one.version, "name": one.name, "event": msgspec.json.decode(one.event)}
        for one in outcome.events
    ]
    return {"done": {"key": outcome.key, "command": outcome.command, "events": events}}


def told_preview(outcome: list[Change] | Refused, lang: Lang) -> dict[str, Any]:
    """`{"preview": {"changes": [...]}}`, each with where, before and after; or `{"refused": ...}`."""
    if isinstance(outcome, Refused):
        return {"refused": told_refusal(outcome, lang)}
    return {"preview": {"changes": [change._asdict() for change in outcome]}}


def told_refusal(refused: Refused, lang: Lang) -> dict[str, Any]:
    return {
        "because": refused.because,
        "text": say(refused.because, lang, **refused.values),
        "cites": told_cites(refused.cites),
    }


def told_cites(cites: Iterable[Cite]) -> list[dict[str, Any]]:
    return [{"book": cite.book, "clause": cite.clause, "fallback": cite.fallback} for cite in cites]
