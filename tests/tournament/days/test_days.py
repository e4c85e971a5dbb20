"""Flights and days: when they end, bags counted by two people, one stack for each person, and the next morning."""

from __future__ import annotations

import msgspec
import pytest

from feltro.tournament.checks import complaints
from feltro.tournament.clock.face import the_day
from feltro.tournament.days.end import is_provisional, over, registration_closes_after, registration_over
from feltro.tournament.eliminations.places import tied_across_flights
from feltro.tournament.sheet import Level, SaleItem, Window
from tests.tournament.hall import BOOKS, Hall, at, cites, day, told
from tests.tournament.room import Room, sheet

LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))


def flights(**ends) -> tuple:
    return (
        day("1A", **ends),
        day("1B", "2026-11-21T14:00:00-03:00", **ends),
        day("2", "2026-11-22T14:00:00-03:00", from_level=3),
    )


def hall(book: str = "cgp-2024", *, addenda: tuple[str, ...] = (), **ends) -> Hall:
    ends = ends or {"until_level": 2}
    return Hall(book=book, levels=LEVELS, days=flights(**ends), addenda=addenda, late_registration=1)


def bag(room: Hall, entry: str, chips: int = 30000) -> None:
    room.done("Bag", who="rui", role="floor", tournament="t1", entry=entry, chips=chips)
    room.done("VerifyBag", who="bia", role="floor", tournament="t1", entry=entry, chips=chips)


def play(room: Hall, day_id: str, date: str, players: int, first: int = 1) -> None:
    """Sell a flight, start its clock, and let late registration pass."""
    room.now = at("13:30", date)
    for number in range(first, first + players):
        room.sell(f"e{number}", f"p{number}", day=day_id)
    room.now = at("14:00", date)
    room.director("StartClock", day=day_id)
    room.now = at("14:30", date)


def ended(room: Hall, day_id: str):
    found = over(room.state, room.state.sheet.day(day_id), room.now)
    return found.because if found else None


# When a day is over


def test_a_flight_ends_with_its_last_level():
    """At 15:00 the clock stands at zero and stays there; it is not resumed."""
    room = hall()
    play(room, "1A", "2026-11-20", 3)
    assert ended(room, "1A") is None
    room.now = at("15:00")
    assert ended(room, "1A") == "days.over.level"
    assert room.no("ResumeClock", day="1A").because == "clock.day_over"


def test_a_flight_ends_with_a_number_of_players():
    """Played down to two."""
    room = hall(until_players=2)
    play(room, "1A", "2026-11-20", 4)
    room.out("e1")
    assert ended(room, "1A") is None
    room.out("e2")
    assert ended(room, "1A") == "days.over.players"


def test_a_flight_ends_with_a_part_of_its_entries():
    """12 % of 17 entries are 2.04, so three go on; and nobody knows while entries are sold."""
    room = hall(until_percent=12)
    play(room, "1A", "2026-11-20", 17)
    room.now = at("14:20")
    room.out(*(f"e{number}" for number in range(1, 15)))
    assert ended(room, "1A") is None
    room.now = at("14:30")
    assert ended(room, "1A") == "days.over.percent"
    other = hall(until_percent=12)
    play(other, "1A", "2026-11-20", 17)
    other.out(*(f"e{number}" for number in range(1, 14)))
    assert ended(other, "1A") is None


