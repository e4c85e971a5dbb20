"""Paying what was won: parts, papers, second looks, later days, too much, and the staff's part."""

from __future__ import annotations

from datetime import date
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.app.money.business_days import business_day_after
from feltro.app.money.office import cash_tonight, year_of
from feltro.app.people.accounts import same_name
from feltro.kernel.instants import parse_instant
from feltro.kernel.money import Money
from feltro.ledger.checks import check
from feltro.procedures.places import Finish, shared_prizes
from feltro.tournament.prizes.due import due, overpaid, prizes_by_place, remaining, unpaid
from feltro.tournament.prizes.receipts import prize_receipt, staff_receipt
from tests.tournament.prizes.hall import CPF, Hall, pix
from tests.tournament.prizes.test_pool import MANY, entry_of
from tests.tournament.room import BOOKS, at

TOURS = pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
DIRECTOR = {"tournament": "t1", "role": "director", "who": "bia"}


def finished(entries=21, **changes):
    """CGP, 21 entries: three prizes; e1 champion, e2 second, e3 third."""
    hall = Hall(days=MANY, **changes).dealers("d1", "d2", "d3", "d4")
    return hall.fill(entries).close().announce().down_to(1)


def rich(book="cgp-2024", **changes):
    """Two entries that bring R$ 10.000 of prizes each, so that the champion's is a large one."""
    items = (entry_of(prize_pool=1000000, rake=1000, local_partners=1000),)
    return Hall(book=book, items=items, kind="side", **changes).fill(2).close().announce().down_to(1)


# What is due


def test_each_place_is_owed_its_prize_and_the_champion_when_all_others_are_out():
    """Third, second and first, in the order in which they went out."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(3)
    assert hall.amounts == {}
    hall.down_to(2)
    assert hall.amounts == {"e3": hall.prizes[2]}
    hall.down_to(1)
    assert hall.amounts == {"e1": hall.prizes[0], "e2": hall.prizes[1], "e3": hall.prizes[2]}


@pytest.mark.clause("cgp-2024:5.3.14.c", "nps-2019:23.c")
def test_players_who_tie_share_the_sum_of_their_prizes():
    """49th R$ 1.200 and 50th R$ 1.000: R$ 1.100 each."""
    prizes = {49: Money.reais(1200), 50: Money.reais(1000)}
    assert shared_prizes(Finish(("a", "b"), 49), prizes) == {"a": Money.reais(1100), "b": Money.reais(1100)}


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=9), st.integers(1, 5))
def test_tied_shares_always_sum_to_the_prizes_of_their_places(amounts, place):
    """Whatever the odd centavos."""
    prizes = {place + number: Money(amount) for number, amount in enumerate(amounts)}
    shares = shared_prizes(Finish(tuple(map(str, range(len(amounts)))), place), prizes)
    assert sum(one.centavos for one in shares.values()) == sum(amounts)
    assert max(shares.values()).centavos - min(shares.values()).centavos <= 1


@TOURS
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f", "cgp-2024:5.6.6.a", "nps-2019:47.a")
def test_a_disqualified_player_gets_nothing_and_those_still_in_share_it(book):
    """The prize of the place is shared in proportion to the prizes; the buy-in stays in the pool."""
    hall = Hall(book=book, days=MANY).fill(21).close().announce().down_to(2)
    pool, was = hall.held("prize_pool:t1"), hall.prizes
    hall.done("ForfeitPrize", entry="e3", reason="conluio", **DIRECTOR)
    now = prizes_by_place(hall.state)
    assert now[2] == 0
    assert sum(now) == sum(was)
    assert now[0] - was[0] == pytest.approx(was[2] * was[0] / (was[0] + was[1]), abs=1)
    assert hall.held("prize_pool:t1") == pool
    assert hall.refuse("e3", 1).because == "prize.none_due"
    hall.down_to(1)
    assert hall.amounts == {"e1": now[0], "e2": now[1]}
    assert hall.refused("ForfeitPrize", entry="e3", reason="x", **DIRECTOR).because == "forfeit.already"


def test_a_house_may_move_earlier_finishers_up_or_let_the_prize_be_kept():
    """As settled for the event; a reason and a place are always needed."""
    hall = Hall(book="bpt-2015", answers={"penalty.disqualification.freed_prize": "places_move_up"}, days=MANY)
    hall.fill(21).close().announce().down_to(1)
    assert hall.refused("ForfeitPrize", entry="e2", reason=" ", **DIRECTOR).because == "forfeit.needs_reason"
    hall.done("ForfeitPrize", entry="e2", reason="fraude", **DIRECTOR)
    assert hall.amounts == {"e1": hall.prizes[0], "e3": hall.prizes[1], "e4": hall.prizes[2]}
    hall = Hall(book="bpt-2015", answers={"penalty.disqualification.prize": "kept"}).fill(2).close().announce()
    assert hall.refused("ForfeitPrize", entry="e1", reason="x", **DIRECTOR).because == "forfeit.keeps_prize"
    hall = Hall().fill(2).close().announce()
    assert hall.refused("ForfeitPrize", entry="e1", reason="x", **DIRECTOR).because == "prize.not_out"


def test_early_cashes_of_a_flight_are_provisional_until_the_pool_is_known():
    """Promised and paid; once announced, the place's own prize holds and the rest of it is due."""
    hall = Hall(days=MANY).fill(21).down_to(19)
    noting = {"tournament": "t1", "role": "director", "entry": "e20"}
    assert hall.refused("NoteEarlyCash", **{**noting, "entry": "e1"}, amount_centavos=5).because == "prize.not_out"
    refused = hall.refused("NoteEarlyCash", amount_centavos=10**9, **noting)
    assert refused.because == "prize.more_than_pool"
    hall.done("NoteEarlyCash", amount_centavos=90000, **noting)
    prize = due(hall.state)["e20"]
    assert (prize.amount, prize.provisional) == (90000, True)
    hall.pay("e20", 90000)
    hall.down_to(2)  # a later flight: everybody else went out after e20, and without a cash
    hall.close().announce()
    prize = due(hall.state)["e20"]
    assert (prize.place, prize.amount, prize.provisional) == (3, hall.prizes[2], False)
    assert prize.remaining == hall.prizes[2] - 90000
    assert hall.refused("NoteEarlyCash", amount_centavos=5, **noting).because == "prizes.announced_already"


