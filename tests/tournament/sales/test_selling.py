"""One command from JSON to event to state to ledger."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.handling.catalogue import command_decoder
from feltro.app.world import postings
from feltro.kernel.money import Money
from feltro.ledger.accounts import account
from feltro.tournament.decide import decide
from feltro.tournament.facts import sales as e
from feltro.tournament.now import Now
from tests.tournament.room import Room


@pytest.mark.clause("cgp-2024:3.1")
def test_an_entry_of_620_is_shared_as_the_book_says():
    """620 = 480 prize + 120 rake + 7 ranking + 3 stage champion + 10 federation, out of the drawer to the centavo."""
    room = Room()
    done = room.sell("e1", "p1")
    assert [told.name for told in done.events] == [
        "EntrySold", "PaymentTaken", "SalePaid", "ReceiptIssued", "EntryEffective",
    ]  # fmt: skip
    assert room.state.entries["e1"].status == "live"
    assert room.held("drawer:ana:cash") == 100000 + 62000
    assert room.held("prize_pool:t1") == 48000
    assert room.held("rake:t1") == 12000
    assert room.held("ranking_fund:s26") == 700
    assert room.held("stage_champion_fund:s26:e1") == 300
    assert room.held("federation:s26") == 1000
    assert room.held("payable:p1") == 0
    assert not room.house.world.balances.sum()


@pytest.mark.parametrize("kind", ["SellEntry", "TransferEntry"])
def test_whoever_the_registry_does_not_know_gets_no_entry(kind):
    """Whichever way the question comes: nobody's age and papers were seen, so nobody is sold to or passed on to."""
    room = Room()
    room.sell("e1", "p1")
    asked = {
        "SellEntry": {**room.sale("e2", "p2"), "person": "fantasma"},
        "TransferEntry": {"tournament": "t1", "entry": "e1", "to": "fantasma", "reason": "adoeceu"},
    }[kind]
    command = command_decoder().decode(msgspec.json.encode({"type": kind, **asked}))
    book = room.house.books.settlement(room.state, room.now).book
    refused = decide(command, room.state, book, Now(at=room.now, role="director", who="ana"))
    assert (refused.because, refused.values) == ("person.unknown", {"person": "fantasma"})


def test_a_posting_off_balance_stops_the_command_before_anything_is_appended(monkeypatch):
    """A bug in a rule of posting: the sale is not in the log, and goes through once the rule is right."""
    room = Room()
    sale = room.sale("e1", "p1")
    before = room.house.store.streams()
    broken = {**postings.POSTINGS, e.SalePaid: lambda event, state: {account("payable", event.person): Money(1)}}
    with monkeypatch.context() as patched:
        patched.setattr(postings, "POSTINGS", broken)
        with pytest.raises(ValueError, match="off balance"):
            room.do("SellEntry", key="sale", **sale)
    assert room.house.store.streams() == before
    assert room.house.store.answered("sale") is None
    assert not room.state.entries
    room.done("SellEntry", key="sale", **sale)
    assert not room.house.world.balances.sum()


def test_the_same_key_is_answered_the_same_and_does_nothing_twice():
    """A command sent again with its key is answered as the first time, and appends nothing."""
    room = Room()
    sale = room.sale("e1", "p1")
    first = room.done("SellEntry", key="once", **sale)
    version = room.house.store.version("tournament:t1")
    assert room.done("SellEntry", key="once", **sale) == first
    assert room.house.store.version("tournament:t1") == version
    other = room.refused("SellEntry", key="once", **room.sale("e2", "p2"))
    assert other.because == "command.key_used"


def test_a_void_gives_the_money_back_and_keeps_the_numbers():
    """After voiding a sale the accounts are as before, and neither its receipt nor its number comes again."""
    room = Room()
    room.sell("e1", "p1")
    slip = {"tournament": "t1", "sale": "e1", "desk": "d1", "reason": "engano", "receipt_returned": True}
    room.done("VoidSale", **slip)
    assert room.state.entries["e1"].status == "void"
    assert room.held("drawer:ana:cash") == 100000
    assert room.held("prize_pool:t1") == 0
    room.sell("e2", "p1")
    assert room.state.entries["e2"].number == 2
    assert room.state.sales["e2"].receipt == 2


def test_undoing_the_undo_brings_the_sale_back():
    """Redo is the undoing of an undo: the entry waits for its PIX again."""
    room = Room(book="adtp-2023")
    room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
    room.done("Undo", command_key="sale", key="undo")
    assert "e1" not in room.state.entries
    room.done("Undo", command_key="undo")
    assert (room.state.entries["e1"].status, list(room.state.sales["e1"].awaited)) == ("pending", ["Te1"])
