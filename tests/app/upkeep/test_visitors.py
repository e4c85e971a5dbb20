"""A house that opens to visitors: what the first of them would wait for is known before they come."""

from __future__ import annotations

from feltro.app.handling import House
from feltro.app.handling.acts import Acts, acts_of
from feltro.app.upkeep import visitors
from tests.web.running import Running


def test_what_was_done_in_this_shift_is_read_before_anybody_waits_for_it(monkeypatch):
    """After a restart in the middle of the evening the first page offers the last undo, and reads no event through for it."""
    room = Running(4)
    room.order("Eliminate", entry=room.at(1, 1))
    now = room.site.clock.now
    house = House(room.house.store)
    monkeypatch.setattr(visitors, "machine_hour", lambda: now)
    visitors.open_to_visitors(house)
    monkeypatch.setattr(Acts, "_catch_up", None)
    with house.world.lock:
        last = acts_of(house).last_of("dora", now)
    assert last is not None
    assert last.command == "Eliminate"
