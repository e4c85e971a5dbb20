"""In the palette: `12.4` is a chair, `12` a table, a name a player in play; and the console's own pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feltro.app.event_view import Names, lately, states
from feltro.app.people.person import folded
from feltro.web.acts.listed import OF_DIRECTION, offered
from feltro.web.direction import ADDRESS, FLOOR, TABS, may
from feltro.web.frame.palette import MOST_OF_A_KIND, Hit, Query
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.tournament.state import TournamentState


def in_play(asked: Query) -> Iterable[Hit]:
    if asked.me.role not in FLOOR or not asked.text.strip():
        return
    for state in states(asked.house, lately(asked.now)):
        if state.floor.tables:
            yield from _tables(asked, state)
            yield from _players(asked, state)


def _tables(asked: Query, state: TournamentState) -> Iterator[Hit]:
    read = re.fullmatch(r"(\d{1,5})(?:\.(\d{1,2}))?", asked.text.strip())
    table = state.floor.tables.get(int(read[1])) if read else None
    if read is None or table is None:
        return
    path = f"{ADDRESS}/{state.tournament}"
    entry = table.players.get(int(read[2])) if read[2] else None
    if entry:
        yield Hit("player", Names(state, asked.house).of(entry), f"{path}/jogador/{entry}", read[0])
    label = say("director.table_n", asked.lang, table=table.number)
    yield Hit("table", label, f"{path}/mesa/{table.number}", state.the_sheet.name)


def _players(asked: Query, state: TournamentState) -> Iterator[Hit]:
    words, names, shown = folded(asked.text).split(), Names(state, asked.house), 0
    for entry, chair in state.floor.chair_of.items():
        name = names.of(entry)
        heard = folded(name).split()
        if all(any(one.startswith(word) for one in heard) for word in words):
            yield Hit("player", name, f"{ADDRESS}/{state.tournament}/jogador/{entry}", str(chair))
            shown += 1
            if shown >= MOST_OF_A_KIND:
                return


def console_pages(asked: Query) -> Iterable[Hit]:
    words = folded(asked.text).split()
    if asked.me.role not in FLOOR or not words:
        return
    for state in states(asked.house, lately(asked.now)):
        if not state.floor.tables:
            continue
        for tab in TABS:
            label = say(tab.key, asked.lang)
            if asked.me.role in tab.roles and all(word in folded(label) for word in words):
                yield Hit("command", label, f"{ADDRESS}/{state.tournament}{tab.path}", state.the_sheet.name)
        yield from _acts(asked, state, words)


def _acts(asked: Query, state: TournamentState, words: list[str]) -> Iterator[Hit]:
    """Rare acts by their names and by what they are for."""
    season = asked.house.world.live(f"season:{state.season}").state
    for acts in offered(OF_DIRECTION, may(asked.me.role), state, season).values():
        for name, href, *_ in acts:
            label = say(f"acts.{name}", asked.lang)
            heard = folded(f"{label} {say(f'acts.{name}.help', asked.lang)}")
            if all(word in heard for word in words):
                yield Hit("command", label, href, state.the_sheet.name)
