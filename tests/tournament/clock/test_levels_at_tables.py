"""A level holds from the next hand: what each table plays, under each book; and the game of the hand."""

from __future__ import annotations

import pytest

from feltro.kernel.instants import SECOND, Instant
from feltro.tournament.clock.face import standing
from feltro.tournament.clock.hands import game_now, game_played, level_at_table
from feltro.tournament.facts.floor import HandPlayed
from feltro.tournament.sheet import Games, Level
from tests.tournament.hall import BOOKS, Hall, at, cites, told

CLAUSE = {"cgp-2024": "5.3.8", "nps-2019": "17", "adtp-2012": "19", "adtp-2023": "23", "bpt-2015": "4"}
LEVELS = tuple(Level(minutes=20, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))


def playing(book: str, **changes) -> Hall:
    """Level 4 (400-800) ends at 15:20 and level 5 (500-1,000) begins."""
    room = Hall(book=book, levels=LEVELS, **changes)
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    return room


def blinds(room: Hall, table: int) -> tuple[int, int]:
    level = LEVELS[level_at_table(room.state, table, room.now, room.book["level.new.holds_from"].value) - 1]
    return level.small_blind, level.big_blind


def start(room: Hall, table: int, seconds: int, **more):
    room.now = Instant(at("15:20") + seconds * SECOND)
    return room.done("StartHand", role="dealer", tournament="t1", table=table, **more)


@pytest.mark.clause("cgp-2024:5.3.8", "nps-2019:17", "adtp-2012:19", "adtp-2023:23", "bpt-2015:4")
@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_that_began_in_time_stays_at_its_level(book):
    """Riffle at 15:19:58: that hand is 400-800 although the clock shows level 5; the next one is 500-1,000."""
    room = playing(book)
    begun = start(room, 1, -2)
    assert f"{book}:{CLAUSE[book]}" in told(begun, "HandStarted")[0]["cites"]
    room.now = Instant(at("15:20") + 5 * SECOND)
    assert blinds(room, 1) == (400, 800)
    assert blinds(room, 2) == (500, 1000)
    assert level_at_table(room.state, 1, room.now, "hand_in_progress") == 5
    room.hand(1)
    assert blinds(room, 1) == (500, 1000)
    start(room, 2, 5)
    assert blinds(room, 2) == (500, 1000)


@pytest.mark.clause("cgp-2024:5.3.8", "nps-2019:17", "adtp-2012:19", "adtp-2023:23", "bpt-2015:4")
@pytest.mark.parametrize("book", BOOKS)
def test_what_starts_a_hand_is_the_books_business(book):
    """A dealer change starts a hand everywhere in ADTP 2023, with a shuffler also in CGP; the green button where the book has it."""
    room = playing(book)
    room.now = at("15:00")
    by_hand = room.do("StartHand", role="dealer", tournament="t1", table=1, by="dealer_change")
    assert (by_hand.__class__.__name__ == "Done") == (book == "adtp-2023")
    if book != "adtp-2023":
        assert (by_hand.because, cites(by_hand)) == ("clock.does_not_start_a_hand", {f"{book}:{CLAUSE[book]}"})
    shuffled = {"table": 2, "shuffler": True}
    button = room.do("StartHand", role="dealer", tournament="t1", by="shuffler_button", **shuffled)
    if book in {"cgp-2024", "adtp-2012", "adtp-2023"}:
        assert button.__class__.__name__ == "Done"
    if book == "adtp-2012":
        room.hand(2)
        assert room.no("StartHand", role="dealer", by="dealer_change", **shuffled).cites


@pytest.mark.clause("adtp-2023:23")
def test_a_dealer_change_before_the_announcement_keeps_the_old_level():
    """Dealer change at 15:19:57, riffle at 15:20:10: the hand had started, so it is the old level."""
    room = playing("adtp-2023")
    start(room, 1, -3, by="dealer_change")
    room.now = Instant(at("15:20") + 10 * SECOND)
    assert room.no("StartHand", role="dealer", table=1).because == "clock.hand_in_progress"
    assert blinds(room, 1) == (400, 800)


