"""Registration and payment, asked anew of the five texts: the answer stands beside the question."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.sheet import Day
from tests.tournament.room import BOOKS, Room, at, cites

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dora"}
TWO_DAYS = (
    Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=180, until_level=10),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), seats=180, from_level=11),
)


def because(outcome):
    return getattr(outcome, "because", "done")


# Who may enter


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:2.1"), ("nps-2019", "nps-2019:F")])
@pytest.mark.parametrize(("born", "let_in"), [("2008-11-20", True), ("2008-11-21", False)])
def test_eighteen_completed_on_the_day_of_the_sale(book, clause, born, let_in):
    """The twentieth of November 2026: eighteen today, eighteen tomorrow."""
    room = Room(book=book)
    room.person("p1", born=born)
    outcome = room.do("SellEntry", **room.sale("e1", "p1"))
    assert because(outcome) == ("done" if let_in else "entry.too_young")
    if not let_in:
        assert clause in cites(outcome)


def test_who_turns_eighteen_between_the_advance_sale_and_the_event_is_not_sold_to():
    """CGP 2.1: completed on the date of registration, not on that of the event."""
    room = Room()
    room.now = at("16:00", "2026-11-18")
    room.person("p1", born="2008-11-19")
    assert because(room.do("SellAhead", **room.ahead("e1", "p1"))) == "entry.too_young"


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:2.1"), ("nps-2019", "nps-2019:F")])
def test_one_entry_for_each_person(book, clause):
    room = Room(book=book)
    room.sell("e1", "p1")
    again = room.do("SellEntry", **room.sale("e2", "p1"))
    assert because(again) != "done"
    assert clause in cites(again)


@pytest.mark.parametrize(("book", "asked_again"), [("cgp-2024", True), ("nps-2019", False)])
def test_the_document_is_shown_again_on_the_second_day_only_where_the_book_says_so(book, asked_again):
    """CGP 2.1.a: at the start and on later days. NPS F: at the start."""
    room = Room(book=book, days=TWO_DAYS)
    room.sell("e1", "p1")
    room.done("CheckIdentity", tournament="t1", entry="e1", day="1")
    room.done("CheckIn", tournament="t1", entry="e1", day="1")
    room.done("Bag", entry="e1", chips=30000, **DIRECTOR)
    room.now = at("13:30", "2026-11-21")
    outcome = room.do("CheckIn", tournament="t1", entry="e1", day="2")
    assert (because(outcome) != "done") is asked_again
    if asked_again:
        assert "cgp-2024:2.1.a" in cites(outcome)


@pytest.mark.parametrize(
    ("book", "clause"), [("nps-2019", "nps-2019:F"), ("cgp-2024", "acertos:acerto.entry.third_party")]
)
def test_nobody_buys_for_somebody_else(book, clause):
    """NPS F says so; where the book is silent the house does, and is named."""
    room = Room(book=book)
    room.person("p2")
    assert cites(room.refused("SellEntry", **room.sale("e1", "p1", buyer="p2"))) == {clause}


def test_a_house_may_let_people_buy_for_others_where_the_book_is_silent():
    """The entry is the player's, whoever paid for it."""
    room = Room(answers={"entry.third_party": True})
    room.person("p2")
    room.done("SellEntry", **room.sale("e1", "p1", buyer="p2"))
    assert {name: entry.person for name, entry in room.state.entries.items()} == {"e1": "p1"}