def test_registration_is_over_when_no_flight_sells():
    """After the first flight the second one still does."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    assert not registration_over(room.state, room.now)
    play(room, "1B", "2026-11-21", 2, first=3)
    assert registration_over(room.state, room.now)


# Bags


@pytest.mark.parametrize("book", BOOKS)
def test_two_people_count_every_bag(book):
    """Whoever counted does not verify; two counts that differ change nothing, and the first one is not told."""
    room = hall(book)
    play(room, "1A", "2026-11-20", 2)
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=31500)
    assert room.no("VerifyBag", who="rui", role="floor", entry="e1", chips=31500).because == "bag.second_person"
    refused = room.no("VerifyBag", who="bia", role="floor", entry="e1", chips=30500)
    assert (refused.because, refused.values) == ("bag.counts_differ", {"second": 30500})
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=30500)
    room.done("VerifyBag", who="bia", role="floor", tournament="t1", entry="e1", chips=30500)
    assert room.state.entries["e1"].chips == 30500
    assert room.no("Bag", who="rui", role="floor", entry="e1", chips=1).because == "bag.verified"
    assert room.no("VerifyBag", who="ana", role="floor", entry="e1", chips=30500).because == "bag.verified"
    assert room.no("VerifyBag", who="ana", role="floor", entry="e2", chips=1).because == "bag.none"


@pytest.mark.parametrize("book", BOOKS)
def test_bags_that_add_up_to_the_chips_in_play_are_not_counted_again(book):
    """Two players, 60,000 in play: 41,500 and 18,500 close, and nobody else counts."""
    room = hall(book)
    play(room, "1A", "2026-11-20", 2)
    first = room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=41500)
    assert told(first, "BagsAgree") == []
    done = room.done("Bag", who="rui", role="floor", tournament="t1", entry="e2", chips=18500)
    (agree,) = told(done, "BagsAgree")
    assert (agree["chips"], agree["because"]) == (60000, "bag.sum_closes")
    assert room.state.days.unverified == 0
    assert not complaints(room.state, room.house.books.settlement(room.state, room.now).book)


def test_bags_that_do_not_add_up_are_counted_again_by_somebody_else_until_they_do():
    """1,000 are missing: both wait. The second count of e2 finds them, and with it the sum closes for e1 too."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=41500)
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e2", chips=17500)
    assert room.state.days.unverified == 2
    assert room.no("VerifyBag", who="bia", role="floor", entry="e2", chips=18500).because == "bag.counts_differ"
    done = room.done("Bag", who="rui", role="floor", tournament="t1", entry="e2", chips=18500)
    assert len(told(done, "BagsAgree")) == 1
    assert room.state.days.unverified == 0


def test_another_count_of_a_bag_asks_the_sum_again():
    """It closed by chance, one too much and one too little: with the first mended both wait, with the second it closes."""
    room = hall()
    play(room, "1A", "2026-11-20", 3)
    for entry, chips in (("e1", 30000), ("e2", 31000), ("e3", 29000)):
        room.done("Bag", who="rui", role="floor", tournament="t1", entry=entry, chips=chips)
    assert room.state.days.unverified == 0
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e2", chips=30000)
    assert room.state.days.unverified == 3
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e3", chips=30000)
    assert room.state.days.unverified == 0


def test_a_circuit_has_every_bag_counted_twice():
    room = hall()
    room.done("SetControl", role="organiser", who="olga", tournament="t1", size="circuit")
    play(room, "1A", "2026-11-20", 2)
    for entry in ("e1", "e2"):
        room.done("Bag", who="rui", role="floor", tournament="t1", entry=entry, chips=30000)
    assert room.state.days.unverified == 2
    room.done("VerifyBag", who="bia", role="floor", tournament="t1", entry="e1", chips=30000)
    assert room.state.days.unverified == 1


def test_the_last_to_go_out_closes_the_sum_with_the_day():
    """Nobody bags after him: the day's end asks."""
    room = hall()
    play(room, "1A", "2026-11-20", 3)
    for entry in ("e1", "e2"):
        room.done("Bag", who="rui", role="floor", tournament="t1", entry=entry, chips=45000)
    room.out("e3")
    assert room.state.days.unverified == 2
    room.director("EndDay", day="1A")
    assert room.state.days.unverified == 0


def test_a_player_who_is_away_has_his_bag_signed_by_dealer_and_floor():
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=30000, absent=True)
    assert room.state.days.bags["e1"].absent


