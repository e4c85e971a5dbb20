"""Who is sold an entry, when and for what: the index's examples to the letter, and the five books where they speak."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from feltro.app.desk.counter import book_of
from feltro.tournament.sales.receipts import receipt_of
from feltro.tournament.sheet import Day, Limit, SaleItem, Window
from tests.tournament.room import BOOKS, STATEMENT, Room, at, sheet

ALL = pytest.mark.parametrize("book", BOOKS)
TOURS = ("cgp-2024", "nps-2019")


def cites(refused: Any) -> set[str]:
    return {str(cite) for cite in refused.cites}


def on(day: str, book: str, **changes: Any) -> Room:
    """A room whose tournament starts at 14:00 of a day; it is 13:30."""
    room = Room(
        book=book, days=(Day(id="1", starts_at=datetime.fromisoformat(f"{day}T14:00:00-03:00")),), **changes
    )
    room.now = at("13:30", day)
    return room


@pytest.mark.clause("cgp-2024:2.1", "nps-2019:F")
@pytest.mark.parametrize(
    ("book", "today", "born", "sold"),
    [
        ("cgp-2024", "2024-05-10", "2006-05-11", False),
        ("cgp-2024", "2024-05-10", "2006-05-10", True),
        ("nps-2019", "2019-05-10", "2001-05-11", False),
        ("nps-2019", "2019-05-10", "2001-05-10", True),
        ("cgp-2024", "2024-02-28", "2006-02-28", True),
        ("cgp-2024", "2022-02-28", "2004-02-29", False),
        ("cgp-2024", "2022-03-01", "2004-02-29", True),
    ],
)
def test_eighteen_is_counted_in_whole_years_on_the_day(book, today, born, sold):
    """Born a day too late: refused as 17; on the birthday: sold. A birthday of 29 February comes on 1 March."""
    room = on(today, book)
    room.person("young", born)
    outcome = room.do("SellEntry", **room.sale("e1", "young"))
    assert (getattr(outcome, "because", "") == "entry.too_young") is not sold
    if not sold:
        assert outcome.values["age"] == 17


@ALL
def test_nobody_plays_without_a_birth_date_or_unknown(book):
    """The five books: without a birth date age cannot be told; a person nobody registered is not sold anything."""
    room = Room(book=book)
    room.person("ageless", "1990-01-01")
    missing = msgspec.json.encode({"id": "ageless", "name": "X", "photo_id": {"at": 1, "by": "ana"}})
    from feltro.store.port import Keep, Meta, Transaction

    meta = Meta("ana", "cashier", "", room.now, "again", "SavePerson")
    room.house.store.commit(Transaction(meta, registry=(Keep("person", "ageless", missing),)))
    assert room.refused("SellEntry", **room.sale("e1", "ageless")).because == "entry.birth_date_missing"
    stranger = {**room.sale("e2", "p2"), "person": "nobody"}
    assert room.refused("SellEntry", **stranger).because == "person.unknown"


@pytest.mark.clause("cgp-2024:2.1.a", "nps-2019:F")
@pytest.mark.parametrize("book", TOURS)
def test_staff_check_identity_whenever_they_ask(book):
    """At any moment, also of somebody who sits: who asked and when is kept."""
    room = Room(book=book)
    room.sell("e1", "p1")
    done = room.done(
        "CheckIdentity", role="floor", who="beto", tournament="t1", entry="e1", day="1", on_request=True
    )
    event = msgspec.json.decode(done.events[0].event)
    assert (event["on_request"], event["by"], event["at"]) == (True, "beto", at("13:30"))


@pytest.mark.clause("nps-2019:F", "cgp-2024:2.1.c")
@pytest.mark.parametrize("book", TOURS)
def test_one_reentry_allowed_and_none_used(book):
    """Eliminated, one re-entry on the sheet, none used: sold; the second one is not."""
    items = list(sheet(book).items)
    items[1] = msgspec.structs.replace(items[1], limit=Limit(per_person=1))
    room = Room(book=book, items=tuple(items))
    room.sell("e1", "p1")
    room.done("Eliminate", role="director", tournament="t1", entry="e1")
    room.sell("e2", "p1", item="reentry")
    room.done("Eliminate", role="director", tournament="t1", entry="e2")
    refused = room.refused("SellEntry", **room.sale("e3", "p1", item="reentry"))
    assert refused.because == "entry.limit_per_person"


@ALL
def test_a_bagged_entry_sleeps_and_buys_no_second_flight(book):
    """Chips in a bag: no other flight is sold, unless an addendum says that the best stack goes forward."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.done("Bag", role="director", tournament="t1", entry="e1", chips=42000)
    again = room.do("SellEntry", **room.sale("e2", "p1", item="reentry"))
    assert again.because == "reentry.already_bagged"


