"""The bubble: hand for hand, the roll-call, and whether the counts agree."""

from typing import Any

from feltro.app.event_view import EventView
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.eliminations.places import players_left
from feltro.web.direction import ADDRESS, FLOOR, show
from feltro.web.director.console import view_of
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.templates import wants_fragment


@staff_page(ADDRESS + "/{tournament:str}/bolha", FLOOR)
def show_bubble(request: AnyRequest, tournament: str) -> AnyAnswer:
    """Hand for hand with a tile for each table; the roll-call; and whether the counts agree."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        view = view_of(found)
        state = found.state
        announced = state.prizes.announced
        paid = len(announced.prizes_centavos) or announced.seats if announced else 0
        pace = view.hand_for_hand if view else None
        context: dict[str, Any] = {
            "view": view,
            "pace": pace,
            "begin": not pace and not wants_fragment(request) and not state.counts_made.tables,
            "tiles": list(pace.tables.items()) if pace else [],
            "paid": pace.paid if pace else paid,
            "left": players_left(state),
            "calls": [_call(found, number) for number in sorted(state.floor.tables)],
            "findings": [_named(found, one) for one in disagreements(state)] if state.counts_made.tables else [],
            "agreed_players": state.counts_made.agreed_players,
            "agreed": bool(state.counts_made.agreed_at) and state.counts_made.agreed_players == players_left(state),
            "cites": found.book["hand_for_hand.hands_per_release"].cites,
        }
        return show(request, found, "/bolha", "director/_bubble.html", **context)


def _call(found: EventView, number: int) -> dict[str, Any]:
    table, call = found.state.floor.tables[number], found.state.counts_made.tables.get(number)
    fresh = call is not None and call.hands == table.hands and set(call.entries) == set(table.players.values())
    return {"number": number, "seated": len(table.players), "call": call if fresh else None}


def _named(found: EventView, one: Any) -> dict[str, Any]:
    values = {name: found.names.of(value) if name == "entry" else value for name, value in one.values.items()}
    return {"key": one.because, "values": values}
