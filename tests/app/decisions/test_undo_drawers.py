"""Undoing what moved money of a drawer: not after the drawer was counted, told by the order of things and not by clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.world.plan import Done
from feltro.kernel.instants import later
from tests.tournament.prizes.test_paying import finished
from tests.tournament.room import Room

if TYPE_CHECKING:
    from tests.tournament.prizes.hall import Hall

SLIP = {"tournament": "t1", "entry": "e1", "cause": "handed_over", "overpayment": "o1", "desk": "d1"}


def slip(hall: Hall) -> None:
    hall.done("ReportOverpayment", key="slip", amount_centavos=5000, reason="troco errado", **SLIP)


def test_a_drawer_counted_since_is_known_by_order_and_not_by_clocks():
    """The desk that counts has a clock that is an hour slow: the slip came before the count all the same."""
    hall = finished()
    slip(hall)
    hall.now = later(hall.now, seconds=-3600)
    hall.done("CountDrawer", desk="d1")
    assert hall.refused("Undo", role="director", command_key="slip").because == "undo.drawer_closed"


def test_a_slip_is_undone_while_its_drawer_is_open():
    """Reported by mistake: the notes never left, and the drawer is as before."""
    hall = finished()
    before = hall.held("drawer:ana:cash")
    slip(hall)
    hall.done("Undo", role="director", command_key="slip")
    assert (hall.held("drawer:ana:cash"), hall.held("receivable:p1")) == (before, 0)


def test_an_answer_says_what_it_rests_on():
    """The versions of the streams that were looked at and not written to: the desk, the season, the people."""
    room = Room()
    done = room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    assert done.held == {"desk:d1": 1, "season:s26": 1, "people:registry": 0}
    again = room.do("SellEntry", key="sale", **room.sale("e1", "p1"))
    assert isinstance(again, Done)
    assert again == done


def given_back(hall: Hall) -> int:
    """The slip was reported and taken back: its notes are in the drawer. What the drawer holds."""
    slip(hall)
    hall.done("Undo", key="back", role="director", command_key="slip")
    return hall.held("drawer:ana:cash")


def test_a_slip_that_is_reported_after_all_needs_its_notes_in_the_drawer():
    """Fifty reais had left it, so the taking back is undone. With one centavo less than that in the drawer they could not have."""
    hall = finished()
    hall.done("DropCash", desk="d1", amount_centavos=given_back(hall) - 4999)
    assert hall.refused("Undo", role="director", command_key="back").because == "drawer.short"
    assert (hall.held("drawer:ana:cash"), hall.held("receivable:p1")) == (4999, 0)


def test_a_slip_that_is_reported_after_all_takes_the_last_notes_of_the_drawer():
    """Exactly fifty reais are left: they leave, and the player owes them again."""
    hall = finished()
    hall.done("DropCash", desk="d1", amount_centavos=given_back(hall) - 5000)
    hall.done("Undo", role="director", command_key="back")
    assert (hall.held("drawer:ana:cash"), hall.held("receivable:p1")) == (0, 5000)
