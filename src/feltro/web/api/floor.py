"""What programs read of the floor: the coming hand of a table, what would even tables out, draws, and rooms."""

from __future__ import annotations

from litestar.datastructures import State

from feltro.app.access.permissions import READERS
from feltro.app.access.scopes import PUBLIC
from feltro.app.desk.proofs import proofs_of
from feltro.app.event_view import event_of
from feltro.house.rooms import proposed_pushes
from feltro.kernel.outcome import Refused
from feltro.procedures.color_up import race_rules
from feltro.tournament.floor.balance import Room, propose
from feltro.tournament.floor.button import next_hand
from feltro.tournament.now import Now
from feltro.web.api.caller import MISSING, Answer, Asking, admitted, event_for, no, now, stream_for, told_to
from feltro.web.api.floor_shapes import BalanceAnswer, DrawAnswer, HandAnswer, RoomAnswer
from feltro.web.api.openapi import reads


@reads(
    "/tournaments/{tournament:str}/tables/{table:int}/next-hand",
    "Who posts what in the coming hand of a table",
    HandAnswer,
    400,
    404,
    scope=PUBLIC,
)
def show_next_hand(request: Asking, state: State, tournament: str, table: int) -> Answer:
    found, who = event_for(request, state.house, tournament, READERS)
    with state.house.world.lock:
        hand = next_hand(table, found.state, found.book, found.at)
        return no(MISSING, hand, request) if isinstance(hand, Refused) else told_to(who, HandAnswer(hand=hand))


@reads(
    "/tournaments/{tournament:str}/balance",
    "What would even the tables out now, with the reason and the clause",
    BalanceAnswer,
    404,
    scope=PUBLIC,
)
def show_balance(request: Asking, state: State, tournament: str) -> Answer:
    found, who = event_for(request, state.house, tournament, READERS)
    with state.house.world.lock:
        room, at = Room(found.state, found.book, found.at), Now(at=found.at)
        proposals = (propose(day, found.state, found.book, room, at) for day in found.state.floor.halls)
        return told_to(who, BalanceAnswer(proposals=tuple(one for one in proposals if one)))


@reads(
    "/tournaments/{tournament:str}/draws/{draw:str}",
    "A draw as it is published: its commitment, and once it is revealed its proof",
    DrawAnswer,
    404,
    scope=PUBLIC,
)
def show_draw(request: Asking, state: State, tournament: str, draw: str) -> Answer:
    who = admitted(request, state.house, READERS)
    with state.house.world.lock:
        found = event_of(state.house, tournament, now(request))
        proofs = proofs_of(found.state, found.facts, race_rules(found.book).first_seat) if found else []
        proof = next((one.told for one in proofs if one.id == draw), None)
        if proof is None:
            return no(MISSING, Refused("draw.unknown", {"draw": draw}), request)
        return told_to(who, DrawAnswer(draw=proof))


@reads(
    "/rooms/{room:str}",
    "A room: who has its tables, dealers, decks and chips, the downs, and the pushes proposed",
    RoomAnswer,
    404,
    scope=PUBLIC,
)
def show_room(request: Asking, state: State, room: str) -> Answer:
    who = admitted(request, state.house, READERS)
    with state.house.world.lock:
        found, _ = stream_for(state.house, "room", room)
        return told_to(who, RoomAnswer(room=found, pushes=tuple(proposed_pushes(found))))


HANDLERS = (show_next_hand, show_balance, show_draw, show_room)
