"""Taking back in an order that holds: what stands in the way is named, and what came before or elsewhere is not in it."""

from __future__ import annotations

from tests.tournament.prizes.test_paying import finished
from tests.tournament.seats import Floor

SLIP = {"tournament": "t1", "entry": "e1", "cause": "handed_over", "overpayment": "o1"}


def moved_twice() -> Floor:
    """Three sit at table 1; one of them was moved to seat 7 and on to seat 9, and others were moved since."""
    floor = Floor()
    floor.open((1, 9))
    floor.seat({1: [1, 2, 3]})
    for key, entry, seat in (("first", "e1", 7), ("second", "e1", 9), ("other", "e2", 5)):
        floor.order("MovePlayer", key=key, entry=entry, table=1, seat=seat, reason="x")
    return floor


def seat_of(floor: Floor, entry: str) -> int:
    return int(floor.state.floor.chair_of[entry].seat)


def test_a_later_move_holds_the_earlier_one_and_not_that_of_somebody_else():
    """Seat 7 came before seat 9: it is taken back after it. Whoever moved besides is nobody's business."""
    floor = moved_twice()
    refused = floor.refused("Undo", role="director", command_key="first")
    assert (refused.because, refused.values) == ("undo.depended_on", {"command": "MovePlayer", "key": "second"})
    floor.done("Undo", role="director", command_key="second")
    assert seat_of(floor, "e1") == 7
    floor.done("Undo", role="director", command_key="first")
    assert (seat_of(floor, "e1"), seat_of(floor, "e2")) == (1, 5)


def test_a_move_comes_back_only_while_what_it_followed_stands():
    """From seat 7 to 9 was taken back, then from 1 to 7: without the second he does not sit in seat 7 to go to 9."""
    floor = moved_twice()
    floor.done("Undo", role="director", key="second back", command_key="second")
    floor.done("Undo", role="director", key="first back", command_key="first")
    refused = floor.refused("Undo", role="director", command_key="second back")
    assert (refused.because, refused.values) == ("undo.depended_on", {"command": "Undo", "key": "first back"})
    assert seat_of(floor, "e1") == 1


def test_what_was_taken_back_comes_back_in_its_order():
    """First to seat 7, then to seat 9; and the way back is free again afterwards."""
    floor = moved_twice()
    for key in ("second", "first", "first back", "second back"):
        floor.done("Undo", role="director", key=f"{key} back", command_key=key)
    assert seat_of(floor, "e1") == 9
    floor.done("Undo", role="director", command_key="second")
    assert seat_of(floor, "e1") == 7


def test_the_act_in_the_way_is_named_among_all_that_came_after():
    """Two tables were opened and a level marked; then somebody sat down, then others did."""
    floor = Floor()
    floor.fill(3)
    tables = [{"number": 1, "chairs": 9}, {"number": 2, "chairs": 9}]
    floor.order("OpenTables", key="tables", draw="mesas", tables=tables)
    floor.done("MarkLevel", role="director", tournament="t1", level=2)
    floor.order("SeatPlayer", key="sat", entry="e1", table=2, seat=4, reason="x")
    floor.order("SeatPlayer", entry="e2", table=2, seat=5, reason="x")
    floor.done("MarkLevel", role="director", tournament="t1", level=3)
    refused = floor.refused("Undo", role="director", command_key="tables")
    assert (refused.because, refused.values) == ("undo.would_break", {"what": "OpenTables", "key": "sat"})


# Drawers


def slip(hall, desk="d1"):
    hall.done("ReportOverpayment", key="slip", amount_centavos=5000, reason="troco errado", desk=desk, **SLIP)


def test_the_count_of_another_cashier_does_not_hold_a_slip():
    """Bia counted her drawer at the next desk: Ana's is open, and her slip is taken back."""
    hall = finished()
    hall.done("OpenDrawer", who="bia", desk="d2", cashier="bia")
    slip(hall)
    hall.done("CountDrawer", who="bia", desk="d2")
    hall.done("Undo", role="director", command_key="slip")
    assert hall.held("receivable:p1") == 0


def test_a_drawer_that_the_same_cashier_closed_before_at_another_desk_does_not_hold_a_slip():
    """Ana closed at desk 1 and opened at desk 2, where the slip happened: only what desk 2 tells since then counts."""
    hall = finished()
    cash = hall.held("drawer:ana:cash")
    hall.done("CountDrawer", desk="d1")
    hall.done("CloseDrawer", desk="d1", counted_centavos={"cash": cash})
    hall.done("OpenDrawer", desk="d2", cashier="ana", float_centavos=90000)
    slip(hall, "d2")
    hall.done("Undo", key="back", role="director", command_key="slip")
    assert hall.held("receivable:p1") == 0
    hall.done("Undo", role="director", command_key="back")
    assert hall.held("receivable:p1") == 5000


def test_cash_that_left_a_drawer_comes_back_by_its_own_act_and_not_by_undoing():
    """A hundred reais went to the safe: whoever received them refuses them, and undoing says so."""
    hall = finished()
    hall.done("DropCash", key="drop", desk="d1", amount_centavos=10000)
    refused = hall.refused("Undo", role="director", command_key="drop")
    assert (refused.because, refused.values) == ("undo.own_way", {"command": "DropCash", "way": "RefuseDrop"})