def test_nothing_is_paid_before_the_announcement_or_without_a_prize():
    """The desk is told which of the two."""
    hall = Hall(days=MANY).fill(21).close()
    assert hall.refuse("e1", 100).because == "prizes.not_announced"
    hall.announce().down_to(1)
    assert hall.refuse("e9", 100).because == "prize.none_due"
    assert hall.refuse("e99", 100).because == "entry.not_in_the_event"


def test_a_pool_that_changed_since_the_announcement_pays_nothing():
    """A minor was found and the entry voided: the prizes are announced again first."""
    hall = finished()
    hall.done("VoidEntry", entry="e9", ground="minor", **DIRECTOR)
    assert hall.refuse("e1", 100).because == "prizes.pool_changed"


# Paying


@pytest.mark.parametrize("book", BOOKS)
def test_one_prize_is_paid_in_parts_each_with_its_paper(book):
    """Cash, PIX and the rest by transfer; what remains is always known; the pool ends at zero."""
    hall = Hall(book=book, days=MANY).fill(8).close().announce().down_to(1)
    total = hall.amounts["e1"]
    first = hall.pay("e1", 10000)
    assert prize_receipt(first, hall.state).remaining_centavos == total - 10000
    hall.pay("e1", 5000, **pix())
    assert due(hall.state)["e1"].remaining == total - 15000
    last = hall.pay("e1", total - 15000, method="bank_transfer", desk="", reference="TED-77")
    numbers = [prize_receipt(one, hall.state).number for one in (first, last)]
    assert numbers == [1, 3]
    assert prize_receipt(last, hall.state).remaining_centavos == 0
    assert hall.refuse("e1", 1).because == "prize.paid_already"
    for entry, amount in hall.amounts.items():
        if entry != "e1":
            hall.pay(entry, amount)
    assert hall.held("prize_pool:t1") == 0
    assert remaining(hall.state).now == remaining(hall.state).to_come == 0
    assert hall.held("paid_out:pix") == 5000
    assert hall.balanced()


def test_no_more_than_the_prize_is_paid_and_no_payment_twice():
    """The amount is capped by what remains; an id or a bank's number is used once."""
    hall = finished()
    assert hall.refuse("e2", hall.amounts["e2"] + 1).because == "prize.more_than_due"
    payment = hall.pay("e2", 100, **pix())
    assert hall.refuse("e2", 100, payment=payment).because == "prize.payment_used"
    assert hall.refuse("e3", 100, **pix()).because == "prize.reference_used"


@pytest.mark.parametrize(
    ("more", "because"),
    [
        ({"desk": ""}, "prize.needs_desk"),
        ({"method": "pix", "reference": "E123"}, "prize.needs_end_to_end"),
        ({"method": "pix", "reference": ""}, "prize.needs_end_to_end"),
        ({"method": "cheque"}, "prize.needs_reference"),
        ({"method": "bank_transfer"}, "prize.needs_reference"),
        ({"document": "111.444.777-35"}, "prize.document_differs"),
        ({"document": ""}, "prize.document_not_shown"),
        ({"document": "lixo"}, "prize.document_differs"),
        ({"desk": "d9"}, "drawer.not_open"),
    ],
)
def test_a_payment_without_its_paper_is_refused(more, because):
    """Nothing leaves the house without a drawer, a number and the right person."""
    hall = finished()
    before = hall.house.store.streams()
    assert hall.refuse("e1", 1000, **more).because == because
    assert hall.house.store.streams() == before


