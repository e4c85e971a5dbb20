"""A penalty in four taps: who, for what, what is usual with this person's record, given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.conduct.record import record_of
from feltro.kernel.roles import FLOOR
from feltro.web.director.penalties import infractions, kinds_for, proposal, situation
from feltro.web.floor.calls import AT_EVENT
from feltro.web.floor.time import people_at
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView


@staff_page(AT_EVENT + "/penalidade", FLOOR, follows=("tournament:{event}",))
def show_penalty(request: AnyRequest, event: str) -> AnyAnswer:
    """`mesa`, then `entry`, then `infracao`: one tap for each."""
    asked, lang = request.query_params, language_of(request)
    with house_of(request).world.lock:
        found = shown_event(request, event)
        tables = found.state.floor.tables
        table, entry, infraction = (asked.get(name, "") for name in ("mesa", "entry", "infracao"))
        number = int(table) if table.isdecimal() and int(table) in tables else min(tables, default=0)
        known = found.state.entries.get(entry)
        context: dict[str, Any] = {
            "event": found,
            "path": f"/direcao/{found.id}",
            "tables": sorted(tables),
            "table": number,
            "people": people_at(found, tables[number]) if number in tables else [],
            "entry": entry if known else "",
            "name": found.names.of(entry) if known else "",
            "chair": found.state.floor.chair_of.get(entry),
            "infraction": infraction,
            "infractions": _most_frequent_first(found, infractions(found, lang)),
            "votes": found.book["penalty.judge"].value == "all_present",
        }
        if known:
            record = record_of(known.person, found.state, found.book.rulebook, house_of(request).world)
            context["history"] = list(_given(found, known.person))
            context["elsewhere"] = len(record.elsewhere)
            context["noted"] = record.seen.get(infraction, 0)
            if infraction:
                told = situation(found, entry, infraction, {})
                context["ruling"] = proposal(told, record, found, lang)
                context["kinds"] = kinds_for(found, context["ruling"])
        return room_page(request, "floor/penalty.html", **context)


def _most_frequent_first(found: EventView, listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    for seen in found.state.sanctions.seen.values():
        for name, times in seen.items():
            counts[name] = counts.get(name, 0) + times
    return sorted(listed, key=lambda one: (-counts.get(one["name"], 0), one["label"]))


def _given(found: EventView, person: str) -> list[dict[str, Any]]:
    """What this person was given here, the latest first."""
    sanctions = found.state.sanctions
    rows = [sanctions.penalties[name] for name in sanctions.of_person.get(person, ())]
    return [{"kind": one.kind, "hands": one.hands, "at": one.at, "lifted": one.lifted} for one in reversed(rows)]
