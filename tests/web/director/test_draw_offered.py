"""What the console offers before the start can be done, in a room where not every table has somebody yet."""

from __future__ import annotations

from typing import Any

import pytest

from feltro.app.event_view import EventView
from feltro.app.needs.evening import next_step
from feltro.app.screens.clock import clock_view
from tests.tournament.room import BOOKS, at
from tests.tournament.seats import Floor


def offered(floor: Floor) -> Any:
    found = EventView(floor.house, floor.house.world.live("tournament:t1"), floor.now)
    (prompt,) = (
        one for one in next_step(found, clock_view(found.state, found.at, found.book)) if "draw_button" in one.key
    )
    return prompt.deeds[0]


@pytest.mark.parametrize("book", BOOKS)
def test_the_button_is_drawn_where_somebody_sits_and_not_at_the_first_table_of_the_room(book):
    """Two tables are open, the only player sits at the second: the act that is offered is not refused."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9))
    floor.seat({2: [3]})
    floor.now = at("13:50")
    deed = offered(floor)
    floor.order(
        deed.command, **{**deed.fields, "table": int(deed.fields["table"]) if "table" in deed.fields else 0}
    )
    assert floor.state.floor.tables[2].drawn_button is not None
