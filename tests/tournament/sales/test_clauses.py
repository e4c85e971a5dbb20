"""What the books say of the desk, at work: every clause in the books that have it, with the index's examples."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from feltro.tournament.sheet import Day
from tests.tournament.room import Room, at, sheet

TOURS = ("cgp-2024", "nps-2019")
PRICE = {"cgp-2024": 62000, "nps-2019": 39000}


def cites(refused: Any) -> set[str]:
    return {str(cite) for cite in refused.cites}


@pytest.mark.clause("cgp-2024:1.3", "nps-2019:C")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "1.3"), ("nps-2019", "C")])
def test_the_desk_opens_an_hour_before_the_start(book, clause):
    """At 12:59 the desk is closed, at 13:00 it sells; a moved start moves the opening and keeps both times."""
    room = Room(book=book)
    room.now = at("12:59")
    refused = room.refused("SellEntry", **room.sale("e1", "p1"))
    assert refused.because == "desk.not_open_yet"
    assert cites(refused) == {f"{book}:{clause}"}
    room.now = at("13:00")
    room.sell("e1", "p1")
    room.now = at("12:40")
    moved = room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T15:00:00-03:00")
    event = msgspec.json.decode(moved.events[0].event)
    assert (event["was"], event["starts_at"]) == (at("14:00"), at("15:00"))
    room.now = at("13:59")
    assert room.refused("SellEntry", **room.sale("e2", "p2")).because == "desk.not_open_yet"
    room.now = at("14:00")
    room.sell("e2", "p2")


@pytest.mark.clause("cgp-2024:2.1", "nps-2019:F")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "2.1"), ("nps-2019", "F")])
def test_eighteen_years_are_complete_on_the_day_of_registration(book, clause):
    """Whoever turns 18 today plays; whoever turns 18 tomorrow does not."""
    room = Room(book=book)
    room.person("young", "2008-11-21")
    refused = room.refused("SellEntry", **room.sale("e1", "young"))
    assert (refused.because, refused.values["age"]) == ("entry.too_young", 17)
    assert f"{book}:{clause}" in cites(refused)
    room.person("today", "2008-11-20")
    room.sell("e2", "today")
    room.person("unseen", seen=False)
    assert room.refused("SellEntry", **room.sale("e3", "unseen")).because == "entry.photo_id_not_seen"


@pytest.mark.clause("cgp-2024:2.1", "nps-2019:F")
@pytest.mark.parametrize("book", TOURS)
def test_one_live_entry_for_each_person(book):
    """A person with a live entry is not sold another one in the same tournament."""
    room = Room(book=book)
    room.sell("e1", "p1")
    assert room.refused("SellEntry", **room.sale("e2", "p1")).because == "entry.already_in"


@pytest.mark.clause("cgp-2024:2.1.c", "nps-2019:F")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "2.1.c"), ("nps-2019", "F")])
def test_a_reentry_is_sold_after_elimination_within_its_limits(book, clause):
    """Two re-entries until the end of level 8, each after elimination; not with chips, not in level 9."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.done("MarkLevel", role="director", tournament="t1", level=6)
    refused = room.refused("SellEntry", **room.sale("e2", "p1", item="reentry"))
    assert refused.because == "reentry.not_eliminated"
    assert f"{book}:{clause}" in cites(refused)
    gives_up = room.sale("e2", "p1", item="reentry", surrendered_chips=900)
    assert room.refused("SellEntry", **gives_up).because == "reentry.no_surrender"
    for entry, again in (("e1", "e2"), ("e2", "e3")):
        room.done("Eliminate", role="director", tournament="t1", entry=entry)
        room.sell(again, "p1", item="reentry")
    room.done("Eliminate", role="director", tournament="t1", entry="e3")
    assert room.refused("SellEntry", **room.sale("e4", "p1", item="reentry")).because == "entry.limit_per_person"
    room.sell("f1", "p2")
    room.done("MarkLevel", role="director", tournament="t1", level=9)
    room.done("Eliminate", role="director", tournament="t1", entry="f1")
    assert room.refused("SellEntry", **room.sale("f2", "p2", item="reentry")).because == "reentry.period_over"


@pytest.mark.clause("adtp-2023:8.B")
def test_surrendered_chips_leave_the_tournament():
    """Where the event allows it, 4,200 chips given up leave the total and a full stack is issued."""
    room = Room(book="adtp-2012", answers={"reentry.surrender": "allowed"})
    for number in range(20):
        room.sell(f"e{number}", f"p{number}")
    assert room.state.chips_issued - room.state.chips_removed == 600000
    room.sell("again", "p3", item="reentry", surrendered_chips=4200)
    assert room.state.chips_issued - room.state.chips_removed == 625800
    plain = Room(book="adtp-2023")
    plain.sell("e1", "p1")
    refused = plain.refused("SellEntry", **plain.sale("e2", "p1", item="reentry", surrendered_chips=1))
    assert "adtp-2023:8.B" in cites(refused)


