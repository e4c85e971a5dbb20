"""What programs read of the floor: the coming hand of a table, what would even tables out, draws, and rooms."""

from __future__ import annotations

from litestar import Response, get
from litestar.datastructures import State

from feltro.app.access.permissions import READERS
from feltro.app.desk.draws import proof_of
from feltro.app.event_view import event_of
from feltro.app.world.past import as_of
from feltro.house.rooms import proposed_pushes
from feltro.kernel.outcome import Refused
from feltro.tournament.floor.balance import Room, propose
from feltro.tournament.floor.button import next_hand
from feltro.tournament.now import Now
from feltro.web.api.caller import MISSING, Answer, Asking, admitted, event_for, no, now, told_to
from feltro.web.api.floor_shapes import BalanceAnswer, DrawAnswer, HandAnswer, RoomAnswer
from feltro.web.api.openapi import documented


@get(
    "/tournaments/{tournament:str}/tables/{table:int}/next-hand",
    sync_to_thread=True,
    summary="Who posts what in the coming hand of a table",
    operation_id="showNextHand",
    operation_class=documented(HandAnswer, (400, 401, 403, 404)),
)
def show_next_hand(request: Asking, state: State, tournament: str, table: int) -> Answer:
    shown = event_for(request, state.house, tournament, READERS)
    if isinstance(shown, Response):
        return shown
    found, who = shown
    with state.house.world.lock:
        hand = next_hand(table, found.state, found.book, found.at)
        return no(MISSING, hand, request) if isinstance(hand, Refused) else told_to(who, HandAnswer(hand=hand))


@get(
    "/tournaments/{tournament:str}/balance",
    sync_to_thread=True,
    summary="What would even the tables out now, with the reason and the clause",
    operation_id="showBalance",
    operation_class=documented(BalanceAnswer, (401, 403, 404)),
)
def show_balance(request: Asking, state: State, tournament: str) -> Answer:
    shown = event_for(request, state.house, tournament, READERS)
    if isinstance(shown, Response):
        return shown
    found, who = shown
    with state.house.world.lock:
        room, at = Room(found.state, found.book, found.at), Now(at=found.at)
        proposals = (propose(day, found.state, found.book, room, at) for day in found.state.floor.halls)
        return told_to(who, BalanceAnswer(proposals=tuple(one for one in proposals if one)))


@get(
    "/tournaments/{tournament:str}/draws/{draw:str}",
    sync_to_thread=True,
    summary="A draw as it is published: its commitment, and once it is revealed its proof",
    operation_id="showDraw",
    operation_class=documented(DrawAnswer, (401, 403, 404)),
)
def show_draw(request: Asking, state: State, tournament: str, draw: str) -> Answer:
    who = admitted(request, state.house, READERS)
    if isinstance(who, Response):
        return who
    with state.house.world.lock:
        found = event_of(state.house, tournament, now())
        if found is None or draw not in found.state.floor.draws:
            return no(MISSING, Refused("draw.unknown", {"draw": draw}), request)
        return told_to(who, DrawAnswer(draw=proof_of(draw, found.state, found.facts)))


@get(
    "/rooms/{room:str}",
    sync_to_thread=True,
    summary="A room: who has its tables, dealers, decks and chips, the downs, and the pushes proposed",
    operation_id="showRoom",
    operation_class=documented(RoomAnswer, (401, 403, 404)),
)
def show_room(request: Asking, state: State, room: str) -> Answer:
    who = admitted(request, state.house, READERS)
    if isinstance(who, Response):
        return who
    with state.house.world.lock:
        found = as_of(state.house, f"room:{room}", None)
        if found is None:
            return no(MISSING, Refused("room.unknown", {"room": room}), request)
        return told_to(who, RoomAnswer(room=found[0], pushes=tuple(proposed_pushes(found[0]))))


HANDLERS = (show_next_hand, show_balance, show_draw, show_room)
