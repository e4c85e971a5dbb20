"""The action clock of each player, and time-bank cards: spent, lost, refilled, and carried over the night."""

from __future__ import annotations

import msgspec
import pytest

from feltro.procedures.time_to_act import read_action_clock
from feltro.tournament.sheet import ActionClock, Level
from feltro.tournament.time_bank.decide import action_clock_of, cards_of
from tests.tournament.hall import BOOKS, Hall, at, cites, day, told
from tests.tournament.room import sheet

TOURS = {"cgp-2024": "5.3.11", "nps-2019": "20"}
LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))
DAYS = (day("1", until_level=2), day("2", "2026-11-21T14:00:00-03:00", from_level=3))
SHEET = ActionClock(cards=3, cards_each_day=3, cards_final_table=2)


def hall(book: str = "cgp-2024", clock: ActionClock | None = SHEET, **changes) -> Hall:
    room = Hall(book=book, levels=LEVELS, days=DAYS, action_clock=clock, **changes)
    room.seat(3, 1)
    room.now = at("14:00")
    room.director("StartClock")
    return room


def cards(room: Hall, entry: str = "e1") -> int:
    return cards_of(room.state, entry, room.book)


@pytest.mark.clause("cgp-2024:5.3.11", "nps-2019:20")
@pytest.mark.parametrize("book", BOOKS)
def test_a_decision_has_a_silent_count_a_clock_and_cards(book):
    """Silent until 0:05, clock until 0:35, a card a minute: with two cards the automatic act comes at 2:35."""
    room = hall(book)
    clock = action_clock_of(room.state, "e1", room.book, room.now)
    assert (clock.silent, clock.seconds, clock.card) == (5, 30, 60)
    phases = [read_action_clock(clock, second, 2).phase for second in (4.9, 5, 34.9, 35, 94.9, 95, 154.9, 155)]
    assert phases == ["silent", "clock", "clock", "card", "card", "card", "card", "expired"]


@pytest.mark.clause("nps-2019:20")
@pytest.mark.parametrize("book", BOOKS)
def test_everybody_starts_with_the_books_or_the_sheets_cards(book):
    """Three by NPS, and by the house where the book leaves it to the sheet; a sheet that says two gives two."""
    assert cards(hall(book, ActionClock())) == 3
    assert cards(hall(book, ActionClock(cards=2))) == 2


@pytest.mark.clause("cgp-2024:5.3.11.b", "nps-2019:20.b")
@pytest.mark.parametrize("book", BOOKS)
def test_at_zero_a_card_is_spent(book):
    """Three cards, one spent: two left; more than there are cannot be spent."""
    room = hall(book)
    used = told(room.done("UseTimeCards", role="dealer", tournament="t1", entry="e1"), "TimeCardsUsed")[0]
    assert (used["left"], cards(room)) == (2, 2)
    refused = room.no("UseTimeCards", role="dealer", entry="e1", cards=3)
    assert (refused.because, refused.values["cards"]) == ("time_bank.not_enough", 2)
    if book in TOURS:
        assert used["cites"] == [f"{book}:{TOURS[book]}.b"]


@pytest.mark.clause("cgp-2024:5.3.11.f")
@pytest.mark.parametrize("book", BOOKS)
def test_cards_left_behind_are_lost(book):
    """A player moves leaving two of three cards: one is left."""
    room = hall(book)
    lost = told(room.done("LoseTimeCards", role="floor", tournament="t1", entry="e1", cards=2), "TimeCardsLost")[0]
    assert (lost["cards"], lost["left"], cards(room)) == (2, 1, 1)
    if book == "cgp-2024":
        assert lost["cites"] == ["cgp-2024:5.3.11.f"]


def test_a_house_that_replaces_them_loses_none():
    """Where the event settled that lost cards are replaced, the loss is refused and cites that."""
    room = hall("adtp-2023", answers={"action_clock.cards.lost_replaced": True})
    refused = room.no("LoseTimeCards", role="floor", entry="e1", cards=1)
    assert refused.because == "time_bank.replaced"
    assert cites(refused) == {"acertos:acerto.action_clock.cards.lost_replaced"}


