"""Seconds: of a decision with its silent count and its cards, and of the minutes in which the last clock stops."""

from __future__ import annotations

import pytest

from feltro.procedures.last_hands import EndOfDay
from feltro.procedures.time_to_act import DecisionClock, cards_held, read_action_clock

CLOCK = DecisionClock(silent=10, seconds=20, card=30)


@pytest.mark.parametrize(
    ("elapsed", "cards", "reads"),
    [
        (0, 2, ("silent", 30, 0)),
        (9.5, 2, ("silent", 20.5, 0)),
        (10, 2, ("clock", 20, 0)),
        (29, 2, ("clock", 1, 0)),
        (30, 2, ("card", 30, 1)),
        (59, 2, ("card", 1, 1)),
        (60, 2, ("card", 30, 2)),
        (89, 2, ("card", 1, 2)),
        (90, 2, ("expired", 0, 2)),
        (30, 0, ("expired", 0, 0)),
        (60, 1, ("expired", 0, 1)),
    ],
)
def test_a_clock_counts_silently_then_aloud_then_card_by_card(elapsed, cards, reads):
    """Ten silent seconds, twenty aloud, thirty for each card: a part is over with its last second."""
    found = read_action_clock(CLOCK, elapsed, cards)
    assert (found.phase, found.seconds_left, found.cards_used) == reads


def test_cards_that_are_laid_by_hand_or_are_worth_no_time_do_not_come_by_themselves():
    by_hand = DecisionClock(silent=0, seconds=30, card=30, cards_automatic=False)
    assert read_action_clock(by_hand, 29, 2).seconds_left == 1
    assert read_action_clock(by_hand, 30, 2) == read_action_clock(by_hand, 30, 0)
    assert read_action_clock(by_hand, 30, 2).phase == "expired"
    worthless = DecisionClock(silent=0, seconds=30, card=0)
    assert (read_action_clock(worthless, 30, 2).phase, read_action_clock(worthless, 30, 2).cards_used) == (
        "expired",
        2,
    )


@pytest.mark.parametrize(
    ("added", "kept", "replaced", "held"),
    [
        (5, True, True, 8),
        (5, True, False, 7),
        (5, False, True, 5),
        (0, False, True, 3),
        (0, False, False, 2),
        (0, True, False, 2),
    ],
)
def test_cards_of_the_day_before_are_kept_or_go_when_new_ones_come(added, kept, replaced, held):
    """Three left, one forgotten at the table: it is replaced or not; where nothing is handed out nothing is taken."""
    assert cards_held(3, added, 1, left_are_kept=kept, lost_replaced=replaced) == held


def test_nobody_has_fewer_cards_than_none():
    assert cards_held(1, 0, 2, left_are_kept=True, lost_replaced=False) == 0


@pytest.mark.parametrize(("left", "stops"), [(299, False), (300, True), (600, True), (601, False)])
def test_the_last_clock_stops_between_ten_and_five_minutes_before_the_end(left, stops):
    assert EndOfDay(range(3, 8), (5, 10), several_days_only=True).in_window(left) is stops