def test_the_payee_is_known_and_was_seen():
    """No document on the record, or no photo ID seen: no money."""
    hall = finished()
    hall.person("p1", document="")
    assert hall.refuse("e1", 1000).because == "prize.no_document"
    hall.person("p1", seen=False)
    assert hall.refuse("e1", 1000).because == "prize.identity_not_checked"


def test_the_document_never_reaches_the_log():
    """It is compared and forgotten; the same payment with and without dots is the same command."""
    hall = finished()
    fields = hall.paying("e1", 1000)
    hall.done("PayPrize", key="mesma", **fields)
    again = hall.done("PayPrize", key="mesma", **{**fields, "document": "52998224725"})
    assert again.key == "mesma"
    digits = CPF.replace(".", "").replace("-", "").encode()
    log = b"".join(one.payload for one in hall.house.store.read("tournament:t1"))
    assert CPF.encode() not in log
    assert digits not in log


def test_cash_has_to_be_in_the_drawer():
    """The champion's prize is more than a drawer with R$ 1.000 and a few cards holds."""
    hall = Hall(days=MANY)
    for number in range(1, 5):
        hall.sell(f"e{number}", f"p{number}", method="debit_card")
    hall.close().announce().down_to(1)
    hall.done("DropCash", desk="d1", amount_centavos=90000)
    assert hall.refuse("e1", 20000).because == "drawer.short"


def test_a_held_prize_is_not_paid_until_it_is_released():
    """Held for a reason, and shown apart from what is due tonight."""
    hall = finished()
    assert hall.refused("HoldPrize", entry="e1", reason="", **DIRECTOR).because == "prize.hold_needs_reason"
    hall.done("HoldPrize", entry="e1", reason="recurso", **DIRECTOR)
    assert hall.refused("HoldPrize", entry="e1", reason="x", **DIRECTOR).because == "prize.held"
    assert hall.refuse("e1", 100).because == "prize.held"
    left = remaining(hall.state)
    others = sum(amount for entry, amount in hall.amounts.items() if entry != "e1")
    assert (left.held, left.now, left.later) == (hall.amounts["e1"], others, 0)
    hall.done("ReleasePrize", entry="e1", **DIRECTOR)
    assert hall.refused("ReleasePrize", entry="e1", **DIRECTOR).because == "prize.not_held"
    hall.pay("e1", 100)


def test_a_large_prize_needs_a_second_person_who_approved_this_amount():
    """Whoever pays does not approve; from R$ 5.000 on, by the house's default."""
    hall = rich()
    amount = hall.amounts["e1"]
    paying = {"method": "cheque", "reference": "000123"}
    refused = hall.refuse("e1", amount, **paying)
    assert refused.because == "prize.needs_second_person"
    hall.done("ApprovePrize", tournament="t1", entry="e1", role="director", who="ana")
    assert hall.refuse("e1", amount, **paying).because == "prize.needs_second_person"
    hall.done("ApprovePrize", tournament="t1", entry="e1", role="finance", who="bia")
    hall.pay("e1", amount, **paying)
    assert hall.held("paid_out:cheque") == amount
    assert hall.refused("ApprovePrize", tournament="t1", entry="e1", role="cashier").because.startswith(
        "permission"
    )


@TOURS
@pytest.mark.clause("cgp-2024:3.3", "nps-2019:O")
@pytest.mark.parametrize("way", [pix(), {"method": "bank_transfer", "desk": "", "reference": "TED1"}])
def test_pix_is_a_bank_transfer_at_any_amount(book, way):
    """More than R$ 5.000, and less: either goes by PIX to the winner's own key, or by transfer."""
    hall = rich(book)
    hall.done("ApprovePrize", entry="e1", **DIRECTOR)
    assert hall.amounts["e1"] >= 500000
    hall.pay("e1", 1000, **way)
    small = Hall(book=book, items=(entry_of(prize_pool=250000, rake=1, local_partners=1),), kind="side")
    small.fill(2).close().announce(table="winner_takes_all").down_to(1)
    assert small.amounts["e1"] < 500000
    small.pay("e1", 1000, **way)


def test_a_house_may_leave_a_way_out_for_large_prizes():
    """As settled: from R$ 5.000 on in cash alone."""
    hall = rich("bpt-2015", answers={"prizes.payment.methods": ["cash"]})
    hall.done("ApprovePrize", entry="e1", **DIRECTOR)
    refused = hall.refuse("e1", 1000, **pix())
    assert (refused.because, refused.values["methods"]) == ("prize.method_not_allowed", ("cash",))