@pytest.mark.clause("cgp-2024:5.3.11.d", "nps-2019:20.d")
@pytest.mark.parametrize("book", BOOKS)
def test_new_cards_come_each_day_and_at_the_final_table(book):
    """Three a day and two at the final: one left on day 1 makes four on day 2, and six at the final table."""
    room = hall(book)
    room.done("UseTimeCards", role="dealer", tournament="t1", entry="e1", cards=2)
    for entry in ("e1", "e2", "e3"):
        room.done("Bag", who="rui", role="floor", tournament="t1", entry=entry, chips=30000)
        room.done("VerifyBag", who="bia", role="floor", tournament="t1", entry=entry, chips=30000)
    started = told(room.director("StartDay", day="2"), "DayStarted")[0]
    assert (cards(room), cards(room, "e2")) == (4, 6)
    final = told(room.done("HandOutTimeCards", role="floor", tournament="t1", occasion="final_table"), "TimeCardsHandedOut")[0]  # fmt: skip
    assert (cards(room), cards(room, "e2")) == (6, 8)
    assert room.no("HandOutTimeCards", occasion="final_table").because == "time_bank.handed_out"
    if book in TOURS:
        assert f"{book}:{TOURS[book]}.d" in started["cites"]
        assert f"{book}:{TOURS[book]}.d" in final["cites"]


def test_where_left_cards_are_not_kept_the_new_ones_stand_alone():
    """An event that settled so: one left and three new make three."""
    room = hall("adtp-2023", answers={"action_clock.cards.left_are_kept": False})
    room.done("UseTimeCards", role="dealer", tournament="t1", entry="e1", cards=2)
    room.director("HandOutTimeCards", occasion="extra", entries=["e1"], cards=3)
    assert (cards(room), cards(room, "e2")) == (3, 3)


def test_a_handout_says_how_many():
    """The sheet has no number for the final table: the director gives it, or is asked."""
    room = hall(clock=ActionClock(cards=3))
    refused = room.no("HandOutTimeCards", occasion="final_table")
    assert (refused.because, cites(refused)) == ("time_bank.how_many", {"cgp-2024:5.3.11.d"})
    room.director("HandOutTimeCards", occasion="final_table", cards=1)
    assert cards(room) == 4


@pytest.mark.clause("cgp-2024:5.3.11.e")
@pytest.mark.parametrize("book", BOOKS)
def test_the_director_shortens_the_clock_of_one_player(book):
    """Fifteen seconds for one, thirty for the others; never more than everybody has."""
    room = hall(book)
    short = told(room.director("ShortenActionClock", entry="e1", seconds=15, reason="demora"), "ActionClockShortened")[0]  # fmt: skip
    clocks = [action_clock_of(room.state, entry, room.book, room.now).seconds for entry in ("e1", "e2")]
    assert clocks == [15, 30]
    assert room.no("ShortenActionClock", entry="e1", seconds=31, reason="x").because == "time_bank.only_shorter"
    if book == "cgp-2024":
        assert short["cites"] == ["cgp-2024:5.3.11.e"]


def test_cards_bought_or_given_with_an_entry_are_added():
    """An item with two cards, sold to one player."""
    items = sheet().items
    time_chip = {"id": "tempo", "kind": "time_chip", "label": "Cartões", "price_centavos": 0, "time_cards": 2}
    made = type(items[0])(**time_chip, split_centavos={})
    room = hall(items=(items[0], made))
    room.done("SellExtra", tournament="t1", sale="x1", entry="e1", item="tempo", desk="d1")
    assert (cards(room), cards(room, "e2")) == (5, 3)


def test_without_an_action_clock_there_are_no_cards():
    """Nor before the level from which the sheet uses it is there a clock."""
    room = hall(clock=None)
    assert cards(room) == 0
    assert room.no("UseTimeCards", role="dealer", entry="e1").because == "time_bank.no_action_clock"
    later = hall(clock=ActionClock(from_level=2))
    assert action_clock_of(later.state, "e1", later.book, later.now) is None
    later.pass_time(31)
    assert action_clock_of(later.state, "e1", later.book, later.now) is not None


def test_an_entry_that_comes_with_cards_has_them_on_top_and_one_without_does_not():
    """The dearer entry brings two cards more than the three of everybody."""
    plain, *_ = sheet().items
    rich = msgspec.structs.replace(plain, id="vip", label="Inscrição com tempo", time_cards=2)
    room = hall(items=(plain, rich))
    room.sell("e90", "p90", item="vip")
    room.sell("e91", "p91")
    assert (cards(room, "e90"), cards(room, "e91")) == (5, 3)


def test_cards_that_go_with_every_entry_are_given_inside_their_window_alone():
    """Two cards with each entry sold up to the first level; who comes in the second has the three of everybody."""
    plain, *_ = sheet().items
    gift = {
        "id": "brinde",
        "kind": "time_chip",
        "label": "Cartões de presente",
        "price_centavos": 0,
        "time_cards": 2,
    }
    window = type(plain.window)(until_level=1)
    given = type(plain)(**gift, split_centavos={}, given_with_entry=True, window=window)
    room = hall(items=(plain, given))
    room.sell("e90", "p90")
    room.pass_time(31)
    room.sell("e91", "p91")
    assert (cards(room, "e90"), cards(room, "e91")) == (5, 3)