@pytest.mark.clause("cgp-2024:2.2")
def test_cards_cost_their_fee_and_the_fee_passes_through():
    """R$ 620.00 in cash, R$ 651.00 by debit, R$ 682.00 by credit; the pool gets the same."""
    room = Room()
    for entry, method in (("e1", "cash"), ("e2", "debit_card"), ("e3", "credit_card")):
        room.sell(entry, f"p-{method.replace('_', '-')}", method=method)
    assert room.held("drawer:ana:debit") == 65100
    assert room.held("drawer:ana:credit") == 68200
    assert room.held("card_fees:debit") == 3100
    assert room.held("card_fees:credit") == 6200
    assert room.held("prize_pool:t1") == 3 * 48000


@pytest.mark.clause("cgp-2024:2.2", "nps-2019:G")
@pytest.mark.parametrize(
    ("book", "method", "clause"), [("cgp-2024", "pix", "2.2"), ("nps-2019", "credit_card", "G")]
)
def test_only_the_ways_to_pay_that_the_book_names(book, method, clause):
    """PIX on the day is not in CGP without its addendum; NPS takes cash alone."""
    room = Room(book=book)
    refused = room.refused("SellEntry", **room.sale("e1", "p1", method=method))
    assert refused.because == "payment.method_not_taken"
    assert cites(refused) == {f"{book}:{clause}"}


@pytest.mark.clause("cgp-2024:2.3")
def test_an_advance_entry_is_credited_by_two_in_the_afternoon_of_the_eve():
    """13:59 and 14:00 count, 14:01 does not; without the CPF the entry stays pending until it comes."""
    room = Room()
    room.now = at("18:00", "2026-11-19")

    def ahead(entry: str, person: str, hour: str, received: tuple[str, ...]) -> dict[str, Any]:
        moment = f"2026-11-19T{hour}:00-03:00"
        return room.ahead(entry, person, credited_at=moment, received=received)

    papers = ("payment_proof", "name", "cpf")
    room.done("SellAhead", **ahead("e1", "p1", "13:59", papers))
    assert room.state.entries["e1"].status == "live"
    room.done("SellAhead", **ahead("e2", "p2", "14:00", papers))
    refused = room.refused("SellAhead", **ahead("e3", "p3", "14:01", papers))
    assert (refused.because, cites(refused)) == ("ahead.credited_late", {"cgp-2024:2.3"})
    room.done("SellAhead", **ahead("e4", "p4", "10:00", ("payment_proof", "name")))
    assert room.state.entries["e4"].status == "pending"
    assert room.held("payable:p4") == 62000
    room.done("CompleteAhead", tournament="t1", entry="e4", received=["cpf"])
    assert room.state.entries["e4"].status == "live"
    assert room.held("payable:p4") == 0


@pytest.mark.clause("nps-2019:G")
def test_cash_handed_over_two_days_earlier_is_an_advance_payment():
    """NPS takes cash ahead of the event, and nothing else."""
    room = Room(book="nps-2019")
    room.now = at("15:00", "2026-11-18")
    room.person("p1")
    assert room.refused("SellAhead", **room.ahead("e1", "p1", method="pix")).because == "payment.method_not_taken"
    room.done("SellAhead", **room.ahead("e1", "p1", method="cash"))
    assert room.held("drawer:ana:cash") == 100000 + 39000


@pytest.mark.clause("cgp-2024:2.5", "nps-2019:I", "adtp-2023:8.A")
@pytest.mark.parametrize("book", [*TOURS, "adtp-2023"])
def test_alternates_wait_in_one_list_with_a_full_stack_and_do_not_cancel(book):
    """X then Y wait; the first seat goes to X with the starting stack, and Y may not cancel."""
    day = Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=2)
    room = Room(book=book, days=(day,))
    room.sell("a", "pa")
    room.sell("b", "pb")
    room.now = at("14:30")
    room.done("MarkLevel", role="director", tournament="t1", level=1)
    room.sell("x", "px")
    room.sell("y", "py")
    assert room.state.waiting == ["x", "y"]
    assert room.refused("SeatAlternate", tournament="t1", entry="x").because == "alternate.no_seat"
    room.done("Eliminate", role="director", tournament="t1", entry="a")
    assert room.refused("SeatAlternate", tournament="t1", entry="y").because == "alternate.not_first"
    room.done("SeatAlternate", tournament="t1", entry="x")
    assert (room.state.entries["x"].status, room.state.entries["x"].chips) == ("live", 30000)
    assert room.state.waiting == ["y"]
    assert room.refused("CancelEntry", tournament="t1", entry="y", desk="d1").because == "cancel.alternate"


