"""What the direction was asked and has decided is not asked again: too few entries, decks for a champion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.event_view import EventView
from feltro.app.needs.room import room_prompts
from feltro.web.director.spots import way_to
from tests.app.desk.test_reminders import running, told
from tests.tournament.room import at

if TYPE_CHECKING:
    from feltro.app.needs.prompt import Prompt
    from tests.tournament.seats import Floor

FEW, DECKS = "notice.too_few_entries", "notice.change_decks_if_wanted"


def seen(floor: Floor) -> EventView:
    return EventView(floor.house, floor.house.world.live("tournament:t1"), floor.now)


def asked(floor: Floor) -> dict[str, Prompt]:
    return {one.key: one for one in room_prompts(seen(floor), None)}


def short_of_entries() -> Floor:
    """Six at two tables, and the fifth level has begun: CGP wanted fifteen by the end of the fourth."""
    floor = running("cgp-2024")
    floor.order("MarkLevel", level=5)
    return floor


def test_too_few_entries_can_be_put_away_by_who_decided_to_play_and_are_not_spoken_of_after_the_prizes():
    floor = short_of_entries()
    assert asked(floor)[FEW].can_wait
    floor.order("CloseRegistration")
    for table in (1, 2):
        floor.order("RollCall", table=table, players=3)
    floor.order("AnnouncePrizes")
    assert FEW not in asked(floor)


def test_receipts_without_a_signature_lead_to_their_list():
    floor = running("cgp-2024")
    floor.order("CloseRegistration")
    for table in (1, 2):
        floor.order("RollCall", table=table, players=3)
    floor.order("AnnouncePrizes")
    told_now = asked(floor)["notice.receipts_unsigned"]
    assert told_now.values["n"] == 6
    assert way_to(told_now.spot, seen(floor)).address == "/balcao/t1?aba=recibos#lista"


def test_nobody_changes_decks_for_a_champion():
    floor = running("cgp-2024")
    floor.order("CloseRegistration")
    floor.now = at("14:31")
    assert DECKS in told(floor)
    for number in range(2, 7):
        floor.order("Eliminate", entry=f"e{number}")
    assert DECKS not in told(floor)
