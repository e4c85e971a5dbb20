"""Undoing what put money into a drawer: not after the drawer was counted, and not when the notes are gone."""

from __future__ import annotations

from feltro.app.world.plan import Done
from feltro.kernel.instants import later
from tests.tournament.room import Room, at


def count(room: Room) -> None:
    room.done("CountDrawer", desk="d1")
    room.done("CloseDrawer", desk="d1", counted_centavos={"cash": room.held("drawer:ana:cash")})


def test_a_drawer_counted_since_is_known_by_order_and_not_by_clocks():
    """The desk that counts has a clock that is an hour slow: the sale came before the count all the same."""
    room = Room()
    room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    room.now = later(room.now, seconds=-3600)
    count(room)
    assert room.refused("Undo", role="director", command_key="sale").because == "undo.drawer_closed"


def test_a_drawer_counted_before_does_not_stand_in_the_way():
    """The clock of the sale is slow: by the clocks it came before the count, by the log it did not."""
    room = Room()
    count(room)
    room.done("OpenDrawer", desk="d1", cashier="ana", float_centavos=100000)
    room.now = at("13:05")
    room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    room.done("Undo", role="director", command_key="sale")
    assert "e1" not in room.state.entries


def test_a_count_at_another_desk_long_ago_does_not_stand_in_the_way():
    """A cashier who counted at one desk and now works at the next may undo what they did there."""
    room = Room()
    count(room)
    room.done("OpenDrawer", desk="d2", cashier="ana", float_centavos=100000)
    room.done("SellEntry", key="sale", **room.sale("e1", "p1", desk="d2"))
    room.done("Undo", role="director", command_key="sale")
    assert "e1" not in room.state.entries
    assert room.held("drawer:ana:cash") == 100000


def test_a_pix_seen_before_the_count_is_not_undone_after_it():
    """A PIX comes in at no desk; what its cashier counted afterwards is known from the order all the same."""
    room = Room(addenda=("pix-no-dia-cgp",))
    paying = [{"method": "pix", "amount_centavos": 62000, "txid": "T1"}]
    room.done("SellEntry", **room.sale("e1", "p1", payments=paying))
    seen = {"tournament": "t1", "sale": "e1", "txid": "T1", "amount_centavos": 62000}
    room.done("MatchPix", key="first", who="bia", **seen)
    room.done("Undo", key="undo", role="director", command_key="first")
    room.done("Undo", key="redo", role="director", command_key="undo")
    room.done("CountDrawer", desk="d1")
    assert room.refused("Undo", role="director", command_key="redo").because == "undo.drawer_closed"


def test_notes_that_left_the_drawer_cannot_be_given_back():
    """A sale is not undone out of an empty drawer; with the notes back in it, it is."""
    room = Room()
    room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    room.done("DropCash", key="drop", desk="d1", amount_centavos=162000)
    refused = room.refused("Undo", role="director", command_key="sale")
    assert refused.because == "drawer.short"
    assert not refused.values, "what the drawer should hold is what the count is to find"
    room.done("RefuseDrop", role="director", who="dora", desk="d1", drop="drop", reason="não chegou")
    room.done("Undo", role="director", command_key="sale")
    assert room.held("drawer:ana:cash") == 100000


def test_an_answer_says_what_it_rests_on():
    """The versions of the streams that were looked at and not written to: the desk, the season, the people."""
    room = Room()
    done = room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    assert done.held == {"desk:d1": 1, "season:s26": 1, "people:registry": 0}
    again = room.do("SellEntry", key="sale", **room.sale("e1", "p1"))
    assert isinstance(again, Done)
    assert again == done
