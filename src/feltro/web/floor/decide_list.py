"""What was ruled: by event, season, person and clause, those decided over; to take along, and to decide over."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.response import Response

from feltro.app.conduct.rulings.commands import OverruleRuling
from feltro.app.conduct.rulings.told import given_in, given_in_season, persons_of, situation_told
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, cites_of
from feltro.kernel.roles import FLOOR
from feltro.rulings.retold import said_of
from feltro.rulings.ruling import REMEDIES
from feltro.web.floor.decide import AT_EVENT
from feltro.web.floor.decide_aloud import read_aloud
from feltro.web.floor.decide_told import renamed
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.streams import EVENT
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.conduct.rulings.told import GivenRuling
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.world.streams.rulings import Decision
    from feltro.words.languages import Lang

LIST = AT_EVENT + "/decisoes"
COLUMNS = ("event", "ruling", "at", "table", "level", "hand", "kind", "decision", "to", "clauses", "people", "by",
           "overruled", "overruled_by", "reason", "first_decision", "aloud", "situation")  # fmt: skip
MOST_SHOWN = 200


@staff_page(LIST, FLOOR, follows=(EVENT, "rulings:{tournament}"))
def show_rulings(request: AnyRequest, tournament: str) -> AnyAnswer:
    """`temporada` the whole season, `pessoa` a person, `clausula` part of one, `mudadas` those decided over."""
    house, asked = house_of(request), request.query_params
    with house.world.lock:
        found = known_event(request, tournament)
        wanted = _wanted(house, found, dict(asked))
        if asked.get("formato") in {"csv", "json"}:
            return _taken_along(_rows(request, found, wanted), asked["formato"])
        return _list(request, found, wanted)


def _list(
    request: AnyRequest, found: EventView, wanted: list[GivenRuling], refused: Refused | None = None
) -> AnyAnswer:
    house, lang, asked = house_of(request), language_of(request), request.query_params
    listed = _given(house, found, dict(asked))
    people = {person for one in listed for person in persons_of(one, house.world)}
    return room_page(
        request,
        "floor/rulings.html",
        409 if refused else 200,
        event=found,
        path=f"/decidir/{found.id}",
        rows=_rows(request, found, wanted[:MOST_SHOWN]),
        asked=dict(asked),
        people=sorted((found.names.person(person), person) for person in people),
        person=_person(found, asked.get("pessoa", "")),
        remedies=[one for one in REMEDIES if one != "director_decides"],
        refused=why(refused, lang) if refused else None,
        key=new_key(),
    )


def _rows(request: AnyRequest, found: EventView, wanted: list[GivenRuling]) -> list[dict[str, Any]]:
    rows = [_row(one, house_of(request), found, language_of(request)) for one in wanted]
    for row, one in zip(rows, wanted, strict=True):
        # What was read aloud belongs to the first decision: beside another one it would say the contrary.
        row["aloud"] = "" if row["overruled"] else _aloud_once(request, one, row["situation"])
    return rows


def _aloud_once(request: AnyRequest, one: GivenRuling, told: dict[str, Any]) -> str:
    """Made once for each reader's language: it is ruled on again for it."""
    house, lang = house_of(request), language_of(request)
    key = ("aloud", one.tournament, one.id, lang, msgspec.json.encode(told))
    made: str = request.app.state.shared.get(key, lambda: read_aloud(one, told, house, lang))
    return made


def _given(house: House, found: EventView, asked: dict[str, str]) -> list[GivenRuling]:
    if asked.get("temporada") and found.state.season:
        return given_in_season(found.state.season, house.world)
    return given_in(found.id, house.world)


def _person(found: EventView, asked: str) -> str:
    """By the person, or by an entry of this event."""
    entry = found.state.entries.get(asked)
    return entry.person if entry else asked


def _wanted(house: House, found: EventView, asked: dict[str, str]) -> list[GivenRuling]:
    person, clause = _person(found, asked.get("pessoa", "")), asked.get("clausula", "").strip().lower()
    return [
        one
        for one in _given(house, found, asked)
        if (not person or person in persons_of(one, house.world))
        and (not clause or any(clause in cite.lower() for cite in one.clauses))
        and (not asked.get("mudadas") or one.kept.overruled)
    ]


