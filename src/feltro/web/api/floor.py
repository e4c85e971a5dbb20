"""What programs read of the floor: the coming hand of a table, what would even tables out, draws, and rooms."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from feltro.app.access.permissions import READERS
from feltro.app.desk.draws import proof_of
from feltro.app.handling import House
from feltro.app.world.past import as_of
from feltro.house.rooms import proposed_pushes
from feltro.kernel.outcome import Refused
from feltro.tournament.floor.balance import Room, propose
from feltro.tournament.floor.button import next_hand
from feltro.tournament.now import Now
from feltro.tournament.state import TournamentState
from feltro.web.api.caller import MISSING, Answer, Asking, admitted, no, now
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
    who = admitted(request, state.house, READERS)
    if isinstance(who, Response):
        return who
    with state.house.world.lock:
        found = _tournament(state.house, tournament)
        if found is None:
            return no(MISSING, Refused("tournament.unknown", {"tournament": tournament}), request)
        at = now()
        hand = next_hand(table, found, state.house.books.settlement(found, at).book, at)
        return no(MISSING, hand, request) if isinstance(hand, Refused) else Response(HandAnswer(hand=hand))


@get(
    "/tournaments/{tournament:str}/balance",
    sync_to_thread=True,
    summary="What would even the tables out now, with the reason and the clause",
    operation_id="showBalance",
    operation_class=documented(BalanceAnswer, (401, 403, 404)),
)
def show_balance(request: Asking, state: State, tournament: str) -> Answer:
    who = admitted(request, state.house, READERS)
    if isinstance(who, Response):
        return who
    with state.house.world.lock:
        found = _tournament(state.house, tournament)
        if found is None:
            return no(MISSING, Refused("tournament.unknown", {"tournament": tournament}), request)
        at = now()
        book = state.house.books.settlement(found, at).book
        room = Room(found, book, at)
        proposals = (propose(day, found, book, room, Now(at=at)) for day in found.floor.halls)
        return Response(BalanceAnswer(proposals=tuple(one for one in proposals if one)))


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
        found = _tournament(state.house, tournament)
        if found is None or draw not in found.floor.draws:
            return no(MISSING, Refused("draw.unknown", {"draw": draw}), request)
        facts = state.house.world.live(f"tournament:{tournament}").facts
        return Response(DrawAnswer(draw=proof_of(draw, found, facts)))


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
        answer = RoomAnswer(room=found[0], pushes=tuple(proposed_pushes(found[0])))
        return Response(msgspec.to_builtins(answer, str_keys=True))


def _tournament(house: House, tournament: str) -> TournamentState | None:
    found = as_of(house, f"tournament:{tournament}", None)
    return None if found is None or found[0].sheet is None else found[0]


HANDLERS = (show_next_hand, show_balance, show_draw, show_room)