OTHER = [
    ({"bank_name": "", "bank_document": ""}, "prize.account_not_shown"),
    ({"bank_name": "X", "bank_document": ""}, "prize.account_not_shown"),
    ({"bank_name": "X", "bank_document": "***.111.222-**"}, "prize.account_document_differs"),
    ({"bank_name": "X", "bank_document": "529.982.247-26"}, "prize.account_document_differs"),
    ({"bank_name": "X", "bank_document": "***.***.247-**"}, "prize.account_document_differs"),
    ({"bank_name": "Outra Pessoa", "bank_document": "529.982.247-25"}, "prize.account_name_differs"),
]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("shown", "because"), OTHER)
@pytest.mark.clause("cgp-2024:3.3", "nps-2019:O")
def test_a_pix_goes_to_the_winners_own_key(book, shown, because):
    """Name and CPF that the bank shows are compared with the registry's, in every book; neither is in the log."""
    hall = Hall(book=book).fill(2).close().announce(table="winner_takes_all").down_to(1)
    assert hall.refuse("e1", 1000, **{**pix(), **shown}).because == because
    hall.pay("e1", 1000, **pix())
    log = b"".join(one.payload for one in hall.house.store.read("tournament:t1"))
    assert b"982.247" not in log
    assert b"bank_name" not in log


@pytest.mark.parametrize(
    ("shown", "because"),
    [
        ({"bank_name": "Outra Pessoa", "bank_document": "529.982.247-25"}, "prize.account_name_differs"),
        ({"bank_name": "X"}, "prize.account_not_shown"),
        ({"bank_document": "***.111.222-**"}, "prize.account_not_shown"),
        ({}, ""),
    ],
)
def test_a_transfer_is_compared_as_soon_as_the_bank_showed_anything(shown, because):
    """A transfer to an account that no name was shown for is the organiser's own care; what was shown is looked at."""
    hall = Hall().fill(2).close().announce(table="winner_takes_all").down_to(1)
    transfer = {"method": "bank_transfer", "reference": "T1", "desk": "", **shown}
    if because:
        assert hall.refuse("e1", 1000, **transfer).because == because
    assert hall.pay("e1", 1000, **{**transfer, **({"bank_name": "", "bank_document": ""} if because else {})})


@pytest.mark.parametrize(
    ("shown", "kept", "same"),
    [
        ("MARIA S SILVA", "Maria Aparecida da Silva", True),
        ("Jose Antonio Souza", "José Antônio de Souza", True),
        ("Maria Souza", "Maria da Silva", False),
        ("Ana Silva", "Maria Silva", False),
        ("Madonna", "Madonna", True),
        ("", "Maria", False),
    ],
)
def test_banks_shorten_names_and_drop_accents(shown, kept, same):
    """The first name is the same and another word of it, or the whole."""
    assert same_name(shown, kept) is same


# Later


@pytest.mark.clause("cgp-2024:3.3")
def test_cgp_pays_within_five_business_days():
    """Won on Sunday 10 March 2024: Friday the 15th at the latest."""
    assert business_day_after(date(2024, 3, 10), 5) == date(2024, 3, 15)


@pytest.mark.clause("nps-2019:O")
def test_nps_pays_within_seven_business_days():
    """Won on Sunday 10 March 2019: Tuesday the 19th at the latest."""
    assert business_day_after(date(2019, 3, 10), 7) == date(2019, 3, 19)


@pytest.mark.parametrize(
    ("day", "count", "expected"),
    [
        (date(2024, 2, 9), 1, date(2024, 2, 14)),  # Carnival
        (date(2024, 5, 29), 1, date(2024, 5, 31)),  # Corpus Christi
        (date(2024, 12, 24), 5, date(2025, 1, 2)),  # Christmas and New Year
        (date(2026, 11, 19), 1, date(2026, 11, 23)),  # Black Awareness Day, a Friday
    ],
)
def test_holidays_of_the_banks_are_no_business_days(day, count, expected):
    """National ones, and those that move with Easter."""
    assert business_day_after(day, count) == expected


@TOURS
@pytest.mark.clause("cgp-2024:3.3", "nps-2019:O")
def test_a_prize_is_left_for_later_with_its_last_day(book):
    """Counted from the evening it was won, not from when somebody thought of it; a small one may wait as well."""
    hall = rich(book)
    assert hall.now < parse_instant("2026-11-21T00:00:00-03:00")
    hall.now = parse_instant("2026-11-24T10:00:00-03:00")
    hall.done("SchedulePrize", tournament="t1", entry="e1")
    expected = {"cgp-2024": date(2026, 11, 27), "nps-2019": date(2026, 12, 1)}[book]
    assert due(hall.state)["e1"].scheduled == expected
    left = remaining(hall.state)
    others = sum(amount for entry, amount in hall.amounts.items() if entry != "e1")
    assert (left.later, left.now, left.held) == (hall.amounts["e1"], others, 0)
    small = finished(8, book=book)
    small.now = at("21:00")
    small.done("SchedulePrize", tournament="t1", entry="e1")
    assert due(small.state)["e1"].scheduled == {"cgp-2024": date(2026, 11, 27), "nps-2019": date(2026, 12, 1)}[book]