def test_a_difference_is_told_when_the_bag_is_opened_and_not_later():
    """Before the first hand at his table; what the tag said is no difference."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    assert room.no("ReportBagDifference", role="floor", entry="e1", chips=1).because == "bag.not_from_a_bag"
    for entry in ("e1", "e2"):
        bag(room, entry)
    room.director("EndDay", day="1A")
    play(room, "1B", "2026-11-21", 1, first=3)
    room.out("e3")
    room.director("EndDay", day="1B")
    room.director("StartDay", day="2")
    assert room.no("ReportBagDifference", role="floor", entry="e1", chips=30000).because == "bag.as_written"
    room.director("ReportBagDifference", entry="e1", chips=29500)
    found = room.state.days.differed["e1"]
    assert (found.bagged, found.found) == (30000, 29500)
    room.director("OpenTables", day="2", draw="d2", tables=[{"number": 1, "chairs": 9}])
    room.director("SeatEntries", day="2")
    room.director("EndHand", table=1)
    refused = room.no("ReportBagDifference", role="floor", entry="e2", chips=1)
    assert (refused.because, refused.values["table"]) == ("bag.hand_dealt", 1)


def test_a_day_is_closed_when_nobody_plays_it():
    """One player still has neither bagged nor gone out."""
    room = hall()
    play(room, "1A", "2026-11-20", 3)
    bag(room, "e1")
    room.out("e2")
    refused = room.no("EndDay", day="1A")
    assert (refused.because, refused.values["players"]) == ("days.still_playing", 1)
    bag(room, "e3", 60000)
    closed = told(room.director("EndDay", day="1A"), "DayEnded")[0]
    assert (closed["players"], closed["entries"]) == (2, 3)
    assert room.no("EndDay", day="1A").because == "days.ended"


def test_a_day_that_nobody_opened_is_not_closed_and_its_players_still_come_back():
    """Closed by mistake on the evening of the first, day 2 opened the next morning with people playing on a closed day."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    assert room.no("EndDay", day="2").because == "days.not_started"
    for entry in ("e1", "e2"):
        bag(room, entry)
    room.director("EndDay", day="1A")
    assert room.no("EndDay", day="2").because == "days.not_started"
    assert told(room.director("StartDay", day="2"), "DayStarted")[0]["entries"] == ["e1", "e2"]
    assert complaints(room.state, room.book) == []


def test_a_bag_taken_back_puts_the_player_back():
    """Undo of the count: live again, and the counters agree."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e1", chips=5, key="bag")
    room.done("Undo", role="director", command_key="bag")
    assert room.state.entries["e1"].status == "live"
    assert complaints(room.state, room.book) == []


def test_a_voided_entry_takes_its_bag_along():
    """A minor found out after bagging does not come back on day 2."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    bag(room, "e1")
    bag(room, "e2")
    room.director("VoidEntry", entry="e1", ground="minor")
    assert complaints(room.state, room.book) == []
    room.director("EndDay", day="1A")
    assert told(room.director("StartDay", day="2"), "DayStarted")[0]["entries"] == ["e2"]


# The next day


@pytest.mark.parametrize("book", BOOKS)
def test_the_players_of_all_flights_come_back(book):
    """With their bags, only once all are verified and nobody plays; then the clock of day 2 starts at its level."""
    room = hall(book)
    play(room, "1A", "2026-11-20", 2)
    bag(room, "e1", 20000)
    assert room.no("StartDay", day="2").because == "days.still_playing"
    room.out("e2")
    room.director("EndDay", day="1A")
    play(room, "1B", "2026-11-21", 2, first=3)
    room.out("e3")
    room.done("Bag", who="rui", role="floor", tournament="t1", entry="e4", chips=100000)
    unverified = room.no("StartDay", day="2")
    assert (unverified.because, unverified.values["bags"]) == ("days.bags_unverified", 1)
    room.done("VerifyBag", who="bia", role="floor", tournament="t1", entry="e4", chips=100000)
    room.director("EndDay", day="1B")
    room.now = at("14:00", "2026-11-22")
    assert room.no("StartClock", day="2").because == "days.not_started"
    started = told(room.director("StartDay", day="2"), "DayStarted")[0]
    assert (started["entries"], started["dropped"]) == (["e1", "e4"], [])
    assert [room.state.entries[entry].chips for entry in ("e1", "e4")] == [20000, 100000]
    assert complaints(room.state, room.book) == []
    room.director("StartClock", day="2")
    assert room.shown("2") == (3, False, 1800)
    assert room.no("StartDay", day="2").because == "days.started"
    assert room.no("StartDay", day="1A").because == "tournament.no_such_day"