def _row(one: GivenRuling, house: House, found: EventView, lang: Lang) -> dict[str, Any]:
    """One ruling in words; names are looked up now, they are not written down with it."""
    first, final = one.kept.decisions[0], one.kept.final
    names = _names(one, house, found)
    told = renamed(situation_told(one, house.store), names)
    return {
        "event": one.tournament,
        "ruling": one.id,
        "at": local_time(first.at, found.state.the_sheet.zone),
        "table": one.kept.table,
        "level": one.kept.level,
        "hand": one.kept.hand,
        "kind": one.kept.kind,
        "decision": say(f"remedy.{final.remedy}", lang),
        "to": final.to,
        "clauses": first.cites,
        "cites": cites_of(first.cites),
        "people": [names[entry] for entry in one.kept.entries if entry in names],
        "by": first.by,
        "overruled": one.kept.overruled,
        "first_decision": say(f"remedy.{first.remedy}", lang) if one.kept.overruled else "",
        "decided": len(one.kept.decisions),
        "changes": [_change(decision, house, found, lang) for decision in one.kept.decisions[1:]],
        "reason": _why(final, house) if one.kept.overruled else "",
        "overruled_by": final.by if one.kept.overruled else "",
        "sentences": ["".join(word.text for word in line.words) for line in said_of(told, lang)],
        "situation": told,
    }


def _change(decision: Decision, house: House, found: EventView, lang: Lang) -> dict[str, Any]:
    """Who decided otherwise, when and why."""
    return {
        "at": local_time(decision.at, found.state.the_sheet.zone),
        "decision": say(f"remedy.{decision.remedy}", lang),
        "to": decision.to,
        "by": decision.by,
        "reason": _why(decision, house),
    }


def _why(decision: Decision, house: House) -> str:
    """The reason as it was given; nothing is left of one that was erased."""
    kept = house.store.kept("reason", decision.reason) if decision.reason else None
    return kept.body.decode() if kept else ""


def _names(one: GivenRuling, house: House, found: EventView) -> dict[str, str]:
    state = house.world.live(f"tournament:{one.tournament}").state
    told = situation_told(one, house.store)
    entries = {*one.kept.entries, *map(str, told.get("seats", []) if isinstance(told.get("seats"), list) else [])}
    return {entry: found.names.person(state.entries[entry].person) for entry in entries if entry in state.entries}


def _taken_along(rows: list[dict[str, Any]], kind: str) -> AnyAnswer:
    bare = [{name: row[name] for name in COLUMNS} for row in rows]
    if kind == "json":
        made, media = msgspec.json.encode(bare), "application/json"
    else:
        written_to = io.StringIO()
        table = csv.writer(written_to, delimiter=";")
        table.writerow(COLUMNS)
        table.writerows([_cell(row[name]) for name in COLUMNS] for row in bare)
        made, media = ("﻿" + written_to.getvalue()).encode(), "text/csv"
    headers = {"Content-Disposition": f'attachment; filename="decisoes.{kind}"', "Cache-Control": "no-store"}
    return Response(made, media_type=media, headers=headers)


def _cell(value: Any) -> str:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(value, dict):
        value = msgspec.json.encode(value).decode()
    said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)
    return f"'{said}" if said[:1] in {"=", "+", "-", "@"} else said


@staff_form(LIST, FLOOR)
def overrule(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Decided otherwise, with a reason: both stay."""
    remedy: Any = text(data, "remedio")
    command = OverruleRuling(
        tournament=tournament,
        ruling=text(data, "decisao"),
        remedy=remedy,
        to=digits(text(data, "valor").replace(".", ""), 9),
        reason=text(data, "motivo"),
        seen=digits(text(data, "vistas"), 3) or 0,
    )
    outcome = give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        with house_of(request).world.lock:
            found = known_event(request, tournament)
            return _list(request, found, _wanted(house_of(request), found, {}), outcome)
    return go(request, f"/decidir/{tournament}/decisoes#{command.ruling}")