@pytest.mark.clause("cgp-2024:2.5", "nps-2019:I")
@pytest.mark.parametrize("book", TOURS)
def test_the_director_extends_registration(book):
    """After late registration ends nobody buys, until the director extends it."""
    room = Room(book=book)
    room.done("MarkLevel", role="director", tournament="t1", level=11)
    refused = room.refused("SellEntry", **room.sale("e1", "p1"))
    assert refused.because == "entry.registration_over"
    room.done("ExtendRegistration", role="director", tournament="t1", until_level=11, reason="fila")
    room.sell("e1", "p1")


@pytest.mark.clause("cgp-2024:2.6", "nps-2019:J")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "2.6"), ("nps-2019", "J")])
def test_cancelling_is_possible_until_sixty_minutes_before(book, clause):
    """12:59 and 13:00 are in time for 14:00, and all that was paid goes back; 13:01 is not."""
    room = Room(book=book)
    room.now = at("10:00", "2026-11-19")
    way = "cash" if book == "nps-2019" else "bank_transfer"
    for entry in ("e1", "e2", "e3"):
        room.done("SellAhead", **room.ahead(entry, f"p-{entry}", method=way))
    for hour, entry in (("12:59", "e1"), ("13:00", "e2")):
        room.now = at(hour)
        room.done("CancelEntry", tournament="t1", entry=entry, desk="d1")
    room.now = at("13:01")
    refused = room.refused("CancelEntry", tournament="t1", entry="e3", desk="d1")
    assert (refused.because, cites(refused)) == ("cancel.too_late", {f"{book}:{clause}"})
    assert room.house.world.balances.total("drawer").centavos == 100000 + PRICE[book]
    assert not room.house.world.balances.sum()


@pytest.mark.clause("cgp-2024:2.6", "nps-2019:J")
@pytest.mark.parametrize("book", TOURS)
def test_only_the_director_passes_an_entry_on_before_the_start(book):
    """At 13:30 with a reason it moves; without a reason, by a cashier or at 14:05 it does not."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.person("p2")
    move = {"tournament": "t1", "entry": "e1", "to": "p2"}
    assert room.refused("TransferEntry", **move, reason="doença").because == "transfer.by_director"
    assert room.refused("TransferEntry", role="director", **move).because == "transfer.needs_reason"
    room.done("TransferEntry", role="director", key="moved", **move, reason="doença")
    assert room.state.entries["e1"].person == "p2"
    assert room.house.store.kept("reason", "moved").body == "doença".encode()
    room.sell("e9", "p9")
    room.done("Bag", role="director", tournament="t1", entry="e9", chips=9000)
    bagged = {**move, "to": "p9", "reason": "x"}
    assert room.refused("TransferEntry", role="director", **bagged).because == "reentry.already_bagged"
    room.now = at("14:05")
    back = {**move, "to": "p1", "reason": "x"}
    assert room.refused("TransferEntry", role="director", **back).because == "transfer.too_late"


@pytest.mark.clause("cgp-2024:2.6", "nps-2019:J")
@pytest.mark.parametrize("book", TOURS)
def test_an_entry_is_not_passed_on_once_the_clock_runs_whatever_was_announced(book):
    """Announced for 14:00 and begun at 13:40: at 13:45 it is too late. Nobody else's day has begun."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.person("p2")
    room.now = at("13:40")
    room.done("MarkLevel", role="director", tournament="t1", level=1)
    room.now = at("13:45")
    move = {"tournament": "t1", "entry": "e1", "to": "p2", "reason": "doença"}
    refused = room.refused("TransferEntry", role="director", **move)
    assert refused.because == "transfer.too_late"
    assert {cite.book for cite in refused.cites} == {book}


@pytest.mark.parametrize(("allowed", "cashier", "director"), [("player", True, True), ("nobody", False, False)])
def test_a_house_may_let_the_player_pass_the_entry_on_or_nobody_at_all(allowed, cashier, director):
    """Where the player decides, the desk writes it down; where nobody does, not even the director."""
    for role, may in (("cashier", cashier), ("director", director)):
        room = Room(book="bpt-2015", answers={"entry.transfer.allowed_by": allowed})
        room.sell("e1", "p1")
        room.person("p2")
        found = room.do("TransferEntry", role=role, tournament="t1", entry="e1", to="p2", reason="doença")
        assert (getattr(found, "because", "moved") == "moved") is may, found
        assert room.state.entries["e1"].person == ("p2" if may else "p1")


