"""What happened, in a line: the hour, who did it, and the act in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.kernel.instants import local_time
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from feltro.app.history import Fact
    from feltro.web.director.ground import Standing
    from feltro.words.languages import Lang

MOST_NAMED = 4


def said_of(fact: Fact, found: Standing, lang: Lang, *, undone: bool) -> dict[str, Any]:
    return {
        "version": fact.version,
        "at": local_time(fact.meta.at, found.state.the_sheet.zone),
        "by": fact.meta.who,
        "key": fact.meta.key,
        "text": event_said(fact.event, found, lang),
        "command": command_said(fact.meta.command, lang),
        "undone": undone,
    }


def command_said(command: str, lang: Lang) -> str:
    key = f"director.did.{command}"
    return say(key, lang) if key in sentences(lang) else command


def event_said(event: Any, found: Standing, lang: Lang) -> str:
    """Whom and where an event speaks of, and why when it says so."""
    parts = []
    entry = getattr(event, "entry", "") or getattr(event, "sale", "")
    if entry and entry in found.state.entries:
        parts.append(found.names.of(entry))
    entries = [one for one in getattr(event, "entries", ()) if isinstance(one, str) and one in found.state.entries]
    parts += [found.names.of(one) for one in entries[:MOST_NAMED]]
    origin, table = _chair(event, "from_table", "from_seat"), _chair(event, "table", "seat")
    if table:
        parts.append(f"{origin} → {table}" if origin else table)
    level = getattr(event, "level", None)
    if isinstance(level, int) and level and not entry:
        parts.append(say("director.level_n", lang, level=level))
    because = getattr(event, "because", "")
    if isinstance(because, str) and because in sentences(lang) and "{" not in sentences(lang)[because]:
        parts.append(say(because, lang))
    return " · ".join(parts)


def _chair(event: Any, table: str, seat: str) -> str:
    number, chair = getattr(event, table, 0), getattr(event, seat, 0)
    if not isinstance(number, int) or not number:
        return ""
    return f"{number}.{chair}" if isinstance(chair, int) and chair else str(number)
