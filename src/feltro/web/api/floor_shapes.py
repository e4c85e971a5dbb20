"""What the API answers about the floor, in types."""

import msgspec

from feltro.app.desk.draws import PublishedDraw
from feltro.house.room_events import RoomState
from feltro.house.rooms import Push
from feltro.tournament.floor.button import NextHand
from feltro.tournament.state.floor import Proposal
from feltro.web.api.shapes import ApiShape


class HandAnswer(ApiShape, frozen=True, kw_only=True):
    hand: NextHand


class BalanceAnswer(ApiShape, frozen=True, kw_only=True):
    """What would be proposed now, day by day; days that are even are left out."""

    proposals: tuple[Proposal, ...]


class DrawAnswer(ApiShape, frozen=True, kw_only=True):
    draw: PublishedDraw


class RoomAnswer(ApiShape, frozen=True, kw_only=True):
    room: RoomState
    pushes: tuple[Push, ...]


FLOOR_ANSWERS: tuple[type[msgspec.Struct], ...] = (HandAnswer, BalanceAnswer, DrawAnswer, RoomAnswer)