@pytest.mark.clause("adtp-2023:8.A")
@ALL
def test_late_entries_and_reentries_get_the_whole_starting_stack(book):
    """30,000 in level 6 as at the start, whatever the average is by then."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.done("MarkLevel", role="director", tournament="t1", level=6)
    room.sell("late", "p2")
    room.done("Eliminate", role="director", tournament="t1", entry="e1")
    room.sell("again", "p1", item="reentry")
    assert [room.state.entries[one].chips for one in ("e1", "late", "again")] == [30000] * 3
    assert room.state.entries["late"].late


# Paying


@pytest.mark.clause("cgp-2024:2.2")
def test_several_payments_make_one_price_and_only_the_card_costs_more():
    """R$ 320 in cash with change of R$ 30, R$ 300 by credit with 10 % on top: the receipt shows each."""
    room = Room()
    paying = [
        {"method": "cash", "amount_centavos": 32000, "tendered_centavos": 35000},
        {"method": "credit_card", "amount_centavos": 30000},
    ]
    done = room.done("SellEntry", **room.sale("e1", "p1", payments=paying))
    taken = [msgspec.json.decode(one.event) for one in done.events if one.name == "PaymentTaken"]
    assert [(one["change_centavos"], one["surcharge_centavos"]) for one in taken] == [(3000, 0), (0, 3000)]
    paper = receipt_of("e1", room.state, book_of(room.house, room.state, room.now))
    assert (paper.price_centavos, paper.surcharge_centavos, paper.paid_centavos) == (62000, 3000, 65000)
    short = [{"method": "cash", "amount_centavos": 61999}]
    assert room.refused("SellEntry", **room.sale("e2", "p2", payments=short)).because == "payment.not_the_price"
    over = [{"method": "cash", "amount_centavos": 62000, "tendered_centavos": 61999}]
    assert (
        room.refused("SellEntry", **room.sale("e2", "p2", payments=over)).because == "payment.tendered_too_little"
    )


@pytest.mark.clause("cgp-2024:2.2")
def test_the_desks_own_table_of_card_fees_prevails():
    """The book's figures are approximate: what the machine really charged is typed and kept."""
    room = Room()
    paying = [{"method": "debit_card", "amount_centavos": 62000, "surcharge_centavos": 1990}]
    room.done("SellEntry", **room.sale("e1", "p1", payments=paying))
    assert (room.held("drawer:ana:debit"), room.held("card_fees:debit")) == (63990, 1990)


@pytest.mark.clause("cgp-2024:2.3")
def test_late_credit_buys_at_the_desk_and_papers_are_matched_by_finance():
    """Credited at 15:00 of the eve it is no advance entry; at the desk the same person buys."""
    room = Room()
    room.now = at("18:00", "2026-11-19")
    late = room.ahead("e1", "p1", credited_at="2026-11-19T15:00:00-03:00")
    refused = room.refused("SellAhead", **late)
    assert (refused.because, cites(refused)) == ("ahead.credited_late", {"cgp-2024:2.3"})
    future = room.ahead("e1", "p1", credited_at="2026-11-19T18:01:00-03:00")
    assert room.refused("SellAhead", **future).because == "ahead.not_credited_yet"
    room.now = at("13:30")
    room.sell("e1", "p1")
    room.done("SellAhead", **room.ahead("e2", "p2", received=["name"]))
    assert room.state.entries["e2"].missing == ("payment_proof", "cpf")
    room.done("CompleteAhead", role="finance", tournament="t1", entry="e2", received=["payment_proof"])
    assert room.state.entries["e2"].status == "pending"
    room.done("CompleteAhead", role="finance", tournament="t1", entry="e2", received=["cpf"])
    assert (room.state.entries["e2"].status, room.state.sales["e2"].receipt) == ("live", 2)
    again = room.refused("CompleteAhead", role="finance", tournament="t1", entry="e2", received=["cpf"])
    assert again.because == "ahead.nothing_missing"


