"""Rows that can be tapped instead of typed: who shares a pot, and the tables of the room as they stand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.play.games import HIGH_LOW
from feltro.rulings.retold import choice
from feltro.web.floor.decide_fields import value_at
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.state.floor import Table
    from feltro.web.floor.decide_known import KnownTable
    from feltro.web.floor.decide_told import ToldSoFar
    from feltro.words.languages import Lang

USUAL_CHAIRS = 9


@dataclass(frozen=True, slots=True)
class TapAnswer:
    """An answer that can be tapped, and what it leads to."""

    tap: str
    text: str
    leads: str = ""
    chosen: bool = False


def rows_to_tap(told: ToldSoFar, known: KnownTable, path: str, lang: Lang) -> Iterator[TapAnswer]:
    """Each row goes in with a tap, and out with another."""
    now = value_at(told.situation, path)
    there: list[Any] = now if isinstance(now, list) else []
    rows = _winners(told, known, lang) if path.endswith("winners") else _tables(known, lang)
    for text, row in rows:
        without = [one for one in there if not _is_same(one, row)]
        chosen = len(without) < len(there)
        made = without if chosen else [*there, row]
        yield TapAnswer(f"put:{path}={json.dumps(made)}", text, chosen=chosen)


def _is_same(one: Any, row: dict[str, Any]) -> bool:
    names = [name for name in ("seat", "half", "table") if name in row]
    return isinstance(one, dict) and all(str(one.get(name)) == str(row[name]) for name in names)


def _winners(told: ToldSoFar, known: KnownTable, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    """By chair; where the pot has two halves, by chair and half."""
    chairs = told.situation.get("chairs") or known.chairs or USUAL_CHAIRS
    people = {one.chair: name for name, one in known.people.items()}
    seats = sorted(people) or range(1, int(chairs) + 1)
    for seat in seats:
        named = " ".join(filter(None, (str(seat), people.get(seat, ""))))
        if told.situation.get("game") in HIGH_LOW:
            for half in ("high", "low"):
                yield f"{named} · {choice('half', half, lang)}", {"seat": seat, "half": half}
        else:
            yield named, {"seat": seat}


def _tables(known: KnownTable, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of the event, with who sits where and the positions of the hand just played."""
    for number, table in sorted(known.tables.items()):
        players = say("decide.seated", lang, players=len(table.players))
        yield f"{say('director.table_n', lang, table=number)} · {players}", _row(table)


def _row(table: Table) -> dict[str, Any]:
    row: dict[str, Any] = {"table": table.number, "chairs": table.chairs, "occupied": sorted(table.players)}
    if table.positions is not None:
        row["button"] = table.positions.button
        row["small_blind"], row["big_blind"] = table.positions.small_blind, table.positions.big_blind
    return row
