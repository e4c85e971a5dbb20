"""Draws under the strictest control: each names where its public value comes from."""

from __future__ import annotations

from typing import Any

from feltro.app.desk.proofs import proofs_of
from feltro.kernel.draws import phone_seal
from tests.tournament.seats import Floor

PHONES = {"value_from": "phones"}
CALLED = {"value_from": "player", "value_caller": "vera"}
ROUND = {"value_from": "drand", "value_reference": "40000000"}
"""A round of June 2027: long after the evening of these tests."""
VALUES = [f"{number:064x}" for number in (7, 2**255 + 1, 11)]


def circuit(**changes: Any) -> Floor:
    floor = Floor(answers={"control.size": "circuit"}, **changes)
    floor.person("vera")
    return floor


def by_phones(room: Any, draw: str, values: list[str] = VALUES) -> None:
    """Every phone seals, the direction closes, every phone shows."""
    commitment = room.state.floor.draws[draw].commitment if draw in room.state.floor.draws else draw
    seals = [phone_seal(commitment, bytes.fromhex(value)) for value in values]
    for sealed in seals:
        room.done("SealPhoneValue", role="viewer", who="", tournament="t1", draw=draw, sealed=sealed)
    room.done("ClosePhones", role="director", tournament="t1", draw=draw)
    for sealed, value in zip(seals, values, strict=True):
        room.done("ShowPhoneValue", role="viewer", who="", tournament="t1", draw=draw, sealed=sealed, shown=value)


def proofs(room: Any) -> dict[str, Any]:
    return {one.id: one.told for one in proofs_of(room.state, room.house.world.live("tournament:t1").facts)}