# When


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:1.3"), ("nps-2019", "nps-2019:C")])
@pytest.mark.parametrize(("hour", "open_"), [("12:59", False), ("13:00", True)])
def test_the_desk_opens_one_hour_before(book, clause, hour, open_):
    room = Room(book=book)
    room.now = at(hour)
    outcome = room.do("SellEntry", **room.sale("e1", "p1"))
    assert (because(outcome) == "done") is open_
    if not open_:
        assert clause in cites(outcome)


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:2.6"), ("nps-2019", "nps-2019:J")])
@pytest.mark.parametrize(("hour", "in_time"), [("13:00", True), ("13:01", False), ("14:30", False)])
def test_an_entry_is_cancelled_until_sixty_minutes_before(book, clause, hour, in_time):
    room = Room(book=book)
    room.now = at("13:00")
    room.sell("e1", "p1")
    room.now = at(hour)
    outcome = room.do("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert (because(outcome) == "done") is in_time
    if in_time:
        assert room.held("drawer:ana:cash") == 100000
    else:
        assert clause in cites(outcome)


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:2.6"), ("nps-2019", "nps-2019:J")])
def test_an_entry_passes_to_another_person_only_by_the_direction_with_a_reason_before_the_start(book, clause):
    room = Room(book=book)
    room.person("p2")
    room.sell("e1", "p1")
    by_cashier = room.do("TransferEntry", tournament="t1", entry="e1", to="p2", reason="doente")
    assert because(by_cashier) != "done"
    unsaid = room.do("TransferEntry", entry="e1", to="p2", reason="", **DIRECTOR)
    assert clause in cites(unsaid)
    room.done("TransferEntry", entry="e1", to="p2", reason="internado", **DIRECTOR)
    room.person("p3")
    room.now = at("14:01")
    late = room.do("TransferEntry", entry="e1", to="p3", reason="internado", **DIRECTOR)
    assert clause in cites(late)


@pytest.mark.parametrize(("credited", "in_time"), [("14:00:00", True), ("14:00:01", False)])
def test_money_sent_ahead_is_credited_until_two_in_the_afternoon_of_the_eve(credited, in_time):
    """CGP 2.3, for an event on the 20th."""
    room = Room()
    room.now = at("16:00", "2026-11-19")
    sold = room.do("SellAhead", **room.ahead("e1", "p1", credited_at=f"2026-11-19T{credited}-03:00"))
    assert (because(sold) == "done") is in_time
    if not in_time:
        assert "cgp-2024:2.3" in cites(sold)


@pytest.mark.parametrize(("level", "least"), [(1, 4), (2, 8), (3, 12), (4, 15)])
@pytest.mark.parametrize("short", [True, False])
def test_the_four_minimums_of_cgp(level, least, short):
    """CGP 2.8: below it every entry goes back whole; at it play goes on."""
    room = Room()
    entries = least - 1 if short else least
    for number in range(entries):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", level=level, **DIRECTOR)
    room.done("MarkLevel", level=level + 1, **DIRECTOR)
    outcome = room.do("CallOff", level=level, **DIRECTOR)
    assert (because(outcome) == "done") is short
    assert room.house.world.balances.total("payable").centavos == (entries * 62000 if short else 0)


def test_the_fifth_level_has_no_minimum():
    room = Room()
    for number in range(15):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", level=6, **DIRECTOR)
    assert because(room.do("CallOff", level=5, **DIRECTOR)) != "done"


@pytest.mark.parametrize("book", [one for one in BOOKS if one != "cgp-2024"])
def test_the_other_books_call_nothing_off_for_few_entries(book):
    room = Room(book=book)
    room.sell("e1", "p1")
    room.done("MarkLevel", level=2, **DIRECTOR)
    assert because(room.do("CallOff", level=1, **DIRECTOR)) != "done"


def test_a_reentry_counts_for_the_minimum():
    """Read as entries sold: three people, one of whom came back, are four."""
    room = Room()
    for number in range(3):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", level=1, **DIRECTOR)
    room.done("Eliminate", entry="e0", **DIRECTOR)
    room.sell("e9", "p0", item="reentry")
    room.done("MarkLevel", level=2, **DIRECTOR)
    assert because(room.do("CallOff", level=1, **DIRECTOR)) != "done"


# Coming back


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:2.1.c"), ("nps-2019", "nps-2019:F")])
def test_a_reentry_is_sold_after_the_elimination_and_within_the_sheets_limit(book, clause):
    room = Room(book=book)
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.done("MarkLevel", level=1, **DIRECTOR)
    alive = room.do("SellEntry", **room.sale("e3", "p1", item="reentry"))
    assert clause in cites(alive)
    for gone, back in (("e1", "e3"), ("e3", "e4")):
        room.done("Eliminate", entry=gone, **DIRECTOR)
        room.sell(back, "p1", item="reentry")
    room.done("Eliminate", entry="e4", **DIRECTOR)
    third = room.do("SellEntry", **room.sale("e5", "p1", item="reentry"))
    assert because(third) != "done"


@pytest.mark.parametrize("allowed", [True, False])
def test_adtp_2023_lets_a_house_take_chips_for_a_new_entry_and_they_leave_the_event(allowed):
    """8.B: not by itself; where the event allows it, the chips given up are removed."""
    room = Room(book="adtp-2023", answers={"reentry.surrender": "allowed"} if allowed else {})
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.done("MarkLevel", level=1, **DIRECTOR)
    giving_up = room.sale("e3", "p1", item="reentry", surrendered_chips=900)
    if not allowed:
        assert cites(room.refused("SellEntry", **giving_up)) == {"adtp-2023:8.B"}
        return
    room.done("SellEntry", **giving_up)
    assert room.state.chips_removed == 900


# How it is paid


@pytest.mark.parametrize(("book", "method", "taken"), [
    ("cgp-2024", "cash", True), ("cgp-2024", "debit_card", True), ("cgp-2024", "credit_card", True),
    ("cgp-2024", "pix", False),
    ("nps-2019", "cash", True), ("nps-2019", "debit_card", False), ("nps-2019", "credit_card", False),
    ("nps-2019", "pix", False),
])  # fmt: skip
def test_what_the_desk_takes_on_the_day(book, method, taken):
    """CGP 2.2: notes and cards. NPS G: notes."""
    room = Room(book=book)
    price = 39000 if book == "nps-2019" else 62000
    paying = [{"method": method, "amount_centavos": price, **({"txid": "T1"} if method == "pix" else {})}]
    outcome = room.do("SellEntry", **room.sale("e1", "p1", payments=paying))
    assert (because(outcome) == "done") is taken
    if not taken:
        assert {"cgp-2024:2.2", "nps-2019:G"} & cites(outcome)


def test_only_the_part_on_a_card_bears_its_fee():
    """CGP 2.2: R$ 300 in notes, R$ 320 by credit: 32 more, so 652 in all."""
    room = Room()
    paying = [{"method": "cash", "amount_centavos": 30000}, {"method": "credit_card", "amount_centavos": 32000}]
    room.done("SellEntry", **room.sale("e1", "p1", payments=paying))
    assert (room.held("drawer:ana:cash"), room.held("drawer:ana:credit")) == (130000, 35200)
    assert room.held("prize_pool:t1") == 48000


@pytest.mark.parametrize(("item", "method", "total"), [
    ("reentry", "debit_card", 65100), ("reentry", "credit_card", 68200), ("rebuy", "debit_card", 10500),
    ("rebuy", "credit_card", 11000),
])  # fmt: skip
def test_a_card_costs_its_fee_for_whatever_is_sold(item, method, total):
    room = Room()
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.done("MarkLevel", level=1, **DIRECTOR)
    if item == "reentry":
        room.done("Eliminate", entry="e1", **DIRECTOR)
        room.sell("e3", "p1", item="reentry", method=method)
    else:
        paying = [{"method": method, "amount_centavos": 10000}]
        room.done("SellExtra", tournament="t1", sale="x", entry="e1", item="rebuy", desk="d1", payments=paying)
    kind = method.split("_")[0]
    assert room.held(f"drawer:ana:{kind}") == total


def test_the_six_hundred_and_twenty_reais_go_where_the_book_sends_them():
    """CGP 3.1: 480, 120, 7, 3 and 10."""
    room = Room()
    room.sell("e1", "p1")
    held = {name: room.held(name) for name in ("prize_pool:t1", "rake:t1", "ranking_fund:s26", "federation:s26")}
    assert held == {"prize_pool:t1": 48000, "rake:t1": 12000, "ranking_fund:s26": 700, "federation:s26": 1000}
    assert room.held("stage_champion_fund:s26:e1") == 300


def test_the_three_hundred_and_ninety_reais_of_nps():
    """M: 300, 70 and 20 for those of the place."""
    room = Room(book="nps-2019")
    room.sell("e1", "p1")
    assert [room.held(name) for name in ("prize_pool:t1", "rake:t1", "local_partners:s26:e1")] == [
        30000,
        7000,
        2000,
    ]