@pytest.mark.clause("cgp-2024:2.7")
def test_a_sale_keeps_the_rulebook_that_was_accepted():
    """Without accepting there is no sale; with it the entry names book, text and moment."""
    room = Room()
    assert (
        room.refused("SellEntry", **room.sale("e1", "p1", terms_accepted=False)).because
        == "entry.terms_not_accepted"
    )
    done = room.sell("e1", "p1")
    sold = msgspec.json.decode(done.events[0].event)
    assert sold["terms"].startswith("cgp-2024#")
    assert sold["at"] == at("13:30")


@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.1", "cgp-2024:2.8.2", "cgp-2024:2.8.3", "cgp-2024:2.8.4")
@pytest.mark.parametrize(("level", "needed"), [(1, 4), (2, 8), (3, 12), (4, 15)])
def test_each_of_the_first_levels_needs_its_entries_before_it_ends(level, needed):
    """One short, and the director is asked to call it off, everything refunded; at the mark it goes on."""
    for sold in (needed - 1, needed):
        room = Room()
        for number in range(sold):
            room.sell(f"e{number}", f"p{number}")
        room.done("MarkLevel", role="director", tournament="t1", level=level)
        done = room.done("MarkLevel", role="director", tournament="t1", level=level + 1)
        told = [msgspec.json.decode(told.event) for told in done.events if told.name == "MinimumMissed"]
        assert [one["level"] for one in told] == ([level] if sold < needed else [])
        if sold < needed:
            room.done("CallOff", role="director", tournament="t1", level=level)
            assert room.state.stopped == "cancelled"
            owed = sum(room.held(f"payable:p{number}") for number in range(sold))
            assert owed == sold * 62000
            assert room.held("prize_pool:t1") == 0
        else:
            assert (
                room.refused("CallOff", role="director", tournament="t1", level=level).because == "minimum.was_met"
            )


@pytest.mark.clause("cgp-2024:1.5", "nps-2019:E", "nps-2019:E.b")
@pytest.mark.parametrize("book", TOURS)
def test_a_cancelled_event_owes_each_entry_its_registration_amount(book):
    """37 entries and five seats not exchanged: 37 lines, 37 times the price, nothing else."""
    room = Room(book=book)
    for number in range(37):
        room.sell(f"e{number}", f"p{number}")
    for number in range(5):
        fields = {"season": "s26", "ticket": f"k{number}", "owner": f"q{number}", "target": "t1"}
        room.person(f"q{number}")
        room.done("IssueTicket", role="organiser", **fields, value_centavos=PRICE[book])
    stop = {"tournament": "t1", "action": "cancel", "cause": "outside_control"}
    assert room.refused("StopTournament", role="director", **stop, reason="").because == "stop.needs_cause"
    done = room.done("StopTournament", role="director", **stop, reason="queda de energia")
    assert sum(told.name == "EntryLeft" for told in done.events) == 37
    assert room.house.world.balances.total("payable").centavos == 37 * PRICE[book]
    room.done("PayRefund", tournament="t1", sale="e5", desk="d1")
    assert room.held("payable:p5") == 0
    assert room.refused("PayRefund", tournament="t1", sale="e5", desk="d1").because == "refund.nothing_owed"


@pytest.mark.clause("nps-2019:E.a")
def test_only_entries_of_the_cancellation_date_or_before_are_refunded():
    """Cancelled as of 13:40: the receipt of 13:30 is refunded, that of 13:50 is not."""
    room = Room(book="nps-2019")
    room.sell("e1", "p1")
    room.now = at("13:50")
    room.sell("e2", "p2")
    stop = {"tournament": "t1", "action": "cancel", "cause": "fraud", "reason": "x"}
    room.done("StopTournament", role="director", **stop, since="2026-11-20T13:40:00-03:00")
    assert (room.held("payable:p1"), room.held("payable:p2")) == (39000, 0)


@pytest.mark.clause("nps-2019:E.c")
def test_an_entry_counts_from_its_receipt():
    """Paid at 13:40 it is pending; the receipt of 13:44 makes it effective."""
    room = Room(book="nps-2019")
    room.now = at("13:40")
    room.sell("e1", "p1", hand_over_receipt=False)
    assert room.state.entries["e1"].status == "pending"
    room.now = at("13:44")
    room.done("IssueReceipt", tournament="t1", sale="e1")
    assert room.state.entries["e1"].effective_at == at("13:44")