@pytest.mark.parametrize("book", BOOKS)
def test_identity_is_asked_for_again(book):
    """Where the book checks it on later days, the seat is taken only after photo ID was seen for that day."""
    room = hall(book)
    play(room, "1A", "2026-11-20", 1)
    bag(room, "e1")
    room.director("EndDay", day="1A")
    started = told(room.director("StartDay", day="2"), "DayStarted")[0]
    asked = "each_later_day" in room.book["entry.photo_id.checked_at"].value
    assert started["identity_pending"] == asked
    first = room.do("CheckIn", role="floor", tournament="t1", entry="e1", day="2")
    assert (getattr(first, "because", "") == "entry.identity_pending") == asked
    room.done("CheckIdentity", role="floor", tournament="t1", entry="e1", day="2")
    if asked:
        room.done("CheckIn", role="floor", tournament="t1", entry="e1", day="2")


def two_bags(book: str, addenda: tuple[str, ...], answers: dict | None = None) -> Hall:
    """One person bags 20,000 in the first flight and 45,000 in the second."""
    entry, again, _ = sheet(book).items
    room = Hall(book=book, levels=LEVELS, days=flights(until_level=2), addenda=addenda, late_registration=2,
                items=(entry, msgspec.structs.replace(again, window=Window())), answers=answers or {})  # fmt: skip
    room.sell("e1", "p1", day="1A")
    room.now = at("14:00")
    room.director("StartClock", day="1A")
    bag(room, "e1", 20000)
    room.director("EndDay", day="1A")
    room.now = at("13:30", "2026-11-21")
    room.sell("e2", "p1", day="1B", item="reentry")
    room.sell("e3", "p3", day="1B")
    bag(room, "e2", 45000)
    bag(room, "e3", 30000)
    return room


@pytest.mark.parametrize("book", BOOKS)
def test_the_best_stack_goes_forward_under_the_addendum(book):
    """45,000 play on, 20,000 leave the event; the addendum is cited, and chips in play are what came back."""
    room = two_bags(book, ("melhor-stack-adiante",))
    before = room.state.chips_removed
    started = told(room.director("StartDay", day="2"), "DayStarted")[0]
    assert (started["entries"], started["dropped"]) == (["e2", "e3"], ["e1"])
    assert "melhor-stack-adiante:MSA.1" in started["cites"]
    assert room.state.chips_removed - before == 20000
    assert room.state.entries["e1"].status == "out"
    assert complaints(room.state, room.book) == []


def test_the_first_stack_goes_forward_where_the_event_says_so():
    """Settled otherwise than best: the first bag plays on, however small."""
    room = two_bags("adtp-2023", (), {"reentry.after_bagging": "first_stack_forward"})
    started = told(room.director("StartDay", day="2"), "DayStarted")[0]
    assert (started["entries"], started["dropped"]) == (["e1", "e3"], ["e2"])


# In the money before the flights meet


