"""How a situation was decided before, in this season: beside a new ruling, nearest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.conduct.rulings.told import given_in, given_in_season, precedents
from feltro.kernel.instants import local_time
from feltro.web.floor.decide_told import renamed
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.web.floor.decide_known import KnownTable
    from feltro.words.languages import Lang


def decided_before(
    content: dict[str, Any], situation: dict[str, Any], known: KnownTable, found: EventView, lang: Lang
) -> list[dict[str, Any]]:
    """How this was decided in this season, beside a new one. Hold the world's lock."""
    last = content["rulings"][-1]
    house = found.house
    kept = given_in_season(found.state.season, house.world) or given_in(found.id, house.world)
    clauses = frozenset(f"{cite['book']}:{cite['clause']}" for cite in last["cites"])
    people = {name: one.entry for name, one in known.people.items()}
    near = precedents(renamed(situation, people), clauses, last["remedy"], kept, house.store)
    return [
        {
            "differs": likeness.differs,
            "contradicts": likeness.differs and likeness.same_rule,
            "decision": say(f"remedy.{one.kept.final.remedy}", lang),
            "to": written(one.kept.final.to, lang) if one.kept.final.to else "",
            "at": local_time(one.kept.decisions[0].at, found.state.the_sheet.zone),
            "table": one.kept.table,
            "id": one.id,
            "event": one.tournament,
        }
        for one, likeness in near
    ]
