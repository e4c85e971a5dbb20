"""What happened, in a line: the hour, who did it, and the act in words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from feltro.app.handling.acts import Act
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.people.names import staff_called
from feltro.app.world.history import Fact, Undone
from feltro.app.world.postings import POSTINGS
from feltro.kernel.instants import local_time
from feltro.kernel.roles import MONEY
from feltro.tournament.facts.deals import DealAnswered
from feltro.web.frame.last_act import describe
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.words.languages import Lang

MOST_NAMED = 4
FACTS_READ, ACTS_SHOWN = 300, 6
HUM = frozenset({"StartHand", "EndHand", "LookAtClock"})
"""What goes on all the time at every table, and would hide the rest."""
TILL = frozenset({"cashier", "finance"})
"""Whoever does nothing but sell, pay and keep the books."""


def acts(facts: Iterable[Fact], role: str) -> Iterator[list[Fact]]:
    """The facts of each command together, as far as this role reads them."""
    for _, of_one in groupby(facts, key=lambda fact: fact.meta.key):
        act = list(of_one)
        if _may_read(role, act):
            yield act


def _may_read(role: str, act: list[Fact]) -> bool:
    """What was sold and paid, and by whom, is read by those who handle money; what somebody may do, they may read."""
    meta = act[0].meta
    command = COMMANDS.get(meta.command)
    if (
        role in MONEY
        or meta.role == role
        or (command is not None and role in command.may and meta.role not in TILL)
    ):
        return True
    at_the_till = meta.role in TILL or (command is not None and not TILL.isdisjoint(command.may))
    return not at_the_till and not any(type(fact.event) in POSTINGS for fact in act)


def act_said(facts: list[Fact], found: EventView, house: House, lang: Lang, undone: set[str]) -> dict[str, Any]:
    """Facts of one command as a row."""
    meta = facts[0].meta
    texts = [event_said(fact.event, found, lang) for fact in facts]
    act = Act(meta.key, meta.command, meta.at, found.stream, tuple(fact.event for fact in facts))
    is_undo = any(isinstance(fact.event, Undone) for fact in facts)
    return {
        "version": facts[-1].version,
        "at": local_time(meta.at, found.state.the_sheet.zone),
        "by": staff_called(meta.who, house.store),
        "key": meta.key,
        "texts": [one for one in dict.fromkeys(texts) if one],
        "command": describe(act, house, lang),
        "undone": meta.key in undone,
        "is_undo": is_undo,
    }


def event_said(event: Any, found: EventView, lang: Lang) -> str:
    """Whom and where an event speaks of, and why when it says so. Of a deal nobody is told who said what."""
    if isinstance(event, DealAnswered):
        return ""
    parts = []
    entry = getattr(event, "entry", "") or getattr(event, "sale", "")
    if entry and entry in found.state.entries:
        parts.append(found.names.of(entry))
    named = getattr(event, "entries", ())
    # Some events count entries, others name them.
    entries = [one for one in named if one in found.state.entries] if isinstance(named, tuple) else []
    parts += [found.names.of(one) for one in entries[:MOST_NAMED]]
    origin, table = _chair(event, "from_table", "from_seat", lang), _chair(event, "table", "seat", lang)
    if table:
        parts.append(f"{origin} → {table}" if origin else table)
    level = getattr(event, "level", None)
    if isinstance(level, int) and level and not entry:
        parts.append(say("director.level_n", lang, level=level))
    because = getattr(event, "because", "")
    if isinstance(because, str) and because in sentences(lang) and "{" not in sentences(lang)[because]:
        parts.append(say(because, lang))
    return " · ".join(parts)


def _chair(event: Any, table: str, seat: str, lang: Lang) -> str:
    """A chair as it is typed, and drawn by the page; a table alone by its name, since a bare number says nothing."""
    number, chair = getattr(event, table, 0), getattr(event, seat, 0)
    if not isinstance(number, int) or not number:
        return ""
    return f"{number}.{chair}" if isinstance(chair, int) and chair else say("director.table_n", lang, table=number)


def latest(house: House, found: EventView, lang: Lang, role: str) -> list[dict[str, Any]]:
    """The last acts of the event, the newest first."""
    heard = [fact for fact in found.facts[-FACTS_READ:] if fact.meta.command not in HUM]
    rows = list(acts(heard, role))[::-1][:ACTS_SHOWN]
    return [act_said(of_one, found, house, lang, found.undone) for of_one in rows]