@pytest.mark.clause("nps-2019:F")
def test_nobody_buys_in_the_name_of_someone_absent():
    """A pays and asks for an entry in the name of B: refused."""
    room = Room(book="nps-2019")
    room.person("a")
    refused = room.refused("SellEntry", **room.sale("e1", "b", buyer="a"))
    assert (refused.because, cites(refused)) == ("entry.third_party", {"nps-2019:F"})


@pytest.mark.clause("cgp-2024:2.1.a", "nps-2019:F")
@pytest.mark.parametrize("book", TOURS)
def test_photo_id_is_seen_again_on_each_day_where_the_book_asks(book):
    """CGP's day 2 check-in is pending until a new check; NPS asks at the start only."""
    days = tuple(
        Day(
            id=name,
            starts_at=datetime.fromisoformat(f"2026-11-{day}T14:00:00-03:00"),
            from_level=level,
            until_level=last,
        )
        for name, day, level, last in (("1", 20, 1, 10), ("2", 21, 11, None))
    )
    room = Room(book=book, days=days)
    room.sell("e1", "p1")
    assert room.refused("CheckIn", tournament="t1", entry="e1", day="1").because == "entry.identity_pending"
    room.done("CheckIdentity", tournament="t1", entry="e1", day="1")
    room.done("CheckIn", tournament="t1", entry="e1", day="1")
    room.done("Bag", role="director", tournament="t1", entry="e1", chips=50000)
    second = room.do("CheckIn", tournament="t1", entry="e1", day="2")
    if book == "nps-2019":
        assert second.events
    else:
        assert second.because == "entry.identity_pending"
        room.done("CheckIdentity", tournament="t1", entry="e1", day="2")
        room.done("CheckIn", tournament="t1", entry="e1", day="2")


@pytest.mark.clause("cgp-2024:5.6.4~negar", "nps-2019:45~negar")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "5.6.4~negar"), ("nps-2019", "45~negar")])
def test_a_person_kept_out_by_the_director_is_refused_with_the_date(book, clause):
    """The desk says that it is the director's decision and since when; lifted, the sale goes through."""
    room = Room(book=book)
    room.sell("e0", "p31")
    room.done("CheckIdentity", tournament="t1", entry="e0", day="1")
    room.done("BanPerson", role="director", season="s26", person="p31", ground="order", reason="briga")
    assert room.refused("CheckIn", tournament="t1", entry="e0", day="1").because == "entry.participation_refused"
    room.done("Eliminate", role="director", tournament="t1", entry="e0")
    refused = room.refused("SellEntry", **room.sale("e1", "p31", item="reentry"))
    assert refused.because == "entry.refused_by_director"
    assert str(refused.values["since"]) == "2026-11-20"
    assert cites(refused) == {f"{book}:{clause}"}
    room.done("LiftBan", role="director", season="s26", person="p31")
    room.sell("e1", "p31", item="reentry")


@pytest.mark.clause("adtp-2012:23", "adtp-2023:27")
@pytest.mark.parametrize(("book", "clause"), [("adtp-2012", "23"), ("adtp-2023", "27")])
def test_a_rebuy_announced_before_the_hand_is_owed(book, clause):
    """The chips play at once and the desk shows the debt; withdrawing it is refused; after the hand it is too late."""
    room = Room(book=book)
    room.sell("e1", "p6")
    announce = {"tournament": "t1", "entry": "e1", "item": "rebuy"}
    late = room.refused("AnnounceRebuy", role="floor", sale="r1", **announce, before_next_hand=False)
    assert cites(late) == {f"{book}:{clause}"}
    room.done("AnnounceRebuy", role="floor", sale="r1", **announce)
    assert room.state.entries["e1"].chips == 40000
    assert room.held("receivable:p6") == 10000
    withdrawn = room.refused("VoidSale", role="director", tournament="t1", sale="r1", desk="d1", reason="x")
    assert cites(withdrawn) == {f"{book}:{clause}"}
    paying = [{"method": "cash", "amount_centavos": 10000}]
    room.done("PayDebt", tournament="t1", sale="r1", desk="d1", payments=paying)
    assert room.held("receivable:p6") == 0
    assert room.held("payable:p6") == 0


def test_the_sheet_of_the_tests_is_sound():
    """The room's own sheet splits its prices to the centavo."""
    for book in TOURS:
        assert [item.id for item in sheet(book).items] == ["entry", "reentry", "rebuy"]
        for item in sheet(book).items:
            assert sum(item.split_centavos.values()) == item.price_centavos