@pytest.mark.clause("cgp-2024:2.3")
def test_no_advance_entry_is_sold_once_registration_is_over():
    """Money credited in time but found after the end: not an entry any more."""
    room = Room()
    room.now = at("18:00", "2026-11-19")
    room.done("CloseRegistration", role="director", tournament="t1")
    assert room.refused("SellAhead", **room.ahead("e1", "p1")).because == "entry.registration_closed"


@pytest.mark.clause("cgp-2024:2.3")
def test_a_foreigner_without_a_cpf_enters_ahead_and_at_the_desk():
    """The foreign document stands in the registry; nobody waits for a CPF that does not exist."""
    room = Room()
    document = {"kind": "foreign", "number": "AAB123456", "country": "AR"}
    known = {"name": "Diego Paz", "born_on": "1980-01-01", "document": document, "photo_id_seen": True}
    room.done("RegisterPerson", person="f1", **known)
    room.now = at("18:00", "2026-11-19")
    room.done("SellAhead", **room.ahead("e1", "f1", received=["payment_proof", "name"]))
    assert room.state.entries["e1"].status == "live"
    room.done("SellAhead", **room.ahead("e2", "p2", received=["payment_proof", "name"]))
    assert room.state.entries["e2"].missing == ("cpf",)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_a_pix_stays_pending_until_a_second_person_or_the_bank_confirms_it(book):
    """No receipt, no seat: the seller may not confirm, a cashier is not the bank, another amount is not it."""
    room = Room(book=book, addenda=(f"pix-no-dia-{book[:3]}",))
    price = room.state.sheet.items[0].price_centavos
    paying = [{"method": "pix", "amount_centavos": price, "txid": "TX1"}]
    room.done("SellEntry", **room.sale("e1", "p1", payments=paying))
    assert room.state.entries["e1"].status == "pending"
    assert room.refused("IssueReceipt", tournament="t1", sale="e1").because == "receipt.not_paid"
    seen = {"tournament": "t1", "sale": "e1", "txid": "TX1", "amount_centavos": price}
    assert room.refused("MatchPix", **STATEMENT, **seen).because == "payment.pix.second_person"
    by_file = room.refused("MatchPix", who="bia", **STATEMENT, **seen, source="bank_file")
    assert by_file.because == "payment.pix.file_by_finance"
    other = room.refused("MatchPix", who="bia", **STATEMENT, **{**seen, "amount_centavos": price - 1})
    assert other.because == "payment.pix.other_amount"
    room.done("MatchPix", who="bia", **STATEMENT, **seen)
    assert (room.state.entries["e1"].status, room.state.sales["e1"].receipt) == ("live", 1), "confirmed is done"
    assert room.refused("SellEntry", **room.sale("e2", "p2", payments=paying)).because == "payment.txid_used"


# Receipts


@pytest.mark.clause("cgp-2024:2.7")
@ALL
def test_the_entry_keeps_the_rulebook_and_the_moment_it_was_accepted(book):
    """Sold at 13:10: the entry names book, text and time; the receipt's first term is the rulebook."""
    room = Room(book=book)
    room.now = at("13:10")
    done = room.sell("e1042", "p1")
    sold = msgspec.json.decode(done.events[0].event)
    assert sold["terms"].startswith(f"{book}#")
    paper = receipt_of("e1042", room.state, book_of(room.house, room.state, room.now))
    assert (sold["at"], paper.at, paper.terms[0].key) == (at("13:10"), at("13:10"), "terms.rules")