@pytest.mark.clause("cgp-2024:3.3")
def test_the_days_of_a_prize_count_from_when_its_own_player_went_out():
    """Third on Friday night, second on Tuesday: five business days from each one's own evening."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(3)
    hall.out(3)
    hall.now = parse_instant("2026-11-24T20:00:00-03:00")
    hall.out(2)
    for entry in ("e1", "e2", "e3"):
        hall.done("SchedulePrize", tournament="t1", entry=entry)
    days = {entry: str(due(hall.state)[entry].scheduled) for entry in ("e1", "e2", "e3")}
    assert days == {"e3": "2026-11-27", "e2": "2026-12-01", "e1": "2026-12-01"}


def test_where_a_book_is_silent_the_house_lets_only_large_prizes_wait():
    """The house's own default, and its mark."""
    small = finished(8, book="adtp-2023")
    small.now = at("21:00")
    refused = small.refused("SchedulePrize", tournament="t1", entry="e1")
    assert refused.because == "prize.too_small_to_wait"


def test_a_house_may_leave_any_prize_for_later_but_none_that_is_paid():
    """As settled; nothing is left for later of what was paid."""
    hall = Hall(book="bpt-2015", answers={"prizes.payment.wait_covers": "any_prize"})
    hall.fill(2).close().announce().down_to(1)
    hall.done("SchedulePrize", tournament="t1", entry="e1")
    hall.pay("e1", hall.amounts["e1"])
    assert hall.refused("SchedulePrize", tournament="t1", entry="e1").because == "prize.paid_already"


# Tax


def test_tax_is_off_and_a_house_may_turn_it_on_from_a_date():
    """A tenth above R$ 100, in parts that never add up to a centavo more; before the date nothing."""
    assert finished().state.prizes.payments == {}
    answers = {
        "prizes.tax.regime": "flat",
        "prizes.tax.share": 0.1,
        "prizes.tax.exempt_up_to": "R$ 100",
        "prizes.tax.holds_from": "2026-11-20",
    }
    hall = Hall(book="bpt-2015", answers=answers).fill(3).close().announce().down_to(1)
    total = hall.amounts["e1"]
    parts = [333, 333, total - 666]
    receipts = [prize_receipt(hall.pay("e1", part), hall.state) for part in parts]
    assert sum(one.tax_centavos for one in receipts) == hall.held("tax_withheld:s26") == round(total / 10)
    assert receipts[0].net_centavos == 333 - receipts[0].tax_centavos
    later = {**answers, "prizes.tax.holds_from": "2027-01-01"}
    hall = Hall(book="bpt-2015", answers=later).fill(3).close().announce().down_to(1)
    assert prize_receipt(hall.pay("e1", 5000), hall.state).tax_centavos == 0
    assert hall.balanced()


# Too much


