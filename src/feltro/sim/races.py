"""Chip races of a simulated room: called in the break that the sheet names, raced at every table, and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.kernel.cards import DECK, name_of
from feltro.kernel.outcome import Refused
from feltro.tournament.chips import commands as cc
from feltro.tournament.eliminations.commands import Eliminate
from feltro.tournament.facts.chips import TableRaced
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    from feltro.sim.tables import Tables


def colour_up(tables: Tables, level: int) -> int:
    """Every race of the level that is due; how many were raced."""
    sheet = tables.state.the_sheet
    raced = 0
    for remove in sheet.levels[level - 1].colour_up if level else ():
        values = sorted({chip.value for chip in (*sheet.stack, *sheet.chip_set)})
        keep = next((value for value in values if value > remove), 0)
        race = f"race-{remove}"
        if not keep or race in tables.state.chips.races:
            continue
        called = tables.voice.try_to(
            cc.CallColorUp(tournament=tables.tournament, race=race, remove=remove, keep=keep)
        )
        if not isinstance(called, Refused):
            _race(tables, race, remove, keep)
            raced += 1
    return raced


def _race(tables: Tables, race: str, remove: int, keep: int) -> None:
    tables.stacks.follow(tables.state)
    for number in sorted(tables.state.floor.tables):
        _race_table(tables, number, race, remove, keep)
    tables.voice.try_to(cc.CloseRace(tournament=tables.tournament, race=race))


def _race_table(tables: Tables, number: int, race: str, remove: int, keep: int) -> None:
    """Players lay out the chips that nobody can change, and the dealer deals a card for each."""
    stacks, players = tables.stacks, tables.state.floor.tables[number].players
    here = {seat: entry for seat, entry in players.items() if tables.state.entries[entry].status == LIVE}
    odd = {seat: pieces for seat, entry in here.items() if (pieces := stacks.odd(entry, remove, keep))}
    bare = tuple(seat for seat in odd if stacks.of[here[seat]] == odd[seat] * remove)
    pack = tables.chance.sample(list(DECK), sum(odd.values()))
    cards = {seat: tuple(name_of(pack.pop()) for _ in range(pieces)) for seat, pieces in odd.items()}
    command = cc.RaceTable(
        tournament=tables.tournament,
        race=race,
        table=number,
        odd=odd,
        stacks_visible=True,
        bare=bare,
        cards=cards,
    )
    outcome = tables.voice.try_to(command, "dealer")
    if isinstance(outcome, Refused):
        return
    told = next(one for one in outcome.events if one.name == TableRaced.__name__)
    won = msgspec.json.decode(told.event, type=TableRaced)
    awards = dict(won.awards)
    for seat, pieces in odd.items():
        kept = keep if seat in won.kept_alive else 0
        stacks.raced(here[seat], pieces * remove, awards.get(seat, 0) + kept)
        if not stacks.of[here[seat]]:  # raced out, where the book keeps nobody alive
            tables.voice.try_to(Eliminate(tournament=tables.tournament, entry=here[seat]), "floor")
