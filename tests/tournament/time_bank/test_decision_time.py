"""Somebody is put on the clock: the book's seconds, and what it makes of the hand when they are gone."""

from __future__ import annotations

import pytest

from feltro.kernel.instants import later
from feltro.tournament.sheet import ActionClock
from feltro.tournament.time_bank.decide import cards_of
from tests.tournament.hall import told
from tests.tournament.time_bank.test_time_bank import hall


def asked(book, faces="bet", **more):
    room = hall(book, None)
    began = room.done("StartTime", role="dealer", tournament="t1", time="q1", entry="e1", faces=faces, **more)
    return room, told(began, "TimeStarted")[0]


@pytest.mark.clause("cgp-2024:5.3.12", "nps-2019:21", "adtp-2012:24", "adtp-2023:29", "bpt-2015:9", "bpt-2015:9.1")
@pytest.mark.parametrize(
    ("book", "faces", "whole", "aloud", "zero"),
    [
        ("cgp-2024", "nothing", 30, 5, "check"),
        ("cgp-2024", "bet", 30, 5, "dead_hand"),
        ("nps-2019", "nothing", 30, 5, "dead_hand"),
        ("adtp-2012", "bet", 70, 10, "dead_hand"),
        ("adtp-2023", "nothing", 30, 5, "check"),
        ("adtp-2023", "bet", 30, 5, "dead_hand"),
        ("bpt-2015", "bet", 10, 5, "dead_hand"),
        ("bpt-2015", "all_in", 30, 5, "dead_hand"),
    ],
)
def test_a_called_clock_has_the_seconds_of_the_book(book, faces, whole, aloud, zero):
    room, began = asked(book, faces)
    assert (began["silent"] + began["seconds"], began["seconds"], began["zero"]) == (whole, aloud, zero)
    room.now = later(room.now, seconds=whole - 1)
    early = room.no("StopTime", role="dealer", time="q1", acted=False)
    assert (early.because, early.values["seconds"]) == ("time.still_runs", 1)
    room.now = later(room.now, seconds=1)
    ended = told(room.done("StopTime", role="dealer", tournament="t1", time="q1", acted=False), "TimeStopped")[0]
    assert (ended["result"], ended["seconds"]) == (zero, whole)
    assert any(cite.startswith(f"{book}:") for cite in ended["cites"])


@pytest.mark.clause("bpt-2015:9.1")
def test_an_all_in_whose_count_was_asked_gives_ten_seconds_more():
    _, began = asked("bpt-2015", "all_in", count_asked=True)
    assert began["silent"] + began["seconds"] == 40


def test_whoever_acts_in_time_has_acted_and_is_on_record_with_the_hand():
    room, _ = asked("cgp-2024")
    room.now = later(room.now, seconds=12)
    ended = told(room.done("StopTime", role="dealer", tournament="t1", time="q1"), "TimeStopped")[0]
    assert (ended["result"], ended["seconds"], ended["hand"]) == ("acted", 12, 0)
    assert room.state.time_bank.running == {}
    assert room.state.time_bank.ended[1].result == "acted"


@pytest.mark.clause("cgp-2024:5.3.11.b")
def test_an_action_clock_spends_its_cards_by_itself_and_then_the_hand():
    """Silent 5, clock 30, three cards of 60 each: at 3:35 nothing is left."""
    room = hall("cgp-2024", ActionClock(cards=3))
    room.done("StartTime", role="dealer", tournament="t1", time="q1", entry="e1", kind="action_clock", faces="bet")
    room.now = later(room.now, seconds=5 + 30 + 60 + 10)
    told_now = room.done("StopTime", role="dealer", tournament="t1", time="q1")
    assert told(told_now, "TimeCardsUsed")[0]["cards"] == 2
    assert cards_of(room.state, "e1", room.book) == 1
    room.done("StartTime", role="dealer", tournament="t1", time="q2", entry="e1", kind="action_clock", faces="bet")
    room.now = later(room.now, seconds=5 + 30 + 60)
    over = room.done("StopTime", role="dealer", tournament="t1", time="q2", acted=False)
    assert told(over, "TimeStopped")[0]["result"] == "fold"
    assert cards_of(room.state, "e1", room.book) == 0


@pytest.mark.clause("cgp-2024:5.3.12")
def test_where_an_action_clock_runs_nobody_calls_for_time():
    room = hall("cgp-2024", ActionClock(cards=3))
    refused = room.no("StartTime", role="dealer", time="q1", entry="e1")
    assert refused.because == "clock_call.action_clock_in_use"


def test_one_time_at_a_table_and_only_for_somebody_who_plays():
    room, _ = asked("cgp-2024")
    assert room.no("StartTime", role="dealer", time="q2", entry="e2").because == "time.runs_already"
    assert room.no("StartTime", role="dealer", time="q1", entry="e2").because == "time.id_used"
    assert room.no("StopTime", role="dealer", time="q9").because == "time.over"
