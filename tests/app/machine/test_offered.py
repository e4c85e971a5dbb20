"""Any commands in any order: whatever the console then offers with one key is taken, or asks for a reason."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from feltro.app.event_view import EventView
from feltro.app.needs import needs
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.web.acts.listed import ELSEWHERE, RARE
from feltro.web.director.console import view_of
from feltro.web.director.orders import command_of
from feltro.web.frame.reasons import WANTS_REASON
from tests.app.machine.answers import Said, answer, begin
from tests.app.machine.asking import Pick
from tests.app.machine.rules import PHASES
from tests.app.machine.test_machine import Desk
from tests.tournament.room import BOOKS, Room, copied

pytestmark = pytest.mark.slow

STEPS, LOOK_EVERY, TRIED = 108, 6, 5
MINUTE = 60_000_000
EMPTY_ROOM = {
    "balance.stale",
    "break.nobody_there",
    "button.nobody_to_draw",
    "pace.others_playing",
}
"""Of tables that chance left without players, which no evening has."""


def seen(room: Room) -> EventView:
    return EventView(room.house, room.house.world.live("tournament:t1"), room.now)


def pressed(room: Room, tried: Counter[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Every key of the list in a copy of the house, as the page sends it; what was refused, and why."""
    found = seen(room)
    refused = []
    for prompt in needs(found, view_of(found), None):
        spot = prompt.spot
        if spot is not None and spot.name == "act" and spot.which not in {*RARE, *ELSEWHERE}:
            refused.append((prompt.key, spot.which, "no form"))
        for deed in prompt.deeds:
            tried[prompt.key, deed.command] += 1
            if tried[prompt.key, deed.command] > TRIED:
                continue
            copy = copied(room.house.store)
            view = EventView(copy, copy.world.live("tournament:t1"), room.now)
            sent = {name: str(value) for name, value in deed.fields.items()}
            outcome = command_of({"command": deed.command, **sent}, view)
            if not isinstance(outcome, Refused):
                who = Envelope(key="deed", who="dora", role="director", device="test", at=room.now)
                outcome = copy.handle(outcome, who)
            if isinstance(outcome, Refused) and outcome.because not in WANTS_REASON | EMPTY_ROOM:
                refused.append((prompt.key, deed.command, outcome.because))
    return refused


@pytest.mark.parametrize("book", BOOKS)
def test_every_key_that_the_console_offers_is_taken(book):
    tried: Counter[tuple[str, str]] = Counter()
    refused = []
    for phase in PHASES:
        machine, drawn = Desk(), f"{book} {phase} keys".encode()
        machine.open(book, phase)
        room = machine.room = begin(book, phase)
        for number in range(STEPS):
            drawn = sha256(drawn).digest()
            kind, asked = machine.choose(Pick(drawn))
            now = room.now
            told = answer(room, number, Said(kind, asked.fields, asked.who, asked.role, asked.at or now))
            room.now = Instant(now + (15 if drawn[0] % 8 == 0 else 1) * MINUTE)
            if not told.startswith("refused"):
                machine.done.append(f"m{number}")
            if number % LOOK_EVERY == 0:
                refused += pressed(room, tried)
    assert refused == []
    assert len(tried) > 8
