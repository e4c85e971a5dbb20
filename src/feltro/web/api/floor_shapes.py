"""What the API answers about the floor, in types."""

from __future__ import annotations

from typing import Annotated

import msgspec

from feltro.house.room_events import RoomState
from feltro.house.rooms import Push
from feltro.kernel.published_draw import PublishedDraw
from feltro.kernel.roles import EVERYBODY_AT_WORK
from feltro.kernel.sight import seen_by
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
    pushes: Annotated[tuple[Push, ...], seen_by(EVERYBODY_AT_WORK)]


FLOOR_ANSWERS: tuple[type[msgspec.Struct], ...] = (HandAnswer, BalanceAnswer, DrawAnswer, RoomAnswer)