@pytest.mark.clause("nps-2019:E.c")
@ALL
def test_before_its_receipt_an_entry_counts_only_where_payment_is_enough(book):
    """Paid at 13:40, receipt at 13:44: NPS counts from 13:44; where the book counts payment, from 13:40."""
    room = Room(book=book)
    room.now = at("13:40")
    room.sell("e1", "p1", hand_over_receipt=False)
    by_payment = book_of(room.house, room.state, room.now)["entry.effective_on"].value == "payment"
    assert room.state.entries["e1"].status == ("live" if by_payment else "pending")
    room.now = at("13:44")
    room.done("IssueReceipt", tournament="t1", sale="e1")
    assert room.state.entries["e1"].effective_at == (at("13:40") if by_payment else at("13:44"))
    assert room.refused("IssueReceipt", tournament="t1", sale="e1").because == "receipt.already_issued"
    assert book != "nps-2019" or not by_payment


# Extensions, queues and alternates


@pytest.mark.clause("cgp-2024:2.5", "nps-2019:I")
@pytest.mark.parametrize("book", TOURS)
def test_a_full_room_of_180_and_two_who_come_late(book):
    """20 tables of 9 are full: X then Y wait; the seat that opens is X's with a full stack, Y is then first."""
    room = Room(book=book)
    for number in range(180):
        room.sell(f"e{number}", f"p{number}")
    room.now = at("14:20")
    room.done("MarkLevel", role="director", tournament="t1", level=2)
    room.sell("x", "px")
    room.sell("y", "py")
    assert room.refused("SeatAlternate", tournament="t1", entry="x").because == "alternate.no_seat"
    room.done("Eliminate", role="director", tournament="t1", entry="e33")
    room.done("SeatAlternate", tournament="t1", entry="x")
    assert (room.state.entries["x"].chips, room.state.waiting) == (30000, ["y"])
    refused = room.refused("CancelEntry", tournament="t1", entry="y", desk="d1")
    assert cites(refused) == {f"{book}:{'2.5' if book == 'cgp-2024' else 'I'}"}


@ALL
def test_people_in_line_at_the_end_are_served_once_each_with_their_number(book):
    """Two tokens: each sells one entry to its own person; another's number, no number or a second use do not."""
    room = Room(book=book)
    room.now = at("15:00")
    room.done("MarkLevel", role="director", tournament="t1", level=3)
    room.done("CloseRegistration", role="director", tournament="t1", queue=["p1", "p2", "p1"])
    assert room.state.tokens == {"p1": 1, "p2": 2}
    for sale in (room.sale("e1", "p1"), room.sale("e1", "p1", token=2), room.sale("e3", "p3", token=1)):
        assert room.refused("SellEntry", **sale).because == "entry.registration_closed"
    done = room.sell("e1", "p1", token=1)
    assert msgspec.json.decode(done.events[0].event)["token"] == 1
    room.sell("e2", "p2", token=2)
    room.done("Eliminate", role="director", tournament="t1", entry="e1")
    again = room.refused("SellEntry", **room.sale("e4", "p1", item="reentry", token=1))
    assert again.because == "entry.registration_closed"


# Rebuys


@pytest.mark.clause("adtp-2012:23", "adtp-2023:27")
@pytest.mark.parametrize(("book", "chips"), [("adtp-2012", 5000), ("adtp-2023", 10000)])
def test_an_announced_rebuy_plays_and_is_due_whatever_the_cards(book, chips):
    """A rebuy of 5,000, or 10,000, announced before the riffle: chips play, one payment is due, no way back."""
    again = SaleItem(
        id="rebuy",
        kind="rebuy",
        label="Recompra",
        price_centavos=10000,
        split_centavos={"prize_pool": 10000},
        chips=chips,
        window=Window(until_level=6),
    )
    room = Room(book=book, items=(*sheet(book).items[:2], again))
    room.sell("e1", "p6")
    room.done("AnnounceRebuy", role="dealer", tournament="t1", sale="r1", entry="e1", item="rebuy")
    assert room.state.entries["e1"].chips == 30000 + chips
    assert [sale.id for sale in room.state.sales.values() if sale.owed] == ["r1"]
    withdrawn = room.refused("VoidSale", role="director", tournament="t1", sale="r1", desk="d1", reason="mudou")
    assert withdrawn.because == "void.chips_in_play"
    assert room.held("receivable:p6") == 10000