def test_a_corrected_place_makes_what_was_paid_a_debt_never_an_edit():
    """e2 was paid second and was third: the difference is owed back, and comes back to the drawer."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(3)
    hall.done("Eliminate", tournament="t1", entry="e3", role="director", key="fora-3")
    hall.out(2)
    hall.pay("e2", hall.prizes[1])
    report = {"tournament": "t1", "overpayment": "o1", "entry": "e2", "cause": "place_corrected"}
    assert hall.refused("ReportOverpayment", **report).because == "overpayment.none"
    hall.done("Undo", command_key="fora-3", role="director")
    hall.out(3)
    assert overpaid(hall.state) == {"e2": hall.prizes[1] - hall.prizes[2]}
    hall.done("ReportOverpayment", **report)
    more = hall.prizes[1] - hall.prizes[2]
    assert hall.held("receivable:p2") == more
    assert overpaid(hall.state) == {}
    assert due(hall.state)["e2"].remaining == 0
    repay = {"tournament": "t1", "entry": "e2", "desk": "d1"}
    refused = hall.refused("RepayOverpayment", repayment="r1", amount_centavos=more + 1, **repay)
    assert refused.because == "overpayment.less_owed"
    hall.done("RepayOverpayment", repayment="r1", amount_centavos=1, key="um", **repay)
    again = hall.refused("RepayOverpayment", repayment="r1", amount_centavos=more - 1, **repay)
    assert (again.because, hall.held("receivable:p2")) == ("prize.payment_used", more - 1)
    assert hall.refused("Undo", command_key="um", role="director").because == "undo.final"
    hall.done("RepayOverpayment", repayment="r2", amount_centavos=more - 1, **repay)
    assert hall.held("receivable:p2") == 0
    hall.pay("e3", hall.prizes[1])
    hall.pay("e1", hall.prizes[0])
    assert hall.held("prize_pool:t1") == 0
    assert hall.balanced()


def test_notes_handed_over_by_a_slip_are_owed_back_too():
    """R$ 50 too many left the drawer: the drawer says so, and so does the debt."""
    hall = finished()
    before = hall.held("drawer:ana:cash")
    report = {"tournament": "t1", "entry": "e1", "cause": "handed_over", "overpayment": "o1"}
    assert hall.refused("ReportOverpayment", desk="d1", **report).because == "overpayment.none"
    assert hall.refused("ReportOverpayment", amount_centavos=5000, **report).because == "prize.needs_desk"
    hall.done("ReportOverpayment", desk="d1", amount_centavos=5000, reason="troco errado", **report)
    assert hall.held("drawer:ana:cash") == before - 5000
    assert hall.held("receivable:p1") == 5000
    assert due(hall.state)["e1"].paid == 0


@pytest.mark.parametrize("role", ["cashier", "director", "organiser"])
def test_a_paid_prize_is_not_undone(role):
    """Somebody would pay, take the notes out, and undo: the way back is another act, with reason and paper."""
    hall = finished()
    hall.done("PayPrize", key="pago", **hall.paying("e1", 1000))
    refused = hall.refused("Undo", command_key="pago", role=role)
    assert (refused.because, refused.values["way"]) == ("undo.own_way", "TakeBackPrize")
    assert due(hall.state)["e1"].paid == 1000


def test_notes_of_a_prize_taken_back_are_in_the_drawer_and_its_receipt_is_void():
    """Needs a reason and a drawer; once; what was paid is due again."""
    hall = finished()
    before = hall.held("drawer:ana:cash")
    payment = hall.pay("e1", 1000)
    back = {"tournament": "t1", "payment": payment, "role": "finance", "who": "fabio"}
    assert hall.refused("TakeBackPrize", **back, reason=" ", desk="d1").because == "prize.back_needs_reason"
    assert hall.refused("TakeBackPrize", **back, reason="pessoa errada").because == "prize.needs_desk"
    hall.done("TakeBackPrize", **back, reason="pessoa errada", desk="d1")
    assert (hall.held("drawer:ana:cash"), due(hall.state)["e1"].paid) == (before, 0)
    assert prize_receipt(payment, hall.state).void
    again = hall.refused("TakeBackPrize", **back, reason="pessoa errada", desk="d1")
    assert again.because == "prize.no_such_payment"
    assert hall.balanced()


def test_a_payment_taken_back_keeps_its_number_used():
    """The next receipt has the next number, and the PIX cannot be named again."""
    hall = finished()
    fields = hall.paying("e1", 1000, **pix())
    hall.done("PayPrize", key="pix-1", **fields)
    back = {"payment": fields["payment"], "reason": "chave errada", "role": "director"}
    hall.done("TakeBackPrize", tournament="t1", **back)
    assert due(hall.state)["e1"].paid == 0
    assert hall.refuse("e1", 1000, **pix()).because == "prize.reference_used"
    assert prize_receipt(hall.pay("e1", 1000), hall.state).number == 2
    assert hall.balanced()


# The staff


def test_a_share_of_the_staff_that_was_paid_by_mistake_comes_back():
    """The notes are in the drawer again, the share is unsigned, and signing again gives a new number."""
    hall = finished()
    hall.done("DivideStaff", downs={"d1": 1}, **DIRECTOR)
    before = hall.held("drawer:ana:cash")
    hall.done("SignStaffShare", tournament="t1", person="d1", desk="d1")
    back = {"tournament": "t1", "person": "d1", "desk": "d1", "role": "finance", "who": "fabio"}
    hall.done("TakeBackShare", **back, reason="pessoa errada")
    assert (hall.held("drawer:ana:cash"), staff_receipt("d1", hall.state)) == (before, None)
    assert hall.refused("TakeBackShare", **back, reason="de novo").because == "prize.no_such_payment"
    hall.done("SignStaffShare", tournament="t1", person="d1", desk="d1")
    assert staff_receipt("d1", hall.state).number == 2


@pytest.mark.clause("cgp-2024:3.1")
def test_the_staffs_part_is_divided_by_downs_and_signed_to_zero():
    """3 % of 21 entries, by downs dealt: each signs once, and nothing is left."""
    hall = finished()
    done = hall.done("DivideStaff", downs={"d1": 14, "d2": 9, "d3": 7, "d4": 0}, **DIRECTOR)
    assert msgspec.json.decode(done.events[0].event)["by"] == "downs"
    shares = {person: one.amount_centavos for person, one in hall.state.prizes.staff.items()}
    assert sum(shares.values()) == hall.held("staff:t1") == 21 * 1440
    assert list(shares) == ["d1", "d2", "d3"]
    assert remaining(hall.state).staff == 21 * 1440
    for person, share in shares.items():
        assert staff_receipt(person, hall.state) is None
        hall.done("SignStaffShare", tournament="t1", person=person, desk="d1")
        assert staff_receipt(person, hall.state).amount_centavos == share
    assert hall.held("staff:t1") == 0
    again = {"tournament": "t1", "person": "d1", "desk": "d1"}
    assert hall.refused("SignStaffShare", **again).because == "staff.share_signed"
    assert hall.refused("DivideStaff", downs={"d1": 1}, **DIRECTOR).because == "staff.signed_already"
    assert hall.balanced()


def test_a_list_gives_out_exactly_what_there_is():
    """Not a centavo more or less; one way or the other; by PIX with its number."""
    hall = finished()
    total = 21 * 1440
    refused = hall.refused("DivideStaff", amounts_centavos={"d1": total - 1}, **DIRECTOR)
    assert refused.because == "staff.does_not_add_up"
    assert hall.refused("DivideStaff", **DIRECTOR).because == "staff.one_way"
    assert hall.refused("DivideStaff", downs={"d1": 0}, **DIRECTOR).because == "staff.does_not_add_up"
    done = hall.done("DivideStaff", amounts_centavos={"d1": total - 1000, "d2": 1000}, **DIRECTOR)
    assert msgspec.json.decode(done.events[0].event)["by"] == "list"
    signing = {"tournament": "t1", "person": "d1"}
    assert hall.refused("SignStaffShare", **signing).because == "prize.needs_desk"
    assert hall.refused("SignStaffShare", **{**signing, "person": "d9"}).because == "staff.no_share"
    hall.done("SignStaffShare", method="pix", reference=pix()["reference"], **signing)
    assert hall.held("staff:t1") == 1000


def test_without_a_staff_part_there_is_nothing_to_divide():
    """NPS keeps its 3 % for the ranking; and before the announcement nobody knows it."""
    assert (
        Hall().dealers("d1").refused("DivideStaff", downs={"d1": 1}, **DIRECTOR).because == "prizes.not_announced"
    )
    hall = finished(8, book="nps-2019")
    assert hall.refused("DivideStaff", downs={"d1": 1}, **DIRECTOR).because == "staff.nothing"


@pytest.mark.parametrize(
    ("person", "because"), [("fantasma", "staff.unknown"), ("p4", "staff.played_here"), ("p99", "")]
)
@pytest.mark.parametrize("way", ["downs", "amounts_centavos"])
@pytest.mark.clause("cgp-2024:3.1")
def test_a_share_is_for_somebody_of_the_staff(person, because, way):
    """Not for an id that nobody knows, nor for a player of this event; somebody registered may have worked."""
    hall = finished()
    hall.person("p99")
    outcome = hall.do("DivideStaff", **{way: {person: 21 * 1440}}, **DIRECTOR)
    assert getattr(outcome, "because", "") == because


@cache
def staffed():
    """Dividing again is allowed until somebody signs, so that one event serves every example."""
    return Hall(days=MANY).dealers(*(f"d{n}" for n in range(9))).fill(12).close().announce()


@given(st.dictionaries(st.sampled_from([f"d{n}" for n in range(9)]), st.integers(1, 40), min_size=1))
@settings(max_examples=20)
def test_downs_of_any_number_of_people_divide_to_the_centavo(downs):
    """The shares sum to the staff's part, and more downs are never worth less."""
    hall = staffed()
    hall.done("DivideStaff", downs=downs, **DIRECTOR)
    shares = {person: one.amount_centavos for person, one in hall.state.prizes.staff.items()}
    assert sum(shares.values()) == 12 * 1440
    ordered = sorted(downs, key=downs.__getitem__)
    assert all(shares[one] <= shares[two] + 1 for one, two in pairwise(ordered))