@pytest.mark.clause("cgp-2024:5.3.8", "adtp-2023:23")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("reported", [True, False])
def test_a_hand_begun_at_the_old_level_by_mistake_stays_there_after_action(book, reported):
    """400-800 posted in the 500-1,000 level: after a raise and a call it stays, after one fold it is corrected."""
    room = playing(book)
    room.now = Instant(at("15:20") + 5 * SECOND)
    if reported:
        start(room, 1, 5)
    refused = room.no("KeepOldLevel", role="floor", table=1, substantial_action=False)
    assert (refused.because, refused.values["level"]) == ("clock.level_is_corrected", 5)
    kept = told(room.done("KeepOldLevel", role="floor", tournament="t1", table=1, substantial_action=True), "OldLevelKept")  # fmt: skip
    assert blinds(room, 1) == (400, 800)
    assert (kept[0]["number"], kept[0]["level"]) == (room.state.floor.tables[1].hands + 1, 4)
    room.hand(1)
    assert blinds(room, 1) == (500, 1000)
    if book in {"cgp-2024", "adtp-2023"}:
        assert cites(refused) == set(kept[0]["cites"]) == {f"{book}:{CLAUSE[book]}"}


def test_no_hand_starts_where_nothing_can_be_dealt():
    """A table that is not open; a clock that was not started."""
    room = Hall()
    assert room.no("StartHand", role="dealer", table=9).because == "clock.no_such_table"
    room.seat(2, 1)
    assert room.no("StartHand", role="dealer", table=1).because == "clock.not_started"


def test_a_horse_table_plays_the_game_of_its_level():
    """One game a level; the hand in progress stays at the game of the level in which it began."""
    games = Games(codes=("flhe", "flo8", "razz", "stud", "stud8"))
    levels = tuple(Level(minutes=20, small_blind=n, big_blind=2 * n, stud_ante=n, bring_in=n, small_bet=2 * n, big_bet=4 * n) for n in (100, 200, 300, 400, 500, 600))  # fmt: skip
    room = Hall(book="adtp-2023", games=games, levels=levels, late_registration=2, table_size=8)
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at("14:39")
    room.done("StartHand", role="dealer", tournament="t1", table=1)
    room.now = at("14:41")
    assert [game_now(room.state, table, room.now) for table in (1, 2)] == ["flo8", "razz"]
    room.now = at("15:41")
    assert game_now(room.state, 2, room.now) == "flhe"


def test_a_rotation_by_hands_goes_by_the_hands_of_each_table():
    """Two hands of each game; the tables rotate on their own."""
    room = Hall(book="adtp-2023", games=Games(codes=("nlhe", "plo"), by="hands", every=2), levels=LEVELS)
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    seen = []
    for _ in range(5):
        seen.append(game_now(room.state, 1, room.now))
        room.hand(1)
    assert seen == ["nlhe", "nlhe", "plo", "plo", "nlhe"]
    assert game_now(room.state, 2, room.now) == "nlhe"


@pytest.mark.parametrize(
    ("hour", "begun", "ends", "game"),
    [
        ("14:39", False, "14:41", "flo8"),
        ("14:39", False, "14:45", "flo8"),
        ("14:39", False, "14:46", "razz"),
        ("14:39", False, "14:40", "razz"),
        ("14:19", False, "14:41", "razz"),
        ("14:59", False, "15:01", "razz"),
        ("15:19", False, "15:36", "stud8"),
        ("14:39", True, "14:50", "flo8"),
    ],
    ids=[
        "a minute into razz",
        "as long as a hand lasts",
        "longer",
        "at the very change",
        "two games ago",
        "into stud",
        "after a break",
        "its beginning was told",
    ],
)
def test_a_hand_that_ends_just_after_the_change_was_of_the_game_before(hour, begun, ends, game):
    """Flop games, then razz at 14:40, stud at 15:00, a break from 15:20 to 15:35, stud eight. The last hand of the table ended
    at the first hour; nobody told when the next began, unless somebody did."""
    games = Games(codes=("flhe", "flo8", "razz", "stud", "stud8"))
    levels = tuple(
        Level(minutes=20, small_blind=n, big_blind=2 * n, stud_ante=n, bring_in=n, small_bet=2 * n, big_bet=4 * n, break_minutes=15 * (n == 400))
        for n in (100, 200, 300, 400, 500, 600)
    )  # fmt: skip
    room = Hall(book="adtp-2023", games=games, levels=levels, late_registration=2, table_size=8)
    room.seat(4, 1)
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at(hour)
    room.fact(HandPlayed(table=1, number=1, shown=standing(room.state, "1", room.now).level))
    if begun:
        room.done("StartHand", role="dealer", tournament="t1", table=1)
    assert game_played(room.state, 1, at(ends)) == game
