"""A ruling kept with one tap, and the penalty that it proposes given beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feltro.app.conduct.rulings.commands import KeepRuling
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import FLOOR, TABLES
from feltro.rulings.conduct.infractions import NamedInfraction, find_infraction
from feltro.tournament.calls.commands import CallFloor
from feltro.tournament.sanctions.commands import GivePenalty
from feltro.web.floor.decide import AT_EVENT, answered_page, table_of, told_in
from feltro.web.floor.decide_answer import ruled
from feltro.web.floor.decide_known import at_event
from feltro.web.floor.decide_told import renamed
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.commands import give, new_id
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form
from feltro.web.frame.known import known_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.web.floor.decide_known import KnownTable
    from feltro.web.floor.decide_told import ToldSoFar


@staff_form(AT_EVENT + "/guardar", FLOOR)
def keep(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        known = at_event(found, table_of(found, text(data, "mesa")))
        told = told_in(data, known)
        content = ruled(told, known, lang) or {}
    command = _kept(tournament, told, known, _option(content, text(data, "opcao")))
    outcome = give(request, command, text(data, "key"))
    with house.world.lock:
        found = known_event(request, tournament)
        if isinstance(outcome, Refused):
            return answered_page(request, found, known, told, refused=outcome)
        return answered_page(request, found, known, told, kept=command.ruling)


@staff_form(AT_EVENT + "/penalidade", FLOOR)
def penalise(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """The penalty that the ruling proposes, for whom it is about."""
    house = house_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        known = at_event(found, table_of(found, text(data, "mesa")))
        told = told_in(data, known)
    kind: Any = text(data, "penalidade")
    command = GivePenalty(
        tournament=tournament,
        penalty=new_id("p"),
        entry=entry_of(told, known),
        kind=kind,
        amount=digits(text(data, "quanto")) or 1,
        infraction=infraction_of(told, known),
        ruling=text(data, "decisao"),
        during_hand=told.kind == "hand",
        slip=True,
    )
    outcome = give(request, command, text(data, "key"))
    with house.world.lock:
        found = known_event(request, tournament)
        kept = text(data, "decisao")
        if isinstance(outcome, Refused):
            return answered_page(request, found, known, told, refused=outcome, kept=kept)
        return answered_page(request, found, known, told, kept=kept, penalised=True)


@staff_form(AT_EVENT + "/chamar", TABLES)
def call_with_this(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """The dealer describes, the floor confirms: the situation goes along with the call."""
    house = house_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        known = at_event(found, table_of(found, text(data, "mesa")))
        told = told_in(data, known)
        saw = json.dumps(by_entries(told.situation, known), ensure_ascii=False)
    command = CallFloor(
        tournament=tournament,
        call=new_id("c"),
        table=known.table,
        why="ruling",
        entry=entry_of(told, known),
        reason=saw,
    )
    outcome = give(request, command, text(data, "key"))
    with house.world.lock:
        found = known_event(request, tournament)
        if isinstance(outcome, Refused):
            return answered_page(request, found, known, told, refused=outcome)
        return answered_page(request, found, known, told, called=True)


def _option(content: dict[str, Any], asked: str) -> dict[str, Any]:
    """Which of the things that the director may decide, where it was left to him."""
    place = digits(asked)
    rulings = content.get("rulings")
    options: list[dict[str, Any]] = rulings[-1]["options"] if rulings else []
    return options[place] if place is not None and place < len(options) else {}


def _kept(tournament: str, told: ToldSoFar, known: KnownTable, option: dict[str, Any]) -> KeepRuling:
    entry = entry_of(told, known)
    return KeepRuling(
        tournament=tournament,
        ruling=new_id("r"),
        situation=by_entries(told.situation, known),
        remedy=option.get("remedy", ""),
        to=option.get("to"),
        table=known.table,
        hand=known.hand,
        level=known.level,
        entries=_about(told, known, entry),
        entry=entry if told.kind == "conduct" else "",
    )


def entry_of(told: ToldSoFar, known: KnownTable) -> str:
    """Whom the ruling is about: whoever acted last, or was chosen on the oval."""
    acted = told.acts[-1]["player"] if told.kind == "hand" and told.acts else told.who
    person = known.people.get(acted)
    return person.entry if person else ""


def infraction_of(told: ToldSoFar, known: KnownTable) -> str:
    """As the book's catalogue has it, whatever it was called; a name of several infractions is none of them."""
    said = str(told.situation.get("infraction", "")) if told.kind == "conduct" else ""
    named = find_infraction(said, known.rulebook) if said else None
    return named.parameters[0] if isinstance(named, NamedInfraction) and len(named.parameters) == 1 else ""


def _about(told: ToldSoFar, known: KnownTable, entry: str) -> tuple[str, ...]:
    """Who did something, in order; else whoever was chosen."""
    actors = [act["player"] for act in told.acts if not act.get("presumed")] if told.kind == "hand" else []
    found = [known.people[name].entry for name in actors if name in known.people]
    return tuple(dict.fromkeys([*found, *([entry] if entry else [])]))


def by_entries(situation: dict[str, Any], known: KnownTable) -> dict[str, Any]:
    """The situation with entries in the place of names: nobody's name is written down with it."""
    return renamed(situation, {name: one.entry for name, one in known.people.items()})