# What the office asks


def test_cash_needed_tonight_stands_against_safe_and_drawers():
    """Everything won, still played for, and the staff's, less what is left for later."""
    hall = Hall(days=MANY).dealers("d1").fill(21).close().announce()
    hall.done("DivideStaff", downs={"d1": 1}, **DIRECTOR)
    tonight = cash_tonight(hall.house, "t1")
    assert tonight.needed.tonight == sum(hall.prizes) + 21 * 1440
    assert tonight.drawers == 100000 + 21 * 62000
    assert tonight.short == 0
    hall.done("DropCash", key="drop", desk="d1", amount_centavos=500000)
    assert cash_tonight(hall.house, "t1").safe == 0, "it is on its way until somebody has received it"
    hall.done("ReceiveDrop", desk="d1", drop="drop", role="director", who="bia")
    assert cash_tonight(hall.house, "t1").safe == 500000
    hall.down_to(1)
    hall.pay("e1", hall.prizes[0])
    assert cash_tonight(hall.house, "t1").needed.all == sum(hall.prizes[1:]) + 21 * 1440
    assert cash_tonight(hall.house, "t9") is None


def test_the_year_lists_prizes_by_person_and_rake_by_tournament():
    """Counted on the day of the payment; what was taken back is not there."""
    hall = finished()
    hall.pay("e1", 30000)
    wrong = hall.pay("e2", 1000)
    hall.done("TakeBackPrize", tournament="t1", payment=wrong, desk="d1", reason="engano", role="director")
    hall.now = parse_instant("2027-01-04T10:00:00-03:00")
    hall.pay("e1", 500)
    assert year_of(hall.house, 2026).prizes == {"p1": 30000}
    assert year_of(hall.house, 2027).prizes == {"p1": 500}
    assert year_of(hall.house, 2026).rake == {"t1": 21 * 12000}