def test_what_is_paid_in_one_flight_is_provisional_until_all_have_ended():
    """The first flight ended in the money, the second has not been played: nothing is final."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    bag(room, "e1")
    room.out("e2")
    assert not is_provisional(room.state)
    room.director("EndDay", day="1A", in_the_money=True)
    assert is_provisional(room.state)
    play(room, "1B", "2026-11-21", 1, first=3)
    bag(room, "e3")
    room.director("EndDay", day="1B")
    assert not is_provisional(room.state)


def test_flights_of_different_length_are_tied_from_their_ends():
    """The last one out of each flight share the best place; the longer flight has the worst ones for itself."""
    orders = {"1A": [("a1",), ("a2", "a3")], "1B": [("b1",), ("b2",), ("b3",)]}
    assert tied_across_flights(orders) == [("a1", "b1"), ("a2", "a3", "b2"), ("b3",)]
    assert tied_across_flights({}) == []


def test_only_a_clean_flight_leaves_its_clock_behind():
    """A day that was closed early stands still: no level begins there in the night."""
    room = hall(until_players=1)
    play(room, "1A", "2026-11-20", 2)
    room.out("e1")
    bag(room, "e2")
    room.director("EndDay", day="1A")
    room.now = at("20:00")
    assert room.director("LookAtClock").events == ()
    assert cites(room.no("PauseClock", day="1A")) == set()


def test_without_a_name_the_day_is_the_one_that_is_played_and_then_the_next():
    """Before any clock the first; while a flight runs that one; once it is closed the one that follows."""
    room = hall()
    assert the_day(room.state).id == "1A"
    play(room, "1A", "2026-11-20", 2)
    assert the_day(room.state).id == "1A"
    bag(room, "e1")
    bag(room, "e2")
    room.director("EndDay", day="1A")
    assert the_day(room.state).id == "1B"
    play(room, "1B", "2026-11-21", 2, first=3)
    assert the_day(room.state).id == "1B"
    assert the_day(room.state, "1A").id == "1A"


def test_a_flight_that_was_closed_early_sells_no_more():
    """Ten minutes into level 1, with late registration open: closed is closed, and the other flight goes on selling."""
    room = hall()
    for date, flight, entry in (("2026-11-20", "1A", "e1"), ("2026-11-21", "1B", "e2")):
        room.now = at("13:30", date)
        room.sell(entry, f"p{entry}", day=flight)
        room.now = at("14:00", date)
        room.director("StartClock", day=flight)
        room.now = at("14:10", date)
        assert not registration_over(room.state, room.now)
        bag(room, entry)
        room.director("EndDay", day=flight)
        assert registration_over(room.state, room.now) == (flight == "1B")


def test_an_add_on_that_is_still_sold_does_not_keep_registration_open():
    """Entries end with level 1, the add-on goes on to level 4: nobody enters any more at level 2."""
    addon = SaleItem(
        id="addon",
        kind="addon",
        label="Add-on",
        price_centavos=10000,
        split_centavos={"prize_pool": 10000},
        chips=10000,
        window=Window(until_level=4),
    )
    room = Hall(levels=LEVELS, items=(*sheet().items[:1], addon), late_registration=1)
    room.sell("e1", "p1")
    room.now = at("14:00")
    room.director("StartClock")
    assert not registration_over(room.state, room.now)
    room.now = at("14:35")
    assert registration_over(room.state, room.now)


def test_the_last_hands_of_a_day_end_with_it():
    """Called at 14:50, drawn, and the day is closed: nothing of them is left."""
    room = hall()
    play(room, "1A", "2026-11-20", 2)
    room.now = at("14:50")
    room.director("StopForLastHands", day="1A")
    room.director("DrawLastHands", day="1A", entry="e1", card="4h")
    assert room.state.pace.last_hands["1A"].hands == 4
    bag(room, "e1")
    bag(room, "e2")
    room.director("EndDay", day="1A")
    assert room.state.pace.last_hands == {}


def test_a_flight_counts_its_own_bags_and_a_later_day_all_of_them():
    """Two bagged on Friday, one on Saturday; Sunday begins with three, and two bag again."""
    room = hall()
    play(room, "1A", "2026-11-20", 3)
    bag(room, "e1")
    bag(room, "e2", 60000)
    room.out("e3")
    friday = told(room.director("EndDay", day="1A"), "DayEnded")[0]
    play(room, "1B", "2026-11-21", 2, first=4)
    bag(room, "e4", 60000)
    room.out("e5")
    saturday = told(room.director("EndDay", day="1B"), "DayEnded")[0]
    assert [(one["players"], one["entries"]) for one in (friday, saturday)] == [(2, 3), (1, 2)]


@pytest.mark.parametrize(("counts", "closes"), [(True, (10, True)), (False, (10, False))])
def test_entries_close_with_the_break_that_only_some_are_sold_in(counts, closes):
    """Entries until the break after level 10, re-entries until level 8: it is over with that break, not before."""
    levels = tuple(
        Level(minutes=30, small_blind=100 * n, big_blind=200 * n, break_minutes=10 if n == 10 else 0)
        for n in range(1, 21)
    )
    assert registration_closes_after(Room(levels=levels, late_registration_break=counts).state) == closes
