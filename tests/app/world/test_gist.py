"""The gist of an event says whether it is won as its places say it, after every act of an evening."""

from __future__ import annotations

import pytest

from feltro.app.world.gist import gist_of, is_open
from feltro.tournament.eliminations.places import first_place_is_free
from feltro.tournament.prizes.due import decided_places
from tests.web.running import Running


def is_won(state):
    order = decided_places(state)
    return bool(order) and order[0].place == 1


@pytest.mark.parametrize("closed", [True, False])
def test_an_event_is_open_until_somebody_has_the_first_place(closed):
    room = Running(6)
    if closed:
        room.order("CloseRegistration")
    seen = []
    for left in (6, 5, 4, 3, 2, 1):
        if left < 6:
            room.order("Eliminate", entry=f"e{left + 1}")
        state = room.state
        assert is_open(state) == gist_of(state).is_open == (not is_won(state))
        assert first_place_is_free(state) == (left > 1)
        seen.append(is_open(state))
    assert seen == [True, True, True, True, True, not closed]


def test_an_event_that_nobody_entered_is_open():
    room = Running(0)
    assert is_open(room.state)
    assert not first_place_is_free(room.state)