def test_whoever_is_owed_a_prize_cannot_be_forgotten():
    """The house has to know whom it pays."""
    hall = finished()
    hall.person("p2")
    refused = hall.refused("ErasePerson", person="p2", role="director")
    assert refused.because == "person.erase.owed"
    assert refused.values["amount"].centavos == hall.amounts["e2"]


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(["e1", "e2", "e3"]), st.integers(1, 500000)), max_size=12))
def test_whatever_is_paid_the_books_balance_and_no_prize_is_exceeded(payments):
    """Any payments in any order: never more than the prize, never a centavo lost."""
    hall = finished(21)
    for entry, amount in payments:
        hall.do("PayPrize", **hall.paying(entry, amount, method="bank_transfer", reference=f"T{hall.next()}"))
    for entry, prize in due(hall.state).items():
        assert 0 <= prize.remaining <= hall.amounts[entry]
    left = sum(one.remaining for one in due(hall.state).values())
    assert hall.held("prize_pool:t1") == left
    live = hall.house.world.live("tournament:t1")
    assert not [one for one in check(live.postings.values()) if one.because != "ledger.overdrawn"]
    assert hall.balanced()


def test_where_a_tie_is_the_directors_to_share_nobody_who_tied_is_paid_and_the_others_are():
    """Third and fourth went out in one hand with the same chips; fifth is alone in the place and paid as ever."""
    hall = (
        Hall(book="adtp-2023", answers={"hand_for_hand.busts.tied_prizes": "director"}).fill(40).close().announce()
    )
    hall.down_to(4)
    busts = [{"entry": "e4", "stack": 5000}, {"entry": "e3", "stack": 5000}]
    hall.done("BustHand", tournament="t1", role="director", busts=busts, hand=7)
    won = {entry: one.amount for entry, one in due(hall.state).items()}
    for tied in ("e3", "e4"):
        assert hall.refuse(tied, won[tied]).because == "prize.tie_is_the_directors"
    hall.pay("e5", won["e5"])
    assert due(hall.state)["e5"].remaining == 0


def test_whoever_was_paid_and_is_due_nothing_any_more_was_paid_all_of_it_too_much():
    """Third of three prizes was paid; two who were told to be out play on, and his place is the fifth: all of it is owed back."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(5)
    for number in (5, 4):
        hall.done("Eliminate", tournament="t1", entry=f"e{number}", role="director", key=f"fora-{number}")
    hall.out(3)
    hall.pay("e3", hall.prizes[2])
    for number in (5, 4):
        hall.done("Undo", command_key=f"fora-{number}", role="director")
    hall.out(4, 5)
    assert "e3" not in due(hall.state)
    assert overpaid(hall.state) == {"e3": hall.prizes[2]}


def test_what_a_dealer_has_still_to_get_ends_with_the_signature():
    """All of the staff's 3 % of 21 entries for one dealer: owed until signed, and nothing afterwards."""
    hall = finished()
    hall.done("DivideStaff", downs={"d1": 1}, **DIRECTOR)
    assert (unpaid("d1", hall.state), unpaid("d2", hall.state)) == (21 * 1440, 0)
    hall.done("SignStaffShare", tournament="t1", person="d1", desk="d1")
    assert unpaid("d1", hall.state) == 0
    assert unpaid("p2", hall.state) == hall.prizes[1]
    hall.pay("e2", hall.prizes[1])
    assert unpaid("p2", hall.state) == 0
