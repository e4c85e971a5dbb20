"""From a sale that waits for its PIX, through the code, to the bank's file that confirms it."""

from __future__ import annotations

import pytest

from feltro.app.money.bank import code_of, confirm
from feltro.app.money.brcode import Receiver, txid_of
from feltro.app.money.pix import Awaited, Received, match
from feltro.app.world.plan import Envelope
from feltro.kernel.money import Money
from tests.app.money.pix_reader import read_pix_code
from tests.tournament.room import Room

CLUB = Receiver("caixa@clube.com.br", "Clube", "Porto Alegre")
TXID = txid_of("t1", "e1")


@pytest.fixture
def room():
    """CGP with PIX on the day: one sale that waits."""
    room = Room(addenda=("pix-no-dia-cgp",))
    paying = [{"method": "pix", "amount_centavos": 62000, "txid": TXID}]
    room.sell("e1", "p1", payments=paying)
    return room


def finance(room, key):
    return Envelope(key=key, who="eva", role="finance", at=room.now)


def test_the_code_asks_for_what_the_sale_waits_for(room):
    """Decoded as a bank would, it says the amount and the txid of the sale."""
    read = read_pix_code(code_of(room.house, "t1", "e1", CLUB))
    assert (read.key, read.amount, read.txid) == ("caixa@clube.com.br", Money(62000), TXID)
    assert code_of(room.house, "t1", "e9", CLUB).because == "sale.unknown"
    assert code_of(room.house, "nope", "e1", CLUB).because == "sale.unknown"
    assert code_of(room.house, "t1", "e1", Receiver("x", "y", "z")).because == "pix.key"


def test_the_banks_file_ends_the_wait_once(room):
    """Pending, without money in the drawer, until the file; read again, the file does nothing."""
    assert room.state.entries["e1"].status == "pending"
    assert room.held("drawer:ana:pix") == 0
    file = f"txid;valor;id\n{TXID};620,00;E1\nZZ;5,00;E2\n".encode()
    found = confirm(room.house, file, finance(room, "f1"))
    assert found.sales == (("t1", "e1"),)
    assert [one.because for one in found.to_look_at] == ["pix.match.unknown"]
    assert room.held("drawer:ana:pix") == 62000
    assert room.held("prize_pool:t1") == 48000
    version = room.house.store.version("tournament:t1")
    again = confirm(room.house, file, finance(room, "f2"))
    assert (again.sales, again.waiting) == ((), 0)
    assert room.house.store.version("tournament:t1") == version
    assert code_of(room.house, "t1", "e1", CLUB).because == "pix.none_awaited"


def test_a_wrong_amount_confirms_nothing(room):
    """A centavo less is for a person to look at."""
    found = confirm(room.house, f"txid;valor\n{TXID};619,99\n".encode(), finance(room, "f1"))
    assert (found.sales, found.waiting) == ((), 1)
    assert [one.because for one in found.to_look_at] == ["pix.match.amount_differs"]
    assert room.state.entries["e1"].status == "pending"


def test_a_cashier_does_not_confirm_by_file(room):
    """The cashier who sold could write the file: the house refuses, and says so."""
    envelope = Envelope(key="f1", who="ana", role="cashier", at=room.now)
    found = confirm(room.house, f"txid;valor\n{TXID};620,00\n".encode(), envelope)
    assert not found.sales
    assert [why.because for _, why in found.refused] == ["payment.pix.file_by_finance"]


def test_a_txid_that_two_sales_wait_for_is_not_guessed():
    """Two tournaments may have chosen one txid: nobody is confirmed by chance."""
    asked = [Awaited("A1", Money(1), "t1", "e1"), Awaited("A1", Money(1), "t2", "e1")]
    found = match([Received("A1", Money(1))], asked)
    assert not found.matches
    assert [one.because for one in found.to_look_at] == ["pix.match.ambiguous"]
    assert len(found.still_awaited) == 2
