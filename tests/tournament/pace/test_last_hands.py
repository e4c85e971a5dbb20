"""The last hands of a day: the window, the card that anybody can check, and the hands counted at each table."""

from __future__ import annotations

import pytest

from feltro.kernel.draws import Deck, Proof, check
from feltro.tournament.sheet import Level
from tests.tournament.hall import BOOKS, Hall, at, cites, day, told

CLAUSE = {"cgp-2024": "5.3.13", "nps-2019": "22"}
LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))
DAYS = (day("1", until_level=2), day("2", "2026-11-21T14:00:00-03:00", from_level=3))


def evening(book: str, left: float) -> Hall:
    """The last level of the day with so many minutes left."""
    room = Hall(book=book, levels=LEVELS, days=DAYS)
    room.seat(6, 3)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(60 - left)
    return room


@pytest.mark.clause("cgp-2024:5.3.13", "nps-2019:22")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("left", [16, 4.5])
def test_outside_the_window_the_clock_is_not_stopped(book, left):
    """With 16:00 or 4:30 left it is refused, and the window is told."""
    refused = evening(book, left).no("StopForLastHands")
    assert (refused.because, refused.values["shortest"], refused.values["longest"]) == (
        "pace.outside_window",
        5,
        15,
    )
    if book in CLAUSE:
        assert cites(refused) == {f"{book}:{CLAUSE[book]}"}


@pytest.mark.clause("cgp-2024:5.3.13", "nps-2019:22")
@pytest.mark.parametrize("book", BOOKS)
def test_a_card_says_how_many_hands_every_table_plays(book):
    """Stopped at 9:30, a four is drawn: every table plays four hands, then none, and bags."""
    room = evening(book, 9.5)
    room.director("StopForLastHands")
    assert room.shown() == (2, False, 570)
    room.pass_time(5)
    assert room.shown() == (2, False, 570)
    refused = room.no("ResumeClock")
    assert refused.because == "clock.last_hands"
    drawn = told(room.director("DrawLastHands", entry="e1", card="4h"), "LastHandsDrawn")[0]
    assert (drawn["hands"], drawn["by"], drawn["tables"]) == (4, "deck", [1, 2, 3])
    assert room.no("Bag", role="floor", entry="e1", chips=1000).because == "bag.hands_left"
    for played in range(4):
        assert room.state.pace.last_hands["1"].left[1] == 4 - played
        room.done("StartHand", role="dealer", tournament="t1", table=1)
        room.hand(1)
    assert room.no("StartHand", role="dealer", table=1).because == "pace.no_hands_left"
    assert room.state.pace.last_hands["1"].left == {1: 0, 2: 4, 3: 4}
    room.done("Bag", role="floor", tournament="t1", entry="e1", chips=1000)
    if book in CLAUSE:
        assert drawn["cites"] == [f"{book}:{CLAUSE[book]}"]
        assert cites(refused) == {f"{book}:{CLAUSE[book]}"}


@pytest.mark.clause("cgp-2024:5.3.13", "nps-2019:22")
@pytest.mark.parametrize("book", BOOKS)
def test_the_draw_is_committed_to_and_can_be_checked(book):
    """The commitment stands before the player speaks; with the secret anybody draws the same card, from two to six."""
    room = evening(book, 10)
    stopped = room.director("StopForLastHands", value_from="player", value_caller="p1")
    called = told(stopped, "LastHandsCalled")[0]
    assert room.house.store.secrets() == (called["draw"],)
    assert {card[0] for card in called["cards"]} == set("23456")
    drawn = told(room.director("DrawLastHands", entry="e1", public="sete"), "LastHandsDrawn")[0]
    assert room.house.store.secrets() == ()
    deck = Deck(called["label"], tuple(called["cards"]))
    proof = Proof(deck, called["commitment"], bytes.fromhex(drawn["secret"]), "sete", (drawn["card"],))
    assert check(proof) == []
    assert drawn["hands"] == int(drawn["card"][0])


def test_a_key_of_any_length_may_stop_the_clock():
    """The secret's place is made from the command's key, which may be long."""
    room = evening("cgp-2024", 10)
    room.done("StopForLastHands", role="director", tournament="t1", key="k" * 480)
    drawn = told(room.director("DrawLastHands", entry="e1"), "LastHandsDrawn")
    assert [one["hands"] for one in drawn] == [int(drawn[0]["card"][0])]


def test_a_hand_in_progress_is_not_one_of_the_last():
    """Table 2 had begun a hand when the card was drawn: it ends that one and then plays as many as the others."""
    room = evening("cgp-2024", 10)
    room.done("StartHand", role="dealer", tournament="t1", table=2)
    room.director("StopForLastHands")
    room.director("DrawLastHands", entry="e1", card="3c")
    assert room.state.pace.last_hands["1"].left == {1: 3, 2: 4, 3: 3}


def test_a_card_is_drawn_once():
    """A drawn card is not undone; another one needs a new call, with its reason."""
    room = evening("cgp-2024", 10)
    assert room.no("DrawLastHands", entry="e1").because == "pace.last_hands_off"
    room.director("StopForLastHands")
    refused = room.no("DrawLastHands")
    assert (refused.because, cites(refused)) == ("pace.player_draws", {"cgp-2024:5.3.13"})
    assert room.no("DrawLastHands", entry="e1", card="7c").because == "pace.not_such_a_card"
    room.done("DrawLastHands", role="director", tournament="t1", entry="e1", key="draw")
    assert room.no("DrawLastHands", entry="e1").because == "pace.last_hands_drawn"
    assert room.refused("Undo", role="director", command_key="draw").because == "undo.final"
    assert room.no("StopForLastHands").because == "pace.last_hands_on"
    room.director("StopForLastHands", reason="a carta caiu no chão")
    room.director("DrawLastHands", entry="e2", card="2s")
    assert room.state.pace.last_hands["1"].hands == 2


def test_a_call_taken_back_leaves_the_clock_running():
    """Stopped by mistake and undone: the level has the time that it would have had; and it can be called again."""
    room = evening("cgp-2024", 10)
    room.done("StopForLastHands", role="director", tournament="t1", key="stop")
    room.pass_time(2)
    room.done("Undo", role="director", command_key="stop")
    assert room.shown() == (2, False, 480)
    room.director("StopForLastHands")
    room.director("DrawLastHands", entry="e1")


@pytest.mark.clause("cgp-2024:5.3.13", "nps-2019:22")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_only_the_last_level_of_a_day_in_an_event_of_several(book):
    """In level 1 it is too early; an event of one day has no last hands."""
    room = evening(book, 40)
    assert room.no("StopForLastHands").because == "pace.not_last_level"
    single = Hall(book=book, levels=LEVELS)
    single.now = at("14:00")
    single.director("StartClock")
    refused = single.no("StopForLastHands")
    assert (refused.because, cites(refused)) == ("last_hands.one_day_event", {f"{book}:{CLAUSE[book]}"})
