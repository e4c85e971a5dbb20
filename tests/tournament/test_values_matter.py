"""Every value that these parts read changes what they do: settled otherwise, the room goes otherwise."""

from __future__ import annotations

import pytest

from feltro.tournament.clock.face import standing
from feltro.tournament.sheet import ActionClock, Level
from tests.tournament.hall import Hall, at, day, told

LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))
DAYS = (day("1", until_level=2), day("2", "2026-11-21T14:00:00-03:00", from_level=3))


def hall(name: str, value, days=DAYS, players: int = 6) -> Hall:
    """ADTP 2023 is silent on all of this, so the event settles it."""
    room = Hall(book="adtp-2023", levels=LEVELS, days=days, action_clock=ActionClock(cards=3, cards_each_day=2),
                answers={name: value})  # fmt: skip
    room.seat(players, 2)
    room.now = at("14:00")
    room.director("StartClock")
    return room


def release(room: Hall, paid: int = 5) -> None:
    room.director("StartHandForHand", paid=paid)
    for table in (1, 2):
        room.hand(table)
    room.director("ReleaseHand")


def test_minutes_per_hand():
    """Three minutes a hand."""
    room = hall("hand_for_hand.minutes_per_hand", 3)
    release(room)
    for table in (1, 2):
        room.hand(table)
    assert room.shown() == (1, False, 27 * 60)


@pytest.mark.parametrize(("goes_up", "shown"), [(True, (2, False, 1740)), (False, (1, False, 0))])
def test_levels_go_up_with_hands_or_wait(goes_up, shown):
    """One minute left and a hand of two: the next level has lost a minute, or the level stays at zero."""
    room = hall("hand_for_hand.levels_go_up", goes_up)
    room.director("GoToLevel", level=1, seconds_left=60)
    release(room)
    for table in (1, 2):
        room.hand(table)
    assert room.shown() == shown


def test_hands_per_release():
    """Two hands at each table before all wait, and four minutes off the clock."""
    room = hall("hand_for_hand.hands_per_release", 2)
    release(room)
    for table in (1, 2, 1):
        room.hand(table)
    assert room.no("ReleaseHand").values["tables"] == (2,)
    room.hand(2)
    assert room.shown() == (1, False, 26 * 60)


def test_a_called_all_in_that_need_not_wait():
    """Then there is nothing to hold."""
    room = hall("hand_for_hand.called_all_in.waits", False)
    release(room)
    assert room.no("HoldAllIn", role="dealer", table=1).because == "pace.all_in_need_not_wait"


def test_all_ins_run_together():
    """Both tables at once."""
    room = hall("hand_for_hand.called_all_in.order", "all_together")
    release(room)
    for kind in ("HoldAllIn", "RunAllIn"):
        for table in (1, 2):
            done = room.done(kind, role="floor", tournament="t1", table=table)
            assert [one.name for one in done.events] == [{"HoldAllIn": "AllInHeld", "RunAllIn": "AllInRun"}[kind]]


def test_the_director_ends_it_early():
    """Where the event says so, above the paid places; still on a count that agrees."""
    room = hall("hand_for_hand.ends", "director")
    room.director("StartHandForHand", paid=2)
    for table in (1, 2):
        room.hand(table)
    assert told(room.director("EndHandForHand", counted=6), "HandForHandEnded")[0]["because"] == "pace.hand_for_hand_ended"  # fmt: skip


def test_only_from_the_bubble_on():
    """Six left for four prizes is not the bubble; for five it is."""
    room = hall("hand_for_hand.starts", "bubble_reached")
    assert room.no("StartHandForHand", paid=4).because == "pace.not_the_bubble"
    room.director("StartHandForHand", paid=5)


def test_the_window_of_the_last_hands():
    """From twenty minutes to one."""
    room = hall("end_of_day.window_minutes", [1, 20])
    room.director("GoToLevel", level=2, seconds_left=1200)
    (called,) = told(room.director("StopForLastHands"), "LastHandsCalled")
    assert (called["because"], len(called["cards"])) == ("pace.last_hands_called", 20)


def test_the_cards_of_the_last_hands():
    """Only threes and fours."""
    room = hall("end_of_day.hands", [3, 4])
    room.director("GoToLevel", level=2, seconds_left=600)
    called = told(room.director("StopForLastHands"), "LastHandsCalled")[0]
    assert {card[0] for card in called["cards"]} == {"3", "4"}
    assert room.no("DrawLastHands", entry="e1", card="2c").because == "pace.not_such_a_card"


def test_who_draws():
    """The director, without a player."""
    room = hall("end_of_day.drawn_by", "director")
    room.director("GoToLevel", level=2, seconds_left=600)
    room.director("StopForLastHands")
    (drawn,) = told(room.director("DrawLastHands"), "LastHandsDrawn")
    assert (drawn["because"], drawn["hands"]) == ("pace.last_hands_drawn_now", int(drawn["card"][0]))


def test_last_hands_in_an_event_of_one_day():
    """Where the event says so."""
    room = hall("end_of_day.multi_day_only", False, days=(day("1"),))
    room.director("GoToLevel", level=8, seconds_left=600)
    (called,) = told(room.director("StopForLastHands"), "LastHandsCalled")
    assert (called["because"], len(called["cards"])) == ("pace.last_hands_called", 20)


def test_one_person_may_count_where_the_event_says_so():
    """The same person verifies, and a day starts without it."""
    room = hall("end_of_day.bag.two_people", False)
    for number in range(1, 7):
        room.done("Bag", who="rui", role="floor", tournament="t1", entry=f"e{number}", chips=9)
    room.done("VerifyBag", who="rui", role="floor", tournament="t1", entry="e1", chips=9)
    assert len(told(room.director("StartDay", day="2"), "DayStarted")[0]["entries"]) == 6


def test_a_clock_that_is_not_shortened():
    """Refused, whoever abuses it."""
    room = hall("action_clock.may_be_shortened", False)
    assert room.no("ShortenActionClock", entry="e1", seconds=10, reason="x").because == "time_bank.not_shortened"


def test_cards_only_at_the_final_table():
    """The new day then brings none; and the other way round."""
    room = hall("action_clock.cards.added_at", ["final_table"])
    for number in range(1, 7):
        room.done("Bag", who="rui", role="floor", tournament="t1", entry=f"e{number}", chips=9)
        room.done("VerifyBag", who="bia", role="floor", tournament="t1", entry=f"e{number}", chips=9)
    assert told(room.director("StartDay", day="2"), "DayStarted")[0]["cards"] == 0
    other = hall("action_clock.cards.added_at", ["new_day"])
    assert other.no("HandOutTimeCards", occasion="final_table", cards=1).because == "time_bank.not_then"


def test_a_start_that_is_not_strict():
    """Late, early, without a reason."""
    room = Hall(book="adtp-2023", levels=LEVELS, answers={"event.start.strict": False})
    room.now = at("14:40")
    assert standing(room.state, "1", room.now).level == 0
    room.director("StartClock")
    assert standing(room.state, "1", room.now).level == 1


def test_the_first_stack_or_none_is_the_events_choice():
    """`never` sells no second flight at all: there is nothing to choose from."""
    room = hall("reentry.after_bagging", "never")
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=9)
    assert room.refused("SellEntry", **room.sale("e9", "p1", day="1")).because == "reentry.already_bagged"
