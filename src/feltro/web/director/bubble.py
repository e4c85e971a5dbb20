"""The bubble: hand for hand, the roll-call, whether the counts agree, and the papers that the money will ask for."""

from typing import Any

from feltro.app.desk.payees import near_the_money
from feltro.app.event_view import EventView
from feltro.app.needs.room import NEAR_THE_MONEY
from feltro.app.people.names import name_of
from feltro.kernel.outcome import Refused
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.days.end import playing_in
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.pace.hand_for_hand import goal, goal_kind
from feltro.tournament.prizes.satellites import places_to_reach
from feltro.web.desk.payee import complete, shown_in
from feltro.web.direction import ADDRESS, FLOOR, show
from feltro.web.director.console import view_of
from feltro.web.frame.answers import AnyAnswer, go, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form, staff_page
from feltro.web.frame.known import known_event, shown_event
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of


@staff_page(ADDRESS + "/{tournament:str}/bolha", FLOOR)
def show_bubble(request: AnyRequest, tournament: str) -> AnyAnswer:
    """Hand for hand with a tile for each table; the roll-call; whether the counts agree; papers that are missing."""
    return _show(request, tournament, {}, None)


@staff_form(ADDRESS + "/{tournament:str}/bolha/papeis", FLOOR)
def complete_papers(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """What a player shows between two hands is not asked for again at the prize window."""
    house = house_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        lacks = next((one for one in near_the_money(found) if one.person == text(data, "person")), None)
    refused = complete(request, tournament, lacks, shown_in(data), text(data, "key")) if lacks else None
    if refused:
        return _show(request, tournament, data, refused)
    return go(request, f"{ADDRESS}/{tournament}/bolha")


def _show(request: AnyRequest, tournament: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        view = view_of(found)
        state = found.state
        day = state.the_sheet.day(view.day) if view else None
        paid = goal(day, state) if day else places_to_reach(state)
        pace = view.hand_for_hand if view else None
        context: dict[str, Any] = {
            "view": view,
            "pace": pace,
            "begin": not pace and not wants_fragment(request) and not state.counts_made.tables,
            "tiles": list(pace.tables.items()) if pace else [],
            "paid": pace.paid if pace else paid,
            "goal": goal_kind(day, state),
            "left": playing_in(state, day) if day else players_left(state),
            "far": NEAR_THE_MONEY,
            "calls": [_call(found, number) for number in sorted(state.floor.tables)],
            "findings": [_named(found, one) for one in disagreements(state)] if state.counts_made.tables else [],
            "agreed_players": state.counts_made.agreed_players,
            "agreed": bool(state.counts_made.agreed_at) and state.counts_made.agreed_players == players_left(state),
            "cites": found.book["hand_for_hand.hands_per_release"].cites,
            **_papers(found, typed),
            "refused": why(refused, language_of(request)) if refused else None,
        }
        return show(request, found, "/bolha", "director/_bubble.html", 409 if refused else 200, **context)


def _papers(found: EventView, typed: dict[str, Any]) -> dict[str, Any]:
    """Whoever lacks something comes first; a missing PIX key alone keeps nobody waiting."""
    lacking = [] if found.past else sorted(near_the_money(found), key=lambda one: not one.lacking)
    return {
        "papers": [(one, name_of(one.person, found.house.store)) for one in lacking],
        "asks_papers": [found.book[f"prizes.payment.needs_{name}"] for name in ("photo_id", "document")],
        "typed": typed,
        "typed_text": text,
        "paper_key": new_key(),
    }


def _call(found: EventView, number: int) -> dict[str, Any]:
    table, call = found.state.floor.tables[number], found.state.counts_made.tables.get(number)
    fresh = call is not None and call.hands == table.hands and set(call.entries) == set(table.players.values())
    return {"number": number, "seated": len(table.players), "call": call if fresh else None}


def _named(found: EventView, one: Any) -> dict[str, Any]:
    values = {name: found.names.of(value) if name == "entry" else value for name, value in one.values.items()}
    return {"key": one.because, "values": values}
